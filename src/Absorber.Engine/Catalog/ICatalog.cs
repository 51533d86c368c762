namespace Absorber.Engine.Catalog;

/// <summary>Reads what a database server holds. Writes nothing.</summary>
public interface ICatalog
{
    /// <summary>The databases that this login may connect to, by name.</summary>
    Task<IReadOnlyList<string>> ReadDatabasesAsync(CancellationToken cancellation);

    /// <summary>All tables, views and the like of a database except the engine's own, each with the reasons why it cannot be absorbed.</summary>
    Task<IReadOnlyList<TableSummary>> ReadTablesAsync(string database, CancellationToken cancellation);
}
