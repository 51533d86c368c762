using Microsoft.SqlServer.TransactSql.ScriptDom;

namespace Absorber.UnitTests.SqlServer.Framework;

/// <summary>Rules that the parser does not know: what servers refuse only when a module is made or run, and what we ask of ourselves.</summary>
internal sealed class SqlLint : TSqlFragmentVisitor
{
    private static readonly HashSet<TableHintKind> RefusedByMemory =
    [
        TableHintKind.HoldLock, TableHintKind.TabLock, TableHintKind.TabLockX, TableHintKind.ReadPast, TableHintKind.UpdLock, TableHintKind.XLock,
        TableHintKind.NoWait, TableHintKind.ReadCommitted, TableHintKind.ReadCommittedLock, TableHintKind.Rowlock, TableHintKind.PagLock,
        TableHintKind.NoLock, TableHintKind.ReadUncommitted,
    ];

    private readonly List<string> _faults = [];
    private readonly HashSet<string> _memoryTables;
    private readonly bool _isGenerated;
    private bool _isNative;

    private SqlLint(IEnumerable<string> memoryTables, bool isGenerated)
    {
        _memoryTables = memoryTables.ToHashSet(StringComparer.Ordinal);
        _isGenerated = isGenerated;
    }

    /// <summary>Faults of a script, in words; none if it is clean.</summary>
    /// <param name="sql">Batches without GO, one after the other, are parsed as one.</param>
    /// <param name="memoryTables">Names of memory-optimized tables in it.</param>
    /// <param name="isGenerated">Whether names of people's tables occur, which must all be quoted.</param>
    public static IReadOnlyList<string> Faults(string sql, IEnumerable<string> memoryTables, bool isGenerated)
    {
        var lint = new SqlLint(memoryTables, isGenerated);
        TSql.Parse(sql).Accept(lint);
        return lint._faults;
    }

    public override void ExplicitVisit(CreateFunctionStatement node)
    {
        _isNative = node.Options.Any(o => o.OptionKind == FunctionOptionKind.NativeCompilation);
        base.ExplicitVisit(node);
        _isNative = false;
    }

    public override void Visit(SelectStarExpression node) => _faults.Add("SELECT *");

    public override void Visit(MergeStatement node)
    {
        if (node.MergeSpecification.Target is NamedTableReference target && !target.TableHints.Any(h => h.HintKind == TableHintKind.HoldLock)
            && !target.SchemaObject.BaseIdentifier.Value.StartsWith('#'))
            _faults.Add("a MERGE without HOLDLOCK on its target");
        if (node.MergeSpecification.Target is NamedTableReference written && _memoryTables.Contains(written.SchemaObject.BaseIdentifier.Value))
            _faults.Add("a MERGE into a memory-optimized table");
        if (node.MergeSpecification.OutputClause is not null)
            _faults.Add("a MERGE with OUTPUT but without INTO, which triggers forbid");
    }

    public override void Visit(NamedTableReference node)
    {
        var isMemory = _memoryTables.Contains(node.SchemaObject.BaseIdentifier.Value);
        foreach (var hint in node.TableHints.Where(h => isMemory && (RefusedByMemory.Contains(h.HintKind) || (_isNative && h.HintKind == TableHintKind.Snapshot))))
            _faults.Add($"the hint {hint.HintKind} on a memory-optimized table{(_isNative ? " in a native module" : "")}");
        if (isMemory && !_isNative && !node.TableHints.Any(h => h.HintKind == TableHintKind.Snapshot))
            _faults.Add("a memory-optimized table read without SNAPSHOT");
    }

    public override void Visit(FunctionCall node)
    {
        if (_isNative && node.FunctionName.Value.ToUpperInvariant() is "MIN" or "MAX"
            && node.Parameters is [ColumnReferenceExpression column]
            && column.MultiPartIdentifier.Identifiers[^1].Value != "##ShockAbsorberIdentity##")
            _faults.Add("MIN or MAX of another column than the sequence in a native module");
        if (_isNative && node.OverClause is not null)
            _faults.Add("a window function in a native module");
    }

    public override void Visit(CommonTableExpression node)
    {
        if (_isNative)
            _faults.Add("a common table expression in a native module");
    }

    public override void Visit(Identifier node)
    {
        // People's names reach the text only by QUOTENAME; ours may stand bare. Tests give tables names that begin with zz_.
        if (_isGenerated && node.QuoteType == QuoteType.NotQuoted
            && (node.Value.StartsWith("zz_", StringComparison.Ordinal) || node.Value.Any(c => c is not ('_' or '#' or '@' or '$') && !char.IsAsciiLetterOrDigit(c))))
            _faults.Add($"the unquoted name {node.Value}");
        if (node.QuoteType == QuoteType.DoubleQuote)
            _faults.Add($"the name \"{node.Value}\" in double quotes, which depend on a setting");
    }
}
