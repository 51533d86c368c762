using System.Text;

namespace Absorber.Testing.SqlServer;

/// <summary>Fills templates as <c>ShockAbsorber.Fill</c> does: in one pass, and texts that were filled in are not looked through again.</summary>
public sealed class TemplateFiller
{
    private readonly Dictionary<string, string> _values = new(StringComparer.Ordinal);
    private readonly Dictionary<string, IReadOnlyList<string>> _lists = new(StringComparer.Ordinal);

    public string this[string name]
    {
        set => _values[name] = value;
    }

    public void List(string name, IEnumerable<string> texts) => _lists[name] = texts.ToList();

    public string Fill(string template)
    {
        var filled = new StringBuilder();
        var from = 0;
        for (int at; (at = template.IndexOf("{{", from, StringComparison.Ordinal)) >= 0;)
        {
            var until = template.IndexOf("}}", at, StringComparison.Ordinal);
            filled.Append(template, from, at - from).Append(Value(template[(at + 2)..until]));
            from = until + 2;
        }

        return filled.Append(template, from, template.Length - from).ToString();
    }

    /// <summary>Quotes an identifier as QUOTENAME does.</summary>
    public static string Quote(string name) => $"[{name.Replace("]", "]]", StringComparison.Ordinal)}]";

    /// <summary>A Unicode literal.</summary>
    public static string Literal(string text) => $"N'{text.Replace("'", "''", StringComparison.Ordinal)}'";

    private string Value(string name)
    {
        if (!name.StartsWith("each ", StringComparison.Ordinal))
            return _values.TryGetValue(name, out var value) ? value : throw new InvalidOperationException($"Nothing fills {{{{{name}}}}}.");
        var parts = name["each ".Length..].Split('|', 3);
        var texts = _lists[parts[0]];
        if (texts.Count == 0)
            throw new InvalidOperationException($"The list of {{{{{name}}}}} is empty.");
        return string.Join(parts[2], texts.Select(t => parts[1].Replace("%", t, StringComparison.Ordinal)));
    }
}
