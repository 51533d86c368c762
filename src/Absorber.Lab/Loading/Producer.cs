using Absorber.Lab.Journals;
using Absorber.Lab.Shapes;

namespace Absorber.Lab.Loading;

/// <summary>One connection that writes transactions into the buffers, and notes what it committed.</summary>
internal sealed class Producer(
    IProducerConnection connection,
    Planner planner,
    Revisions revisions,
    Pace pace,
    LoadTally tally,
    IReadOnlyDictionary<TargetShape, TargetJournal> journals,
    TimeProvider clock)
{
    /// <summary>Writes until told to stop; the transaction at hand is finished then.</summary>
    /// <param name="stop">No further transaction.</param>
    /// <param name="abandon">Break off even the transaction at hand.</param>
    public async Task RunAsync(CancellationToken stop, CancellationToken abandon)
    {
        while (!stop.IsCancellationRequested)
        {
            var plan = planner.Next(pace.Rate);
            try
            {
                await pace.TakeAsync(plan.Rows, stop);
            }
            catch (OperationCanceledException) when (stop.IsCancellationRequested)
            {
                return;
            }

            await RunAsync(plan, abandon);
        }
    }

    private async Task RunAsync(Plan plan, CancellationToken cancellation)
    {
        var written = new Dictionary<(TargetShape Shape, int Key), long>();

        // Before the transaction has its number: the order of numbers is what counts.
        var began = clock.GetTimestamp();
        var outcome = await connection.RunAsync(
            async open =>
            {
                await WriteAsync(open, plan, written, cancellation);
                return !plan.RollsBack;
            },
            cancellation);

        switch (outcome)
        {
            case TransactionOutcome.Committed:
                var span = new CommittedSpan(began, clock.GetTimestamp());
                foreach (var ((shape, key), revision) in written)
                    journals[shape].Committed(key, revision, span);
                tally.Committed(plan.Rows);
                break;
            case TransactionOutcome.RolledBack:
                tally.RolledBack(plan.Rows);
                break;
            case TransactionOutcome.Failed:
                tally.Failed();
                break;
        }
    }

    private async Task WriteAsync(
        IProducerTransaction open, Plan plan, Dictionary<(TargetShape Shape, int Key), long> written, CancellationToken cancellation)
    {
        foreach (var (index, write) in plan.Writes.Index())
        {
            if (index > 0 && plan.Pause > TimeSpan.Zero)
                await Task.Delay(plan.Pause, clock, cancellation);

            var rows = Enumerable.Range(0, write.Rows).Select(_ =>
            {
                var key = planner.NextKey(write.Shape);
                var revision = revisions.Next();
                written[(write.Shape, key)] = revision;
                return write.Shape.Row(key, revision);
            });
            if (write.Copies)
                await open.CopyAsync(write.Shape, rows, cancellation);
            else
                await open.InsertAsync(write.Shape, rows, cancellation);
        }
    }
}
