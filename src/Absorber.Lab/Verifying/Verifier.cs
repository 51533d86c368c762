using System.Collections;
using System.Data.Common;
using System.Globalization;
using Absorber.Lab.Engines;
using Absorber.Lab.Shapes;

namespace Absorber.Lab.Verifying;

/// <summary>Compares a target, row by row as it is read, with what producers committed.</summary>
internal sealed class Verifier(ILabDatabase database)
{
    private const int MostExamples = 10;

    public async Task<TargetVerdict> VerifyAsync(TargetShape shape, IReadOnlyDictionary<int, long[]> expected, CancellationToken cancellation)
    {
        var examples = new List<string>();
        var seen = new BitArray(shape.Keys);
        var (missing, stale, wrong) = (0, 0, 0);

        await using var connection = await database.OpenAsync(cancellation);
        await using var command = connection.CreateCommand();
        command.CommandText = database.Select(shape);
        command.CommandTimeout = 0;
        await using var rows = await command.ExecuteReaderAsync(cancellation);
        while (await rows.ReadAsync(cancellation))
        {
            if (shape.KeyOf(rows) is not { } key || !expected.TryGetValue(key, out var acceptable))
                continue;

            seen[key] = true;
            var revision = rows.GetInt64(shape.Columns.Count - 1);
            if (acceptable.Contains(revision))
            {
                if (FirstDifference(shape, key, revision, rows) is { } difference)
                {
                    wrong++;
                    Note(shape, key, difference);
                }
            }
            else if (revision < acceptable.Max())
            {
                stale++;
                Note(shape, key, $"stale: expected {Revisions(acceptable)}, found revision {revision}");
            }
            else
            {
                wrong++;
                Note(shape, key, $"never committed: expected {Revisions(acceptable)}, found revision {revision}");
            }
        }

        foreach (var (key, acceptable) in expected)
        {
            if (!seen[key])
            {
                missing++;
                Note(shape, key, $"missing: expected {Revisions(acceptable)}, found no row");
            }
        }

        return new TargetVerdict(shape.Target.ToString(), expected.Count, missing, stale, wrong, examples);

        void Note(TargetShape of, int key, string what)
        {
            if (examples.Count < MostExamples)
                examples.Add($"{of.Target}, {of.Describe(key)}: {what}");
        }
    }

    private string? FirstDifference(TargetShape shape, int key, long revision, DbDataReader row)
    {
        var values = shape.Row(key, revision);
        for (var i = 0; i < values.Length; i++)
        {
            var column = shape.Columns[i];
            var expected = values[i] is { } value ? database.Stored(column, value) : null;
            var found = row.IsDBNull(i) ? null : database.Read(row, i, column);
            if (!Same(expected, found))
                return $"column {column.Name} of revision {revision}: expected {Show(expected)}, found {Show(found)}";
        }

        return null;
    }

    private static bool Same(object? expected, object? found) => (expected, found) switch
    {
        (Array a, Array b) => a.Cast<object?>().SequenceEqual(b.Cast<object?>()),
        _ => Equals(expected, found),
    };

    private static string Revisions(long[] acceptable) => acceptable is [var one]
        ? $"revision {one}"
        : $"one of revisions {string.Join(", ", acceptable)}";

    private static string Show(object? value) => value switch
    {
        null => "NULL",
        byte[] bytes => $"\\x{Convert.ToHexStringLower(bytes)}",
        Array array => $"{{{string.Join(", ", array.Cast<object?>())}}}",
        _ => string.Create(CultureInfo.InvariantCulture, $"'{value}'"),
    };
}
