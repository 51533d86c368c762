using Absorber.ConsoleClient.Views;
using Absorber.Contracts;

namespace Absorber.ConsoleServer.Fleet;

/// <summary>The last things that happened to an absorber, newest first. Safe for concurrent use.</summary>
internal sealed class Happenings
{
    private const int Most = 12;

    /// <summary>How long after a command a loop that runs or stops is that command's doing, and not told twice.</summary>
    private static readonly TimeSpan Doing = TimeSpan.FromSeconds(30);

    private readonly Lock _lock = new();
    private volatile IReadOnlyList<Happening> _newestFirst = [];

    public IReadOnlyList<Happening> NewestFirst => _newestFirst;

    public void Add(Happening happening)
    {
        lock (_lock)
            _newestFirst = [.. _newestFirst.Append(happening).OrderByDescending(one => one.At).Take(Most)];
    }

    public void AddChange(AbsorberReport before, AbsorberReport after)
    {
        if (before.State == after.State)
            return;
        (HappeningKind Kind, string What)? happening = after.State switch
        {
            AbsorberState.Running => (HappeningKind.Good, "Running"),
            AbsorberState.Stopped => (HappeningKind.Good, "Stopped"),
            AbsorberState.StandingBy => (HappeningKind.Good, "Standing by"),
            AbsorberState.Retrying => (HappeningKind.Bad, "Batches fail"),
            AbsorberState.Failed => (HappeningKind.Bad, "Gave up"),
            _ => null,
        };
        if (happening is { } change && !(change.Kind == HappeningKind.Good && FollowsAction(after.Since)))
            Add(new Happening(after.Since, change.Kind, change.What, after.Reason));
    }

    public void AddAction(DateTimeOffset at, string who, string what, bool succeeded, string outcome)
    {
        lock (_lock)
        {
            // What the command brought about was reported before its outcome was.
            if (succeeded)
                _newestFirst = [.. _newestFirst.Where(one => one.Kind != HappeningKind.Good || one.At < at)];
            Add(new Happening(at, HappeningKind.Action, succeeded ? what : $"{what} failed", $"{who}: {outcome}"));
        }
    }

    private bool FollowsAction(DateTimeOffset at) =>
        _newestFirst.Any(one => one.Kind == HappeningKind.Action && one.At <= at && at - one.At < Doing);
}
