using Absorber.Contracts;

namespace Absorber.ConsoleServer.Series;

/// <summary>An absorber's present figures, as far as its samples tell; null is unknown.</summary>
internal sealed record Figures
{
    /// <summary>The last sample that knew depth and lag.</summary>
    public Sample? Measured { get; init; }

    public double? InPerSecond { get; init; }

    public double? OutPerSecond { get; init; }

    public TimeSpan? BatchP95 { get; init; }

    public Sample? LastBatch { get; init; }

    public string? LastError { get; init; }

    public int RecentErrors { get; init; }

    public IReadOnlyList<double?> LagTrend { get; init; } = [];
}
