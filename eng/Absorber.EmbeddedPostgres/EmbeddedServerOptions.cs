namespace Absorber.EmbeddedPostgres;

/// <summary>What kind of private server is wanted.</summary>
public sealed record EmbeddedServerOptions
{
    /// <summary>Where the server keeps its data, password and log. Made where it is missing; kept when the server stops.</summary>
    public required string Folder { get; init; }

    /// <summary>A folder with <c>initdb</c>, <c>pg_ctl</c> and <c>postgres</c>; null for those of the npm package.</summary>
    public string? BinFolder { get; init; }

    /// <summary>The port on 127.0.0.1; null for any free one.</summary>
    public int? Port { get; init; }

    /// <summary>Whether a commit survives a crash of the machine. False makes tests faster; a crash of the server alone loses nothing either way.</summary>
    /// <value>The default is true.</value>
    public bool Durable { get; init; } = true;

    /// <summary>How much memory the server keeps pages in, in megabytes.</summary>
    /// <value>The default is 256.</value>
    public int SharedBuffersMegabytes { get; init; } = 256;

    /// <summary>The most connections at a time.</summary>
    /// <value>The default is 200.</value>
    public int MaxConnections { get; init; } = 200;

    /// <summary>More lines for the server's configuration, such as <c>max_wal_size</c> and <c>4GB</c>; they win over our own.</summary>
    public IReadOnlyDictionary<string, string> Settings { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>How to start the server when we are root, which PostgreSQL refuses to run as.</summary>
    /// <value>The default is to find out what works here.</value>
    public RootStrategy AsRoot { get; init; } = RootStrategy.Automatic;
}

/// <summary>How a process of root starts a server that must not be root.</summary>
public enum RootStrategy
{
    /// <summary>A user namespace where the system allows it, another user where it does not.</summary>
    Automatic,

    /// <summary>A user namespace in which root's own files belong to an ordinary user. Works in folders that only root may enter.</summary>
    UserNamespace,

    /// <summary>An ordinary user of this system. Data and programs move to where that user can reach them, if need be.</summary>
    OtherUser,
}
