using Absorber.Contracts;
using Absorber.Engine.Absorbers;
using Absorber.Engine.Catalog;
using Absorber.Engine.Sync;

namespace Absorber.Engine;

/// <summary>One database server, seen through its adapter.</summary>
public interface IDatabaseEngine : IAsyncDisposable
{
    ICatalog Catalog { get; }

    IAbsorbers Absorbers { get; }

    /// <summary>Connects and reads what the server is and can do.</summary>
    Task<ServerInfo> ReadServerAsync(CancellationToken cancellation);

    /// <summary>What the server and a database can do for absorbers, and what an operator might do about it.</summary>
    /// <param name="database">The database; null for the connection string's own.</param>
    /// <param name="cancellation">Cancels asking.</param>
    Task<IReadOnlyList<Capability>> ReadCapabilitiesAsync(string? database, CancellationToken cancellation);

    /// <summary>Opens a session of its own, outside any pool, for the loop of one absorber.</summary>
    Task<ILoopSession> OpenLoopAsync(AbsorberName name, CancellationToken cancellation);
}

/// <summary>What a server says of itself.</summary>
/// <param name="Server">Its name as people know it: host and port, never a connection string.</param>
/// <param name="Engine">Engine and version, such as <c>PostgreSQL 18.4</c>.</param>
public sealed record ServerInfo(string Server, string Engine);

/// <summary>Something that a server can or cannot do, or a setting of it that matters to absorbers.</summary>
/// <param name="Name">What it is.</param>
/// <param name="Value">Yes, no, or a value.</param>
/// <param name="Remark">What follows from it, or what to do; null where there is nothing to say.</param>
public sealed record Capability(string Name, string Value, string? Remark);
