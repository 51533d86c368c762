using Absorber.ConsoleClient;
using Absorber.ConsoleClient.Fragments;
using Absorber.ConsoleClient.Views;
using AngleSharp.Dom;
using AngleSharp.Html.Parser;
using Microsoft.AspNetCore.Components;
using Microsoft.AspNetCore.Components.Web;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Absorber.UnitTests.ConsoleClient;

/// <summary>Renders fragments as the server does, outside of any request.</summary>
internal static class Pages
{
    public static async Task<IElement> FragmentAsync(FakeConsole console, string name) => Parse(await FragmentHtmlAsync(console, name));

    public static async Task<string> FragmentHtmlAsync(FakeConsole console, string name)
    {
        await using var services = Services(console);
        var content = await services.GetRequiredService<FragmentCatalog>().FindAsync(name, CancellationToken.None);
        Assert.NotNull(content);
        await using var renderer = new HtmlRenderer(services, services.GetRequiredService<ILoggerFactory>());
        return await renderer.Dispatcher.InvokeAsync(async () =>
            (await renderer.RenderComponentAsync(content.Component, ParameterView.FromDictionary(new Dictionary<string, object?>(content.Parameters)))).ToHtmlString());
    }

    public static IElement Parse(string html) => new HtmlParser().ParseDocument(html).Body!;

    /// <summary>An element's text as a person reads it: one space between words, and between cells and lines.</summary>
    public static string Words(this IElement? element)
    {
        Assert.NotNull(element);
        var text = string.Concat(element.Descendants().Select(node => node switch
        {
            IText words => words.Data,
            IElement { LocalName: "td" or "th" or "small" or "p" or "dt" or "dd" } => " ",
            _ => "",
        }));
        return string.Join(' ', text.Split([' ', '\n', '\r', '\t', '\u00a0'], StringSplitOptions.RemoveEmptyEntries));
    }

    private static ServiceProvider Services(FakeConsole console) => new ServiceCollection()
        .AddLogging()
        .AddSingleton<IFleet>(console)
        .AddSingleton<IHistory>(console)
        .AddSingleton<ICommands>(console)
        .AddConsoleClient()
        .BuildServiceProvider();
}
