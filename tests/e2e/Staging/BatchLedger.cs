using Npgsql;

namespace Absorber.EndToEndTests.Staging;

/// <summary>Compares the batches that the targets' database counted with the batches that the console's store knows.</summary>
internal static class BatchLedger
{
    private sealed record Line(string Target, long Batch);

    /// <summary>Returns when the store has the last batch of every absorber, and then what is missing and what is there twice.</summary>
    public static async Task<BatchDifferences> CompareAsync(Stage stage)
    {
        // The loops go on: what is compared is what was complete, not what has come since.
        List<Line> counted = [], stored = [];
        await Eventually.IsSoAsync(
            async () => IsComplete(counted = await CountedAsync(stage), stored = await StoredAsync(stage)),
            "the store has the last batch of every absorber");
        return new BatchDifferences(
            counted.Count,
            [.. counted.Except(stored).Select(line => $"{line.Target} {line.Batch}")],
            [.. stored.GroupBy(line => line).Where(group => group.Count() > 1).Select(group => $"{group.Key.Target} {group.Key.Batch}")]);
    }

    private static bool IsComplete(List<Line> counted, List<Line> stored)
    {
        var last = stored.GroupBy(line => line.Target, StringComparer.Ordinal).ToDictionary(group => group.Key, group => group.Max(line => line.Batch), StringComparer.Ordinal);
        return counted.GroupBy(line => line.Target, StringComparer.Ordinal).All(group => last.GetValueOrDefault(group.Key) >= group.Max(line => line.Batch));
    }

    private static Task<List<Line>> CountedAsync(Stage stage) => ReadAsync(
        stage.Targets.Source,
        """
        SELECT a.target_schema || '.' || a.target_name, b.batch
        FROM absorber.batch b
        JOIN absorber.absorber a ON a.id = b.absorber
        WHERE b.picked > 0
        """);

    private static Task<List<Line>> StoredAsync(Stage stage) => ReadAsync(
        stage.Store.Source,
        """
        SELECT a."schema" || '.' || a."table", s.batch
        FROM console.samples s
        JOIN console.absorbers a ON a.id = s.absorber_id
        WHERE s.kind = 0 AND s.picked > 0
        """);

    private static async Task<List<Line>> ReadAsync(NpgsqlDataSource source, string sql)
    {
        await using var command = source.CreateCommand(sql);
        await using var reader = await command.ExecuteReaderAsync();
        var lines = new List<Line>();
        while (await reader.ReadAsync())
            lines.Add(new Line(reader.GetString(0), reader.GetInt64(1)));
        return lines;
    }
}

/// <param name="Batches">How many batches were counted.</param>
/// <param name="Missing">Batches of which the store has no sample, such as <c>shop.carts 12</c>.</param>
/// <param name="Doubled">Batches of which the store has more than one.</param>
internal sealed record BatchDifferences(int Batches, IReadOnlyList<string> Missing, IReadOnlyList<string> Doubled);
