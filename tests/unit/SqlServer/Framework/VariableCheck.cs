using Microsoft.SqlServer.TransactSql.ScriptDom;

namespace Absorber.UnitTests.SqlServer.Framework;

/// <summary>
/// Variables must be declared in the very same letters as they are used, and parameters be passed by the names that their procedure
/// gives them: on a server with a case-sensitive collation, @id and @Id are two.
/// </summary>
internal sealed class VariableCheck
{
    private readonly Dictionary<string, HashSet<string>> _parameters = new(StringComparer.Ordinal);
    private readonly List<(string Procedure, string Parameter)> _passed = [];
    private readonly List<string> _undeclared = [];

    public void Read(string batch)
    {
        var visitor = new Visitor();
        TSql.Parse(batch).Accept(visitor);
        _undeclared.AddRange(visitor.Used.Where(u => !visitor.Declared.Contains(u)).Select(u => $"{u} is not declared: {batch.Trim().Split('\n')[0]}"));
        _passed.AddRange(visitor.Passed);
        if (visitor.Procedure is { } procedure)
            _parameters[procedure] = visitor.Parameters;
    }

    public IReadOnlyList<string> Faults() =>
    [
        .. _undeclared,
        .. _passed.Where(p => _parameters.TryGetValue(p.Procedure, out var known) && !known.Contains(p.Parameter)).Select(p => $"{p.Procedure} has no {p.Parameter}"),
    ];

    private sealed class Visitor : TSqlFragmentVisitor
    {
        private readonly HashSet<VariableReference> _names = [];

        public string? Procedure { get; private set; }

        public HashSet<string> Parameters { get; } = new(StringComparer.Ordinal);

        public HashSet<string> Declared { get; } = new(StringComparer.Ordinal);

        public HashSet<string> Used { get; } = new(StringComparer.Ordinal);

        public List<(string Procedure, string Parameter)> Passed { get; } = [];

        public override void ExplicitVisit(CreateProcedureStatement node)
        {
            Procedure = node.ProcedureReference.Name.BaseIdentifier.Value;
            Parameters.UnionWith(node.Parameters.Select(p => p.VariableName.Value));
            base.ExplicitVisit(node);
        }

        public override void Visit(ProcedureParameter node) => Declared.Add(node.VariableName.Value);

        public override void Visit(DeclareVariableElement node) => Declared.Add(node.VariableName.Value);

        public override void Visit(ExecutableProcedureReference node)
        {
            foreach (var parameter in node.Parameters.Where(p => p.Variable is not null))
            {
                _names.Add(parameter.Variable);
                if (node.ProcedureReference?.ProcedureReference is { } called)
                    Passed.Add((called.Name.BaseIdentifier.Value, parameter.Variable.Name));
            }
        }

        public override void Visit(VariableReference node)
        {
            if (!_names.Contains(node))
                Used.Add(node.Name);
        }
    }
}
