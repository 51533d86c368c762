using Absorber.ConsoleClient.Views;
using Absorber.Contracts;

namespace Absorber.ConsoleClient.Parts;

/// <summary>How loud a state is. Each has a shape of its own beside its colour.</summary>
public enum Tone
{
    Good,
    Warn,
    Bad,
    Offline,
    Stopped,
}

/// <summary>What an absorber's state is called, and how loud it is.</summary>
public static class StateWords
{
    public static Tone ToneOf(AbsorberView absorber) => absorber.Health switch
    {
        Health.Failed or Health.FallingBehind => Tone.Bad,
        Health.CatchingUp => Tone.Warn,
        Health.AgentOffline or Health.Unknown => Tone.Offline,
        Health.Stopped => Tone.Stopped,
        _ => Tone.Good,
    };

    public static string Of(AbsorberView absorber) => absorber.Health switch
    {
        Health.AgentOffline => "Agent offline",
        Health.Failed => "Failed",
        _ => absorber.State switch
        {
            AbsorberState.Stopping => "Stopping",
            AbsorberState.Stopped => "Stopped",
            AbsorberState.Starting => "Starting",
            AbsorberState.StandingBy => "Standing by",
            AbsorberState.Retrying => "Batches fail",
            _ => absorber.Health switch
            {
                Health.FallingBehind => "Falling behind",
                Health.CatchingUp => "Catching up",
                Health.Unknown => "No figures yet",
                _ => "Running",
            },
        },
    };

    /// <summary>Whether somebody should look at it.</summary>
    public static bool NeedsAttention(AbsorberView absorber) => absorber.Health is Health.Failed or Health.FallingBehind or Health.AgentOffline;

    /// <summary>The tone as a class of the style sheet.</summary>
    public static string Css(this Tone tone) => tone switch
    {
        Tone.Good => "tone-good",
        Tone.Warn => "tone-warn",
        Tone.Bad => "tone-bad",
        Tone.Offline => "tone-off",
        _ => "tone-stop",
    };
}
