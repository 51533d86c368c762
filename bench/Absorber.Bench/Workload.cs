using System.Globalization;

namespace Absorber.Bench;

/// <summary>The rows of a run, half of which are updates.</summary>
/// <param name="Name">What kind of rows, for the report.</param>
/// <param name="Work">The query for so many rows, in their order.</param>
/// <param name="Before">The query for the keys that the target holds before.</param>
/// <param name="Keys">The keys of so many rows, in their order, for engines whose rows are made here.</param>
/// <param name="KeysBefore">The keys that the target holds before, likewise.</param>
internal sealed record Workload(
    string Name, Func<long, string> Work, Func<long, string> Before, Func<long, IEnumerable<int>> Keys, Func<long, IEnumerable<int>> KeysBefore)
{
    /// <summary>PostgreSQL's row of the number i.</summary>
    public const string RowOf = """
        (i / 1000)::int AS a, (i % 1000)::int AS b, md5(i::text) AS d,
        timestamptz '2026-01-01' + i * interval '1 ms' AS e, (i * 1.01)::numeric(12, 2) AS n
        """;

    private const int Seed = 4711;

    /// <summary>The worst case: every key once, in random order over the whole table; the target holds every other key.</summary>
    public static Workload Shuffled { get; } = new(
        "every key once, in random order",
        rows => Format($"SELECT {RowOf} FROM generate_series(1, {rows}) AS i ORDER BY md5(i::text || 'shuffled')"),
        rows => Format($"SELECT i / 1000 AS a, i % 1000 AS b FROM generate_series(1, {rows}) AS i WHERE i % 2 = 0"),
        rows => Shuffle((int)rows),
        rows => Enumerable.Range(1, (int)rows / 2).Select(i => 2 * i));

    /// <summary>As bursts come: new keys in ascending order, and as many updates of keys that came a little before, in a table that holds older keys.</summary>
    public static Workload Burst { get; } = new(
        "new keys and updates of recent ones",
        rows => Format($"""
            SELECT k / 1000 AS a, k % 1000 AS b, r.d, r.e, r.n
            FROM generate_series(1, {rows}) AS i
            CROSS JOIN LATERAL (SELECT {RowOf}) r
            CROSS JOIN LATERAL (SELECT ({rows} / 2 + CASE WHEN i % 2 = 1 THEN (i + 1) / 2 ELSE greatest(1, i / 2 - abs(hashint8(i)::bigint) % 5000) END)::int AS k) key
            ORDER BY i
            """),
        rows => Format($"SELECT i / 1000 AS a, i % 1000 AS b FROM generate_series(1, {rows} / 2) AS i"),
        rows => Enumerable.Range(1, (int)rows).Select(i => (int)rows / 2 + (i % 2 == 1 ? (i + 1) / 2 : Math.Max(1, i / 2 - (int)((uint)i * 2_654_435_761 % 5000)))),
        rows => Enumerable.Range(1, (int)rows / 2));

    private static int[] Shuffle(int rows)
    {
        var keys = Enumerable.Range(1, rows).ToArray();
        new Random(Seed).Shuffle(keys);
        return keys;
    }

    private static string Format(FormattableString sql) => sql.ToString(CultureInfo.InvariantCulture);
}
