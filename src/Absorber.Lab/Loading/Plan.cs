using Absorber.Lab.Shapes;

namespace Absorber.Lab.Loading;

/// <summary>Rows of one target that one statement writes into its buffer.</summary>
/// <param name="Shape">The target.</param>
/// <param name="Rows">How many rows.</param>
/// <param name="Copies">By COPY, else by INSERT.</param>
internal sealed record PlannedWrite(TargetShape Shape, int Rows, bool Copies);

/// <summary>One transaction.</summary>
/// <param name="Writes">What it writes, in order.</param>
/// <param name="Pause">How long it waits before each further write.</param>
/// <param name="RollsBack">Whether it takes everything back in the end.</param>
internal sealed record Plan(IReadOnlyList<PlannedWrite> Writes, TimeSpan Pause, bool RollsBack)
{
    public int Rows => Writes.Sum(write => write.Rows);
}
