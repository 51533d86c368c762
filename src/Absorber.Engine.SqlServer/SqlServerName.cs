using Absorber.Engine.Catalog;

namespace Absorber.Engine.SqlServer;

/// <summary>Quotes names for use in T-SQL, as <c>QUOTENAME</c> does.</summary>
public static class SqlServerName
{
    /// <summary>A single name in brackets.</summary>
    public static string Quote(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return $"[{name.Replace("]", "]]", StringComparison.Ordinal)}]";
    }

    /// <summary>Schema and name in brackets.</summary>
    public static string Quote(TableName table)
    {
        ArgumentNullException.ThrowIfNull(table);
        return $"{Quote(table.Schema)}.{Quote(table.Name)}";
    }
}
