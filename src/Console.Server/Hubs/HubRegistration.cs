using System.Text.Json.Serialization;
using Absorber.ConsoleServer.Auth;
using Absorber.ConsoleServer.Live;
using Absorber.Contracts;
using Microsoft.AspNetCore.SignalR;

namespace Absorber.ConsoleServer.Hubs;

internal static class HubRegistration
{
    private const long LongestFromBrowser = 16 * 1024;

    public static IServiceCollection AddHubs(this IServiceCollection services)
    {
        services.AddSignalR(options => options.KeepAliveInterval = TimeSpan.FromSeconds(5))
            .AddJsonProtocol(options => options.PayloadSerializerOptions.Converters.Add(new JsonStringEnumConverter()))
            .AddHubOptions<AgentHub>(options =>
            {
                options.KeepAliveInterval = HubTiming.KeepAlive;
                options.ClientTimeoutInterval = HubTiming.Silence;
                options.MaximumReceiveMessageSize = HubLimits.MessageBytes;

                // A report must not wait until samples are stored.
                options.MaximumParallelInvocationsPerClient = 4;
            })
            .AddHubOptions<LiveHub>(options => options.MaximumReceiveMessageSize = LongestFromBrowser);
        services.AddSingleton<AgentPresence>();
        services.AddSingleton<Viewers>();
        services.AddSingleton<LiveContent>();
        services.AddSingleton<FragmentRenderer>();
        services.AddSingleton<HubLifetimeManager<LiveHub>, LiveConnections>();
        services.AddSingleton<Publisher>();
        services.AddHostedService(provider => provider.GetRequiredService<Publisher>());
        return services;
    }

    public static IEndpointRouteBuilder MapHubs(this IEndpointRouteBuilder endpoints)
    {
        endpoints.MapHub<AgentHub>(HubPaths.Agents).RequireAuthorization(Policies.Agent);
        endpoints.MapHub<LiveHub>(HubPaths.Live).RequireAuthorization(Policies.Viewer);
        return endpoints;
    }
}
