using System.Globalization;
using Absorber.Lab.Shapes;

namespace Absorber.Lab.Journals;

/// <summary>A journal as text: one line per key with target, key and the revisions that may stand, separated by tabs and commas.</summary>
internal static class JournalFile
{
    public static async Task WriteAsync(string path, IReadOnlyList<TargetJournal> journals, CancellationToken cancellation)
    {
        await using var writer = new StreamWriter(path);
        foreach (var journal in journals)
        {
            for (var key = 0; key < journal.Shape.Keys; key++)
            {
                var revisions = string.Join(',', journal.Acceptable(key));
                if (revisions.Length > 0)
                    await writer.WriteLineAsync($"{journal.Shape.Target}\t{key}\t{revisions}".AsMemory(), cancellation);
            }
        }
    }

    /// <summary>Reads the expectation per key of each target.</summary>
    /// <exception cref="FormatException">The file is no journal; the message names the line.</exception>
    public static async Task<IReadOnlyDictionary<TargetShape, Dictionary<int, long[]>>> ReadAsync(
        string path, IReadOnlyList<TargetShape> shapes, CancellationToken cancellation)
    {
        var expected = shapes.ToDictionary(shape => shape, _ => new Dictionary<int, long[]>());
        var names = shapes.ToDictionary(shape => shape.Target.ToString(), StringComparer.Ordinal);
        var number = 0;
        await foreach (var line in File.ReadLinesAsync(path, cancellation))
        {
            number++;
            if (line.Split('\t') is not [var target, var key, var revisions] || !names.TryGetValue(target, out var shape))
                throw new FormatException($"Line {number} of {path} is none of a journal of the load.");

            expected[shape].Add(
                int.Parse(key, CultureInfo.InvariantCulture),
                [.. revisions.Split(',').Select(revision => long.Parse(revision, CultureInfo.InvariantCulture))]);
        }

        return expected;
    }
}
