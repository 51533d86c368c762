using Absorber.ConsoleClient.Fragments;
using Microsoft.AspNetCore.Components;
using Microsoft.AspNetCore.Components.Web;

namespace Absorber.ConsoleServer.Live;

/// <summary>Renders fragments outside of any request.</summary>
internal sealed class FragmentRenderer(IServiceScopeFactory scopes, ILoggerFactory logs)
{
    public static bool IsName(string? name) => name is not null && FragmentName.Parse(name) is not null;

    /// <summary>A fragment's HTML now; null where there is nothing to show, such as for an absorber that is gone.</summary>
    public async Task<string?> RenderAsync(string name, CancellationToken cancellation)
    {
        await using var scope = scopes.CreateAsyncScope();
        var catalog = scope.ServiceProvider.GetRequiredService<FragmentCatalog>();
        if (await catalog.FindAsync(name, cancellation) is not { } content)
            return null;
        await using var renderer = new HtmlRenderer(scope.ServiceProvider, logs);
        return await renderer.Dispatcher.InvokeAsync(async () =>
        {
            var root = await renderer.RenderComponentAsync(content.Component, ParameterView.FromDictionary(content.Parameters.ToDictionary()));
            return root.ToHtmlString();
        });
    }
}
