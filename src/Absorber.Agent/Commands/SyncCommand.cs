using System.CommandLine;
using Absorber.Agent.Configuration;
using Absorber.Engine.Sync;
using Microsoft.Extensions.Logging.Abstractions;

namespace Absorber.Agent.Commands;

/// <summary><c>absorber sync</c>: runs an absorber's loop here, without an agent.</summary>
internal static class SyncCommand
{
    public static Command Create(CommandRunner runner)
    {
        var table = TableArgument.Create();
        var once = new Option<bool>("--once") { Description = "End after one batch." };
        var maxRows = new Option<long?>("--max-rows") { Description = "End after this many rows.", HelpName = "rows" };
        var stats = new Option<bool>("--stats") { Description = "Print a line for every batch." };
        var command = new Command("sync", "Runs an absorber's sync loop until interrupted; --once and --max-rows end it earlier.") { table, once, maxRows, stats };
        command.SetAction(runner.Action(context => RunAsync(
            context,
            table,
            new SyncLoopOptions { Once = context.Parsed.GetValue(once), MaxRows = CheckMaxRows(context.Parsed.GetValue(maxRows)), StandBy = false },
            context.Parsed.GetValue(stats))));
        return command;
    }

    private static async Task<int> RunAsync(CommandContext context, Argument<string> table, SyncLoopOptions options, bool stats)
    {
        var absorber = await context.FindAsync(table);
        var time = TimeProvider.System;
        var began = time.GetTimestamp();
        var loop = new SyncLoop(
            absorber.Name,
            absorber.Settings,
            cancellation => context.Engine.OpenLoopAsync(absorber.Name, cancellation),
            new LagClock(time),
            new SyncPrinter(absorber.Name, stats, Console.Out, Console.Error),
            options,
            time,
            NullLogger.Instance);
        var outcome = await loop.RunAsync(context.Stopping, context.Abort);

        if (outcome.End == LoopEnd.LockedElsewhere)
        {
            await Console.Error.WriteLineAsync($"absorber: {absorber.Name}: another session runs its sync loop. Stop that first, for an agent with 'absorber stop'.");
            return ExitCode.Busy;
        }

        if (outcome.End == LoopEnd.GaveUp)
        {
            await Console.Error.WriteLineAsync($"absorber: {absorber.Name}: gave up. {outcome.Error?.Message}");
            return ExitCode.Failed;
        }

        var took = SettingsText.ShowDuration(time.GetElapsedTime(began));
        await Console.Out.WriteLineAsync(FormattableString.Invariant($"{absorber.Name}: {outcome.Batches:N0} batches, {outcome.Picked:N0} rows picked, {outcome.Merged:N0} merged, in {took}"));
        return ExitCode.Done;
    }

    private static long? CheckMaxRows(long? rows) =>
        rows is null or >= 1 ? rows : throw new UsageException($"--max-rows {rows} is out of range: at least 1.");
}
