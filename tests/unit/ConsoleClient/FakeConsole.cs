using Absorber.ConsoleClient.Views;
using Absorber.Contracts;

namespace Absorber.UnitTests.ConsoleClient;

/// <summary>The server's side of the pages, in memory.</summary>
internal sealed class FakeConsole : IFleet, IHistory, ICommands
{
    public FleetView Current { get; set; } = Make.Fleet(Make.Absorber());

    public List<SeriesPoint> Points { get; } = [Make.Point(0), Make.Point(15)];

    public List<BatchView> Batches { get; } = [];

    public List<ActionView> Actions { get; } = [];

    public List<string> Commands { get; } = [];

    public CommandOutcome Outcome { get; set; } = new(true, AbsorberState.Stopped, "Stopped.");

    public (DateTimeOffset From, DateTimeOffset To, TimeSpan Step)? Asked { get; private set; }

    public AbsorberView? Find(int absorber) => Current.Absorbers.FirstOrDefault(a => a.Id == absorber);

    public Task<IReadOnlyList<SeriesPoint>> ReadPointsAsync(int absorber, DateTimeOffset from, DateTimeOffset to, TimeSpan step, CancellationToken cancellation)
    {
        Asked = (from, to, step);
        return Task.FromResult<IReadOnlyList<SeriesPoint>>(Points);
    }

    public Task<IReadOnlyList<BatchView>> ReadBatchesAsync(int absorber, int most, bool onlyErrors, CancellationToken cancellation) =>
        Task.FromResult<IReadOnlyList<BatchView>>([.. Batches.Where(b => !onlyErrors || b.Error is not null).Take(most)]);

    public Task<IReadOnlyList<ActionView>> ReadActionsAsync(int absorber, int most, CancellationToken cancellation) =>
        Task.FromResult<IReadOnlyList<ActionView>>([.. Actions.Take(most)]);

    public Task<CommandOutcome> StartAsync(int absorber, CancellationToken cancellation) => Take($"start {absorber}");

    public Task<CommandOutcome> StopAsync(int absorber, CancellationToken cancellation) => Take($"stop {absorber}");

    private Task<CommandOutcome> Take(string command)
    {
        Commands.Add(command);
        return Task.FromResult(Outcome);
    }
}
