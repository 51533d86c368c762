using Absorber.ConsoleClient.Fragments;
using Microsoft.Extensions.DependencyInjection;

namespace Absorber.ConsoleClient;

/// <summary>What pages and fragments need beside the views that the server offers.</summary>
public static class ConsoleClientServices
{
    /// <summary>Adds the pages' own services. The server adds <see cref="Views.IFleet"/>, <see cref="Views.IHistory"/> and <see cref="Views.ICommands"/>.</summary>
    public static IServiceCollection AddConsoleClient(this IServiceCollection services) => services.AddScoped<FragmentCatalog>();
}
