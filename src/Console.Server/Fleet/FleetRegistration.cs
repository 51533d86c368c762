using Absorber.ConsoleClient.Views;

namespace Absorber.ConsoleServer.Fleet;

internal static class FleetRegistration
{
    public static IServiceCollection AddFleet(this IServiceCollection services)
    {
        services.AddSingleton<FleetMemory>();
        services.AddSingleton<IFleet>(provider => provider.GetRequiredService<FleetMemory>());
        services.AddSingleton<AgentDirectory>();
        services.AddSingleton<SampleIntake>();
        services.AddSingleton<AuditTrail>();
        services.AddSingleton<ICommands, Commands>();
        services.AddHostedService<FleetRefresher>();
        return services;
    }
}
