using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Logging;

namespace Absorber.Agent;

/// <summary>Where the agent's log goes: one line per event on standard output.</summary>
internal static class AgentLogging
{
    /// <param name="configuration">Levels by category, as in <c>Logging:LogLevel:Default</c>.</param>
    public static ILoggerFactory Create(IConfiguration configuration) => LoggerFactory.Create(logging => logging
        .SetMinimumLevel(LogLevel.Information)
        .AddFilter("Microsoft", LogLevel.Warning)
        .AddConfiguration(configuration)
        .AddSimpleConsole(console =>
        {
            console.SingleLine = true;
            console.UseUtcTimestamp = true;
            console.TimestampFormat = "yyyy-MM-dd HH:mm:ss.fff'Z' ";
        }));
}
