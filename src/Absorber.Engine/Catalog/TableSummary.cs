namespace Absorber.Engine.Catalog;

/// <summary>A table as the schema picker lists it.</summary>
/// <param name="Name">The table.</param>
/// <param name="EstimatedRows">Rows by the engine's statistics; null where it has none.</param>
/// <param name="HasAbsorber">Whether an absorber for it exists already.</param>
/// <param name="Obstacles">Why it cannot be absorbed, in words for an operator; empty where it can.</param>
/// <param name="Remarks">What an operator should know before absorbing it, such as how generated columns are handled.</param>
public sealed record TableSummary(
    TableName Name,
    long? EstimatedRows,
    bool HasAbsorber,
    IReadOnlyList<string> Obstacles,
    IReadOnlyList<string> Remarks)
{
    public bool CanBeAbsorbed => Obstacles.Count == 0;
}
