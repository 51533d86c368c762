using Absorber.ConsoleClient.Views;
using Absorber.Contracts;

namespace Absorber.ConsoleClient.Absorbers;

/// <summary>What an operator can do to an absorber in its present state, and why not.</summary>
/// <param name="Verb"><c>start</c> or <c>stop</c>.</param>
/// <param name="Refusal">Why it can't be done now, in words for the operator; null where it can.</param>
public sealed record Operation(string Verb, string? Refusal)
{
    /// <summary>The one operation that makes sense now.</summary>
    public static Operation Of(AbsorberView absorber)
    {
        var verb = absorber.State is AbsorberState.Stopped or AbsorberState.Failed ? "start" : "stop";
        return new Operation(verb, RefusalOf(absorber, verb));
    }

    private static string? RefusalOf(AbsorberView absorber, string verb) => absorber switch
    {
        { AgentOnline: false } => $"Agent {absorber.Agent} is offline, so it can't be told to {verb}.",
        { State: AbsorberState.Stopping } => "It is stopping already: the batch in flight is being finished.",
        _ => null,
    };
}
