namespace Absorber.Contracts;

/// <summary>Names an absorber by its target: one target has at most one absorber.</summary>
/// <param name="Database">The database's name, as the engine stores it, unquoted.</param>
/// <param name="Schema">The target's schema, unquoted.</param>
/// <param name="Table">The target's name, unquoted.</param>
public sealed record AbsorberName(string Database, string Schema, string Table)
{
    /// <summary>The name as people read it: <c>schema.table</c>, without the database. Not for use in SQL.</summary>
    public override string ToString() => $"{Schema}.{Table}";
}
