using System.Text;
using Absorber.Engine.Catalog;

namespace Absorber.Agent.Configuration;

/// <summary>
/// Reads a table's name as SQL does: <c>schema.table</c>, where a part without double quotes is taken in lower case, and a part in
/// double quotes as it stands, with a quote within it doubled.
/// </summary>
internal static class TableNameParser
{
    private const string Example = "Write schema.table, such as sales.orders; a name with capitals, dots or spaces goes in double quotes, such as sales.\"Order Lines\" (in a shell: 'sales.\"Order Lines\"').";

    /// <exception cref="UsageException">The text is no such name; the message says why.</exception>
    public static TableName Parse(string text)
    {
        var parts = new List<string>();
        var position = 0;
        while (true)
        {
            parts.Add(position < text.Length && text[position] == '"' ? ReadQuoted(text, ref position) : ReadPlain(text, ref position));
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

    private static string ReadPlain(string text, ref int position)
    {
        var start = position;
        while (position < text.Length && text[position] is not ('.' or '"'))
        {
            var letter = text[position];
            if (!char.IsLetterOrDigit(letter) && letter is not ('_' or '$')) throw Refuse(text, $"'{letter}' at character {position + 1} needs double quotes around the name");

            position++;
        }

        if (position == start) throw Refuse(text, "a part of it is empty");

        if (char.IsAsciiDigit(text[start])) throw Refuse(text, "a name that begins with a digit needs double quotes");

        return text[start..position].ToLowerInvariant();
    }

    private static string ReadQuoted(string text, ref int position)
    {
        var name = new StringBuilder();
        for (position++; position < text.Length; position++)
        {
            if (text[position] != '"')
            {
                name.Append(text[position]);
            }
            else if (position + 1 < text.Length && text[position + 1] == '"')
            {
                name.Append('"');
                position++;
            }
            else
            {
                position++;
                if (name.Length == 0) throw Refuse(text, "a part of it is empty");

                return name.ToString();
            }
        }

        throw Refuse(text, "a double quote is not closed");
    }

    private static UsageException Refuse(string text, string why) => new($"'{text}' is no table name: {why}. {Example}");
}
