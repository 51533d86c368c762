using System.Net;
using Absorber.ConsoleServer.Auth;
using Microsoft.AspNetCore.Http;

namespace Absorber.UnitTests.ConsoleServer.Auth;

public sealed class LocalOnlyTests
{
    [Fact]
    public void Refusal_LocalRequest_None() => Assert.Null(LocalOnly.Refusal(Request()));

    [Theory]
    [InlineData("10.0.0.9")]
    [InlineData("::ffff:10.0.0.9")]
    [InlineData(null)]
    public void Refusal_FromAnotherMachine_IsRefused(string? address)
    {
        var request = Request();
        request.Connection.RemoteIpAddress = address is null ? null : IPAddress.Parse(address);

        Assert.NotNull(LocalOnly.Refusal(request));
    }

    [Theory]
    [InlineData("attacker.example")]
    [InlineData("localhost.attacker.example")]
    [InlineData("127.0.0.1.attacker.example")]
    [InlineData("")]
    public void Refusal_ForeignHost_IsRefused(string host)
    {
        var request = Request();
        request.Request.Host = new HostString(host);

        Assert.NotNull(LocalOnly.Refusal(request));
    }

    [Theory]
    [InlineData("localhost")]
    [InlineData("LOCALHOST:5005")]
    [InlineData("[::1]:5005")]
    [InlineData("127.0.0.1:80")]
    public void Refusal_LoopbackHost_None(string host)
    {
        var request = Request();
        request.Request.Host = new HostString(host);

        Assert.Null(LocalOnly.Refusal(request));
    }

    [Theory]
    [InlineData("X-Forwarded-For")]
    [InlineData("Forwarded")]
    [InlineData("Via")]
    public void Refusal_ThroughAProxy_IsRefused(string header)
    {
        var request = Request();
        request.Request.Headers[header] = "127.0.0.1";

        Assert.Contains(header, LocalOnly.Refusal(request), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("GET", "/hubs/live", "http://attacker.example", false)]
    [InlineData("GET", "/HUBS/agents", "http://attacker.example", false)]
    [InlineData("GET", "/hubs/live", "http://127.0.0.1:6666", false)]
    [InlineData("GET", "/hubs/live", "http://127.0.0.1:5005", true)]
    [InlineData("GET", "/hubs/agents", null, true)]
    [InlineData("POST", "/absorbers/1/stop", "http://attacker.example", false)]
    [InlineData("POST", "/absorbers/1/stop", "null", false)]
    [InlineData("POST", "/absorbers/1/stop", "http://127.0.0.1:5005", true)]
    [InlineData("GET", "/", "http://attacker.example", true)]
    public void Refusal_Origin_IsCheckedWhereItMatters(string method, string path, string? origin, bool allowed)
    {
        var request = Request();
        request.Request.Method = method;
        request.Request.Path = path;
        if (origin is not null)
            request.Request.Headers.Origin = origin;

        Assert.Equal(allowed, LocalOnly.Refusal(request) is null);
    }

    private static DefaultHttpContext Request()
    {
        var context = new DefaultHttpContext();
        context.Connection.RemoteIpAddress = IPAddress.Loopback;
        context.Request.Method = "GET";
        context.Request.Scheme = "http";
        context.Request.Host = new HostString("127.0.0.1:5005");
        context.Request.Path = "/";
        return context;
    }
}
