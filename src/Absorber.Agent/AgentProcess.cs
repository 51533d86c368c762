using Absorber.Agent.Commands;
using Absorber.Agent.Configuration;
using Absorber.Agent.Connection;
using Absorber.Agent.Loops;
using Absorber.Agent.Sampling;
using Absorber.Agent.Spool;
using Microsoft.Extensions.Logging;

namespace Absorber.Agent;

/// <summary>The agent from start to end.</summary>
internal static class AgentProcess
{
    /// <summary>
    /// Samples are written as they come, so that a killed agent leaves no gap in history; the pause bounds the number of writes where
    /// many come.
    /// </summary>
    private static readonly TimeSpan FlushPause = TimeSpan.FromMilliseconds(5);

    public static async Task<int> RunAsync(CommandContext context)
    {
        var (options, time) = (context.Options, TimeProvider.System);
        using var logging = AgentLogging.Create(context.Logging);
        var logger = logging.CreateLogger("Absorber.Agent");

        using var spool = string.IsNullOrEmpty(options.Console)
            ? null
            : SampleSpool.Open(Path.Combine(options.Data, "spool"), new SpoolOptions { MostBytes = (long)options.SpoolMegabytes << 20 }, time, logger);
        var fleet = new Fleet(context.Engine, spool is null ? new NoSpool() : spool, time, logger);
        var commands = new CommandCounter();
        var reconciler = new Reconciler(fleet, commands, context.Engine, [.. options.Databases], time, logger);
        var watcher = new Watcher(fleet, context.Engine.Absorbers, time, logger);

        using var ending = new CancellationTokenSource();
        var flushing = spool is null ? Task.CompletedTask : FlushAsync(spool, time, ending.Token);
        var connecting = Task.CompletedTask;
        if (spool is not null)
        {
            var identity = new AgentIdentity(options, context.Engine, time);
            var commander = new Commander(fleet, context.Engine.Absorbers, commands, time, logger);
            connecting = new ConsoleConnection(new Uri(options.Console!), identity, fleet, commander, spool, time, logger).RunAsync(ending.Token);
        }

        logger.Started(options.Name, options.Console ?? "none");
        await Task.WhenAll(reconciler.RunAsync(context.Stopping), watcher.RunAsync(context.Stopping));

        logger.Stopping(options.StopGrace.TotalSeconds);
        await fleet.EndAsync(options.StopGrace, context.Abort);
        spool?.Flush();
        await ending.CancelAsync();
        await Task.WhenAll(flushing, connecting);
        logger.Stopped();
        return ExitCode.Done;
    }

    private static async Task FlushAsync(SampleSpool spool, TimeProvider time, CancellationToken ending)
    {
        try
        {
            while (true)
            {
                await spool.WaitForSamplesAsync(ending);
                spool.Flush();
                await Task.Delay(FlushPause, time, ending);
            }
        }
        catch (OperationCanceledException) when (ending.IsCancellationRequested)
        {
            spool.Flush();
        }
    }
}
