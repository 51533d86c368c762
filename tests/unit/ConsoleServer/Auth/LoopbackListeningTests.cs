using Absorber.ConsoleServer.Auth;
using Absorber.ConsoleServer.Configuration;
using Microsoft.Extensions.Configuration;

namespace Absorber.UnitTests.ConsoleServer.Auth;

public sealed class LoopbackListeningTests
{
    [Theory]
    [InlineData("http://127.0.0.1:5005")]
    [InlineData("http://127.8.9.10:5005")]
    [InlineData("http://localhost:5005;https://[::1]:5006")]
    public void Problems_LoopbackUrls_None(string urls) => Assert.Empty(Problems(("urls", urls)));

    [Theory]
    [InlineData("http://0.0.0.0:5005")]
    [InlineData("http://*:5005")]
    [InlineData("http://+:5005")]
    [InlineData("http://[::]:5005")]
    [InlineData("http://10.0.0.4:5005")]
    [InlineData("http://console:5005")]
    [InlineData("http://localhost.example:5005")]
    [InlineData("http://127.0.0.1:5005;http://0.0.0.0:5006")]
    [InlineData("nonsense")]
    public void Problems_AnyOtherUrl_SaysWhichAndWhatToUse(string urls)
    {
        var problem = Assert.Single(Problems(("urls", urls)));

        Assert.Contains("127.0.0.1", problem, StringComparison.Ordinal);
        Assert.StartsWith("urls: ", problem, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("http_ports", "8080")]
    [InlineData("https_ports", "8443")]
    [InlineData("Kestrel:Endpoints:Web:Url", "http://0.0.0.0:80")]
    [InlineData("FORWARDEDHEADERS_ENABLED", "true")]
    public void Problems_OtherWaysToOpenUp_AreFound(string key, string value) =>
        Assert.StartsWith(key, Assert.Single(Problems((key, value))), StringComparison.Ordinal);

    [Fact]
    public void Problems_Several_AreReportedAtOnce() =>
        Assert.Equal(3, Problems(("urls", "http://*:1;http://10.1.1.1:2"), ("Kestrel:Endpoints:A:Url", "http://*:3")).Count);

    [Fact]
    public void Verify_AnAddressThatIsNotLoopback_Throws() =>
        Assert.Throws<StartupException>(() => LoopbackListening.Verify(["http://127.0.0.1:1", "http://[::]:2"]));

    private static List<string> Problems(params (string Key, string Value)[] settings) =>
        [.. LoopbackListening.Problems(new ConfigurationBuilder()
            .AddInMemoryCollection(settings.Select(setting => KeyValuePair.Create(setting.Key, (string?)setting.Value)))
            .Build())];
}
