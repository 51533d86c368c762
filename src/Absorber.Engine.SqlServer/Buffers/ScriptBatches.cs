namespace Absorber.Engine.SqlServer.Buffers;

/// <summary>Splits a script where <c>GO</c> stands alone on a line, as the tools do; the server itself does not know the word.</summary>
internal static class ScriptBatches
{
    public const string Separator = "GO";

    public static IReadOnlyList<string> Split(string script)
    {
        var batches = new List<string>();
        var batch = new List<string>();
        var comment = 0;
        var inString = false;
        foreach (var line in script.ReplaceLineEndings("\n").Split('\n'))
        {
            if (comment == 0 && !inString && line.Trim().Equals(Separator, StringComparison.OrdinalIgnoreCase))
            {
                Take();
                continue;
            }

            batch.Add(line);
            Follow(line, ref comment, ref inString);
        }

        Take();
        return batches;

        void Take()
        {
            var text = string.Join('\n', batch).Trim();
            if (text.Length > 0)
                batches.Add(text);
            batch.Clear();
        }
    }

    /// <summary>Joins statements to a script that the tools can run.</summary>
    public static string Join(IEnumerable<string> batches) => string.Concat(batches.Select(batch => $"{batch.TrimEnd()}\n{Separator}\n"));

    /// <summary>Tells whether a line ends within a comment or a string, where GO is a word like others.</summary>
    private static void Follow(string line, ref int comment, ref bool inString)
    {
        for (var i = 0; i < line.Length; i++)
        {
            var (here, next) = (line[i], i + 1 < line.Length ? line[i + 1] : '\0');
            if (inString)
            {
                inString = here != '\'';
            }
            else if ((here, next) is ('/', '*'))
            {
                comment++;
                i++;
            }
            else if (comment > 0)
            {
                if ((here, next) is ('*', '/'))
                {
                    comment--;
                    i++;
                }
            }
            else if (here is '[' or '"')
            {
                // A quote within a quoted name opens no string.
                var end = line.IndexOf(here == '[' ? ']' : '"', i + 1);
                i = end < 0 ? line.Length : end;
            }
            else if ((here, next) is ('-', '-'))
            {
                return;
            }
            else
            {
                inString = here == '\'';
            }
        }
    }
}
