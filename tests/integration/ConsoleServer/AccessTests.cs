using System.Net;
using System.Reflection;
using Absorber.ConsoleServer.Hubs;
using Absorber.Testing.Databases;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Routing;

namespace Absorber.IntegrationTests.ConsoleServer;

public sealed class AccessTests(PostgresServers servers)
{
    [Fact]
    public async Task Endpoints_Every_StatesWhoMayCallIt()
    {
        await using var database = await servers.CreateDatabaseAsync();
        await using var console = await RunningConsole.StartAsync(database.ConnectionString);

        var endpoints = console.Get<EndpointDataSource>().Endpoints;
        Assert.NotEmpty(endpoints);
        Assert.All(endpoints, endpoint => Assert.Contains(endpoint.Metadata.GetOrderedMetadata<IAuthorizeData>(), data => data.Policy is not null));
        Assert.All(endpoints, endpoint => Assert.Null(endpoint.Metadata.GetMetadata<IAllowAnonymous>()));
    }

    [Theory]
    [InlineData(typeof(AgentHub))]
    [InlineData(typeof(LiveHub))]
    public void HubMethods_Every_StatesWhoMayCallIt(Type hub)
    {
        var methods = hub.GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly).Where(method => method.GetBaseDefinition() == method);

        Assert.All(methods, method => Assert.NotNull(method.GetCustomAttribute<AuthorizeAttribute>()?.Policy));
        Assert.NotNull(hub.GetCustomAttribute<AuthorizeAttribute>()?.Policy);
    }

    [Theory]
    [InlineData("/", HttpStatusCode.OK)]
    [InlineData("/agents", HttpStatusCode.OK)]
    [InlineData("/health", HttpStatusCode.OK)]
    [InlineData("/health/ready", HttpStatusCode.OK)]
    [InlineData("/absorbers/7", HttpStatusCode.NotFound)]
    [InlineData("/nowhere", HttpStatusCode.NotFound)]
    [InlineData("/api/absorbers/7/points", HttpStatusCode.NotFound)]
    [InlineData("/_content/Console.Client/icon.svg", HttpStatusCode.OK)]
    public async Task Get_AnyAddress_CarriesTheSecurityHeaders(string path, HttpStatusCode status)
    {
        await using var database = await servers.CreateDatabaseAsync();
        await using var console = await RunningConsole.StartAsync(database.ConnectionString);

        var response = await console.Http.GetAsync(path);

        Assert.Equal(status, response.StatusCode);
        var policy = Assert.Single(response.Headers.GetValues("Content-Security-Policy"));
        Assert.StartsWith("default-src 'none'; script-src 'self'; style-src 'self';", policy, StringComparison.Ordinal);
        Assert.DoesNotContain("unsafe", policy, StringComparison.Ordinal);
        Assert.Equal("nosniff", Assert.Single(response.Headers.GetValues("X-Content-Type-Options")));
    }

    [Theory]
    [InlineData("GET", "/", "Host", "attacker.example")]
    [InlineData("GET", "/nowhere", "Host", "attacker.example")]
    [InlineData("GET", "/_content/Console.Client/icon.svg", "Host", "attacker.example")]
    [InlineData("GET", "/health", "X-Forwarded-For", "127.0.0.1")]
    [InlineData("GET", "/hubs/live", "Origin", "http://attacker.example")]
    [InlineData("GET", "/hubs/agents", "Origin", "http://attacker.example")]
    [InlineData("POST", "/absorbers/1/stop", "Origin", "http://attacker.example")]
    public async Task Send_ForeignRequest_IsForbiddenWithTheReason(string method, string path, string header, string value)
    {
        await using var database = await servers.CreateDatabaseAsync();
        await using var console = await RunningConsole.StartAsync(database.ConnectionString);
        using var request = new HttpRequestMessage(new HttpMethod(method), path);
        request.Headers.TryAddWithoutValidation(header, value);

        var response = await console.Http.SendAsync(request);

        Assert.Equal(HttpStatusCode.Forbidden, response.StatusCode);
        Assert.Contains("\"detail\":\"", await response.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        Assert.DoesNotContain("\"detail\":\"\"", await response.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Post_FormWithoutAntiforgeryToken_IsRefusedAndDoesNothing()
    {
        await using var database = await servers.CreateDatabaseAsync();
        await using var console = await RunningConsole.StartAsync(database.ConnectionString);
        await using var agent = await FakeAgent.RegisterAsync(console);

        var response = await console.Http.PostAsync("/absorbers/1/stop", new FormUrlEncodedContent([new("_handler", "stop")]));

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Equal(0, await database.QueryAsync<long>("SELECT count(*) FROM console.actions"));
    }
}
