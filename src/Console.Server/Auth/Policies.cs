namespace Absorber.ConsoleServer.Auth;

/// <summary>
/// Who may call what. Until there is sign-in they all mean the same: somebody on this machine, see <see cref="LocalOnlyRequirement"/>.
/// Every endpoint and hub method names one of them, so that sign-in only has to change what they mean.
/// </summary>
internal static class Policies
{
    /// <summary>May look.</summary>
    public const string Viewer = nameof(Viewer);

    /// <summary>May look, start and stop.</summary>
    public const string Operator = nameof(Operator);

    /// <summary>May register as an agent and send samples.</summary>
    public const string Agent = nameof(Agent);
}
