using System.Net;
using Absorber.ConsoleClient;
using Absorber.ConsoleClient.Views;
using AngleSharp.Dom;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Absorber.UnitTests.ConsoleClient;

/// <summary>The pages behind a real web server on loopback, over a console in memory: forms, addresses and status codes as a browser gets them.</summary>
internal sealed class ServedPages : IAsyncDisposable
{
    private readonly WebApplication _app;
    private readonly HttpClient _browser;

    private ServedPages(WebApplication app)
    {
        _app = app;
        _browser = new HttpClient(new HttpClientHandler { AllowAutoRedirect = false, CookieContainer = new CookieContainer() }) { BaseAddress = new Uri(app.Urls.First()) };
    }

    public static async Task<ServedPages> StartAsync(FakeConsole console)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Logging.ClearProviders();
        builder.Services
            .AddSingleton<IFleet>(console)
            .AddSingleton<IHistory>(console)
            .AddSingleton<ICommands>(console)
            .AddConsoleClient()
            .AddRazorComponents();
        var app = builder.Build();
        app.UseStatusCodePagesWithReExecute("/not-found", createScopeForStatusCodePages: true);
        app.UseAntiforgery();
        app.MapRazorComponents<App>();
        await app.StartAsync();
        return new ServedPages(app);
    }

    public async Task<(HttpStatusCode Status, IElement Page)> GetAsync(string address)
    {
        using var answer = await _browser.GetAsync(address);
        return (answer.StatusCode, Pages.Parse(await answer.Content.ReadAsStringAsync()));
    }

    /// <summary>Submits a page's form with the fields that it holds.</summary>
    public async Task<(HttpStatusCode Status, string? Location, IElement Page)> SubmitAsync(string address, IElement page, bool withToken = true)
    {
        var fields = page.QuerySelectorAll("form[method=post] input")
            .Where(input => withToken || input.GetAttribute("name") != "__RequestVerificationToken")
            .Select(input => KeyValuePair.Create(input.GetAttribute("name") ?? "", input.GetAttribute("value") ?? ""));
        using var form = new FormUrlEncodedContent(fields);
        using var answer = await _browser.PostAsync(address, form);
        return (answer.StatusCode, answer.Headers.Location?.ToString(), Pages.Parse(await answer.Content.ReadAsStringAsync()));
    }

    public async ValueTask DisposeAsync()
    {
        _browser.Dispose();
        await _app.DisposeAsync();
    }
}
