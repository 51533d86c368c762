namespace Absorber.Engine.Catalog;

/// <summary>A table's name within its database, as the engine stores it: unquoted, case kept.</summary>
public sealed record TableName(string Schema, string Name)
{
    /// <summary>The name as people read it. Not for use in SQL: that takes the adapter's quoting.</summary>
    public override string ToString() => $"{Schema}.{Name}";
}
