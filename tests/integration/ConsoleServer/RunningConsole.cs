using Absorber.ConsoleServer.Fleet;
using Absorber.ConsoleServer.Hosting;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;

namespace Absorber.IntegrationTests.ConsoleServer;

/// <summary>A console on a free loopback port, with its store in a given database.</summary>
internal sealed class RunningConsole : IAsyncDisposable
{
    private RunningConsole(WebApplication app)
    {
        App = app;
        Address = new Uri(app.Urls.First());
        Http = new HttpClient(new SocketsHttpHandler { AllowAutoRedirect = false, UseCookies = false }) { BaseAddress = Address };
    }

    public WebApplication App { get; }

    public Uri Address { get; }

    public HttpClient Http { get; }

    public FleetMemory Fleet => App.Services.GetRequiredService<FleetMemory>();

    public static async Task<RunningConsole> StartAsync(string store, params string[] settings)
    {
        var app = ConsoleHost.Build(["--urls=http://127.0.0.1:0", $"--ConnectionStrings:Store={store}", "--Logging:LogLevel:Default=Warning", .. settings]);
        await app.StartConsoleAsync();
        return new RunningConsole(app);
    }

    public T Get<T>()
        where T : notnull => App.Services.GetRequiredService<T>();

    public async ValueTask DisposeAsync()
    {
        Http.Dispose();
        await App.StopAsync();
        await App.DisposeAsync();
    }
}
