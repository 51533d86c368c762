using Absorber.ConsoleServer.Configuration;
using Absorber.ConsoleServer.Hosting;

namespace Absorber.UnitTests.ConsoleServer.Configuration;

public sealed class ConfigurationChecksTests
{
    [Fact]
    public void Build_SeveralMistakes_ReportsEveryOneWithItsKey()
    {
        var error = Assert.Throws<StartupException>(() => ConsoleHost.Build(
        [
            "--urls=http://0.0.0.0:5005", "--ConnectionStrings:Store=Host=", "--Console:SampleRetention=00:00:01",
            "--Console:CommandTimeout=soon", "--Console:FragmentInterval=1.00:00:00",
        ]));

        Assert.Equal(
            "urls ConnectionStrings:Store Console:SampleRetention Console:CommandTimeout Console:FragmentInterval",
            string.Join(' ', error.Problems.Select(problem => problem[..problem.IndexOf(": ", StringComparison.Ordinal)])));
    }

    [Fact]
    public void Build_BadConnectionString_DoesNotRepeatIt()
    {
        var error = Assert.Throws<StartupException>(() => ConsoleHost.Build(["--ConnectionStrings:Store=Secret=swordfish"]));

        Assert.DoesNotContain("swordfish", error.Message, StringComparison.Ordinal);
    }
}
