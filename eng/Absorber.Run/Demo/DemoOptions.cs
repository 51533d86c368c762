namespace Absorber.Run.Demo;

/// <summary>What demo is wanted.</summary>
internal sealed record DemoOptions
{
    /// <summary>How long the load runs before everything is checked and stopped; null to stay until Ctrl-C.</summary>
    public TimeSpan? For { get; init; }

    /// <summary>The console's port on 127.0.0.1.</summary>
    public required int Port { get; init; }

    /// <summary>PostgreSQL's port on 127.0.0.1; null for any free one.</summary>
    public int? DatabasePort { get; init; }

    /// <summary>The SQL Server that holds the targets; null for the embedded PostgreSQL.</summary>
    public string? SqlServer { get; init; }

    /// <summary>Whether to forget what earlier demos left.</summary>
    public bool Fresh { get; init; }

    /// <summary>Rows per second while calm.</summary>
    public required int Calm { get; init; }

    /// <summary>Rows per second in a burst.</summary>
    public required int Burst { get; init; }

    public required int Seed { get; init; }
}
