namespace Absorber.Testing.SqlServer;

/// <summary>What <c>ShockAbsorber.Columns</c> says of one column that a buffer holds.</summary>
/// <param name="Name">As it is, not quoted.</param>
/// <param name="Type">With collation, without NULL or NOT NULL.</param>
/// <param name="Key">Its place in the key, from 1; 0 when it is not in the key.</param>
/// <param name="Nullable">Whether it may be NULL.</param>
/// <param name="Default">The definition of its default, as the catalog has it.</param>
/// <param name="Identity">Whether it is an identity column (of the key; others are left out of buffers).</param>
public sealed record ShapeColumn(string Name, string Type, int Key = 0, bool Nullable = false, string? Default = null, bool Identity = false)
{
    public string Quoted => TemplateFiller.Quote(Name);

    public string TypeText => $"{Type} {(Nullable ? "NULL" : "NOT NULL")}";

    public string Definition => Default is null ? TypeText : $"{TypeText} DEFAULT {Default}";
}

/// <summary>A target table that is awkward in some way. <c>Shapes/&lt;Name&gt;.sql</c> makes it.</summary>
/// <param name="Name">Of the shape.</param>
/// <param name="Schema">Of the table.</param>
/// <param name="Table">Of the table.</param>
/// <param name="Columns">Those that the buffer holds, in the table's order.</param>
/// <param name="InMemory">Whether a memory-optimized buffer can hold them.</param>
/// <param name="Buffer">The buffer's name, where it is not <c>schema_table</c>.</param>
public sealed record TargetShape(string Name, string Schema, string Table, IReadOnlyList<ShapeColumn> Columns, bool InMemory = true, string? Buffer = null)
{
    public string BufferName => Buffer ?? $"{Schema}_{Table}";

    public IEnumerable<ShapeColumn> Keys => Columns.Where(c => c.Key > 0).OrderBy(c => c.Key);

    public IEnumerable<ShapeColumn> Others => Columns.Where(c => c.Key == 0);

    /// <summary>The statements that make the table, batch by batch.</summary>
    public IEnumerable<string> CreateBatches() =>
        FrameworkScripts.Batches(File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "SqlServer", "Shapes", $"{Name}.sql")).ReplaceLineEndings("\n"));

    public override string ToString() => Name;
}
