using System.Text;
using Absorber.Engine.Catalog;

namespace Absorber.Agent.Configuration;

/// <summary>
/// Reads a table's name as an engine's SQL does: <c>schema.table</c>, where a part in quotes is taken as it stands, with a closing quote
/// within it doubled.
/// </summary>
internal sealed class TableNameParser
{
    private TableNameParser()
    {
    }

    /// <summary>A part without double quotes is taken in lower case.</summary>
    public static TableNameParser PostgreSql { get; } = new()
    {
        Quotes = new() { ['"'] = '"' },
        Lowers = true,
        Advice = "Write schema.table, such as sales.orders; a name with capitals, dots or spaces goes in double quotes, such as sales.\"Order Lines\" (in a shell: 'sales.\"Order Lines\"').",
    };

    /// <summary>Quotes are brackets or double quotes; capitals are kept, the database's collation compares.</summary>
    public static TableNameParser SqlServer { get; } = new()
    {
        Quotes = new() { ['['] = ']', ['"'] = '"' },
        Lowers = false,
        Advice = "Write schema.table, such as dbo.Orders; a name with dots or spaces goes in brackets or double quotes, such as dbo.[Order Lines] (in a shell: 'dbo.[Order Lines]').",
    };

    /// <summary>Closing quotes by opening ones.</summary>
    private Dictionary<char, char> Quotes { get; init; } = [];

    private bool Lowers { get; init; }

    private string Advice { get; init; } = "";

    /// <exception cref="UsageException">The text is no such name; the message says why.</exception>
    public TableName Parse(string text)
    {
        var parts = new List<string>();
        var position = 0;
        while (true)
        {
            parts.Add(position < text.Length && Quotes.TryGetValue(text[position], out var closing) ? ReadQuoted(text, closing, ref position) : ReadPlain(text, ref position));
            if (position == text.Length) break;

            if (text[position] != '.') throw Refuse(text, $"a dot is expected at character {position + 1}");

            position++;
        }

        return parts.Count switch
        {
            1 => throw Refuse(text, "it names no schema"),
            2 => new TableName(parts[0], parts[1]),
            _ => throw Refuse(text, "it has more than two parts; name the database with --database"),
        };
    }

    private string ReadPlain(string text, ref int position)
    {
        var start = position;
        while (position < text.Length && text[position] != '.' && !Quotes.ContainsKey(text[position]))
        {
            var letter = text[position];
            if (!char.IsLetterOrDigit(letter) && letter is not ('_' or '$')) throw Refuse(text, $"'{letter}' at character {position + 1} needs quotes around the name");

            position++;
        }

        if (position == start) throw Refuse(text, "a part of it is empty");

        if (char.IsAsciiDigit(text[start])) throw Refuse(text, "a name that begins with a digit needs quotes");

        var name = text[start..position];
        return Lowers ? name.ToLowerInvariant() : name;
    }

    private string ReadQuoted(string text, char closing, ref int position)
    {
        var name = new StringBuilder();
        for (position++; position < text.Length; position++)
        {
            if (text[position] != closing)
            {
                name.Append(text[position]);
            }
            else if (position + 1 < text.Length && text[position + 1] == closing)
            {
                name.Append(closing);
                position++;
            }
            else
            {
                position++;
                if (name.Length == 0) throw Refuse(text, "a part of it is empty");

                return name.ToString();
            }
        }

        throw Refuse(text, "a quote is not closed");
    }

    private UsageException Refuse(string text, string why) => new($"'{text}' is no table name: {why}. {Advice}");
}
