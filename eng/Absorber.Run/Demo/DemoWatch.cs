using Absorber.Engine.Absorbers;
using Absorber.Run.Steps;

namespace Absorber.Run.Demo;

/// <summary>Looks at the watermarks, a few times a second.</summary>
internal sealed class DemoWatch(DemoDatabase database, StepPrinter steps, TimeProvider clock)
{
    private static readonly TimeSpan Glance = TimeSpan.FromMilliseconds(250);
    private static readonly TimeSpan ReportEvery = TimeSpan.FromSeconds(5);

    // A drain that makes no headway for this long is stuck.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    /// <summary>The most rows that all buffers held together.</summary>
    public long GreatestDepth { get; private set; }

    /// <summary>Watches until the work is done, and prints how it goes.</summary>
    public async Task WhileAsync(Func<Task> work, CancellationToken cancellation)
    {
        var task = work();
        var start = clock.GetTimestamp();
        var before = await LookAsync(cancellation);
        var reported = TimeSpan.Zero;
        while (await Task.WhenAny(task, Task.Delay(Glance, clock, cancellation)) != task)
        {
            var now = await LookAsync(cancellation);
            var elapsed = clock.GetElapsedTime(start);
            if (elapsed - reported < ReportEvery)
                continue;

            var seconds = (elapsed - reported).TotalSeconds;
            steps.Say(
                $"  {elapsed.TotalSeconds,4:F0} s  in {(now.Issued - before.Issued) / seconds,8:N0} rows/s  " +
                $"out {(now.Absorbed - before.Absorbed) / seconds,8:N0} rows/s  depth {now.Depth,9:N0} rows");
            (before, reported) = (now, elapsed);
        }

        await task;
    }

    /// <summary>Waits until all buffers are empty.</summary>
    /// <exception cref="RunException">They do not become so.</exception>
    public async Task DrainAsync(CancellationToken cancellation)
    {
        var least = long.MaxValue;
        var since = clock.GetTimestamp();
        while (true)
        {
            var depth = (await LookAsync(cancellation)).Depth;
            if (depth == 0)
                return;

            if (depth < least)
                (least, since) = (depth, clock.GetTimestamp());
            else if (clock.GetElapsedTime(since) > Patience)
                throw new RunException($"The buffers still hold {depth:N0} rows and do not drain: see the agent's log.");

            await Task.Delay(Glance, clock, cancellation);
        }
    }

    private async Task<Watermarks> LookAsync(CancellationToken cancellation)
    {
        var now = await database.ReadWatermarksAsync(cancellation);
        GreatestDepth = Math.Max(GreatestDepth, now.Depth);
        return now;
    }
}
