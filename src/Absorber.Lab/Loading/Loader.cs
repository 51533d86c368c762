using Absorber.Lab.Journals;
using Absorber.Lab.Shapes;

namespace Absorber.Lab.Loading;

/// <summary>Runs the producers of a load.</summary>
internal sealed class Loader
{
    private static readonly TimeSpan ReportEvery = TimeSpan.FromSeconds(2);

    // How long a transaction at hand may take once the load is told to stop.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    private readonly LoadOptions _options;
    private readonly IReadOnlyDictionary<TargetShape, string> _buffers;
    private readonly Dictionary<TargetShape, TargetJournal> _journals;
    private readonly TimeProvider _clock;
    private readonly Pace _pace;

    public Loader(LoadOptions options, IReadOnlyDictionary<TargetShape, string> buffers, TimeProvider clock)
    {
        _options = options;
        _clock = clock;
        _pace = new Pace(options.Phases, clock);
        _buffers = buffers;
        _journals = buffers.Keys.ToDictionary(shape => shape, shape => new TargetJournal(shape));
    }

    public LoadTally Tally { get; } = new();

    public IReadOnlyList<TargetJournal> Journals => [.. _journals.Values];

    /// <summary>Produces until time or rows are up or it is told to stop; transactions at hand are finished.</summary>
    public async Task RunAsync(IProgress<string> progress, CancellationToken cancellation)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        using var abandon = new CancellationTokenSource();
        await using var hurry = stop.Token.Register(() => abandon.CancelAfter(Patience));

        var reports = ReportAsync(progress, stop);
        var producers = Enumerable.Range(0, _options.Connections)
            .Select(index => ProduceAsync(index, stop, abandon.Token))
            .ToList();
        try
        {
            await Task.WhenAll(producers);
        }
        finally
        {
            await stop.CancelAsync();
            await reports;
            Tally.Seconds = _pace.Elapsed.TotalSeconds;
        }
    }

    private async Task ProduceAsync(int index, CancellationTokenSource stop, CancellationToken abandon)
    {
        await using var connection = _options.Database.OpenProducer(index + 1, _buffers, _clock);
        var producer = new Producer(
            connection,
            new Planner(_options.Seed, index, _options.Connections, [.. _buffers.Keys]),
            new Revisions(index, _options.Connections, _clock),
            _pace,
            Tally,
            _journals,
            _clock);
        try
        {
            await producer.RunAsync(stop.Token, abandon);
        }
        catch
        {
            await stop.CancelAsync();
            throw;
        }
    }

    private async Task ReportAsync(IProgress<string> progress, CancellationTokenSource stop)
    {
        using var timer = new PeriodicTimer(TimeSpan.FromMilliseconds(100), _clock);
        var before = (_pace.Elapsed, Tally.Rows);
        try
        {
            while (await timer.WaitForNextTickAsync(stop.Token))
            {
                var elapsed = _pace.Elapsed;
                if (elapsed >= _options.For || Tally.Rows >= _options.Rows)
                {
                    await stop.CancelAsync();
                    return;
                }

                if (elapsed - before.Elapsed < ReportEvery)
                    continue;

                var rate = (Tally.Rows - before.Rows) / (elapsed - before.Elapsed).TotalSeconds;
                progress.Report(
                    $"{elapsed.TotalSeconds,5:F0} s  {(_pace.IsBurst ? "burst" : "calm"),-5}  {rate,7:N0} rows/s  " +
                    $"{Tally.Rows,11:N0} rows in {Tally.Transactions:N0} transactions, {Tally.RolledBackTransactions:N0} rolled back");
                before = (elapsed, Tally.Rows);
            }
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            // Told to stop.
        }
    }
}
