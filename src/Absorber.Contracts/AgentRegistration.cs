namespace Absorber.Contracts;

/// <summary>What an agent says of itself whenever it connects.</summary>
/// <param name="Protocol">The version of these contracts that the agent speaks: <see cref="ContractVersion.Current"/>.</param>
/// <param name="Agent">The agent's configured name, unique within a console.</param>
/// <param name="AgentVersion">The agent's product version.</param>
/// <param name="Server">The database server's name as people know it; never a connection string.</param>
/// <param name="Engine">Engine and version, such as <c>PostgreSQL 18.4</c>.</param>
/// <param name="Spool">The spool that its samples will come from.</param>
/// <param name="Absorbers">All absorbers that it knows.</param>
public sealed record AgentRegistration(
    int Protocol,
    string Agent,
    string AgentVersion,
    string Server,
    string Engine,
    Guid Spool,
    IReadOnlyList<AbsorberReport> Absorbers);

/// <summary>One absorber as its agent sees it now.</summary>
public sealed record AbsorberReport
{
    public required AbsorberName Name { get; init; }

    public required AbsorberState State { get; init; }

    /// <summary>Why it is in that state, in words for an operator; null where there is nothing to say.</summary>
    public string? Reason { get; init; }

    /// <summary>Since when it is in that state, UTC.</summary>
    public required DateTimeOffset Since { get; init; }

    public required AbsorberSettings Settings { get; init; }

    /// <summary>The buffer's name, quoted for use in SQL.</summary>
    public required string Buffer { get; init; }
}

/// <summary>The console's answer to a registration.</summary>
/// <param name="Accepted">Whether the console takes this agent.</param>
/// <param name="Refusal">Why not, and what to do.</param>
/// <param name="Sequence">The highest sequence number of the agent's spool that is stored; the agent sends what follows.</param>
public sealed record RegistrationReply(bool Accepted, string? Refusal, long Sequence);

/// <summary>The version of the contracts, raised when agents and consoles of different versions could misread each other.</summary>
public static class ContractVersion
{
    public const int Current = 1;
}
