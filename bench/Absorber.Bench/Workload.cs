using System.Globalization;

namespace Absorber.Bench;

/// <summary>The rows of a run, half of which are updates.</summary>
/// <param name="Name">What kind of rows, for the report.</param>
/// <param name="Work">The query for so many rows, in their order.</param>
/// <param name="Before">The query for the keys that the target holds before.</param>
internal sealed record Workload(string Name, Func<long, string> Work, Func<long, string> Before)
{
    /// <summary>The worst case: every key once, in random order over the whole table; the target holds every other key.</summary>
    public static Workload Shuffled { get; } = new(
        "every key once, in random order",
        rows => Format($"SELECT {BenchTable.RowOf} FROM generate_series(1, {rows}) AS i ORDER BY md5(i::text || 'shuffled')"),
        rows => Format($"SELECT i / 1000 AS a, i % 1000 AS b FROM generate_series(1, {rows}) AS i WHERE i % 2 = 0"));

    /// <summary>As bursts come: new keys in ascending order, and as many updates of keys that came a little before, in a table that holds older keys.</summary>
    public static Workload Burst { get; } = new(
        "new keys and updates of recent ones",
        rows => Format($"""
            SELECT k / 1000 AS a, k % 1000 AS b, r.d, r.e, r.n
            FROM generate_series(1, {rows}) AS i
            CROSS JOIN LATERAL (SELECT {BenchTable.RowOf}) r
            CROSS JOIN LATERAL (SELECT ({rows} / 2 + CASE WHEN i % 2 = 1 THEN (i + 1) / 2 ELSE greatest(1, i / 2 - abs(hashint8(i)::bigint) % 5000) END)::int AS k) key
            ORDER BY i
            """),
        rows => Format($"SELECT i / 1000 AS a, i % 1000 AS b FROM generate_series(1, {rows} / 2) AS i"));

    private static string Format(FormattableString sql) => sql.ToString(CultureInfo.InvariantCulture);
}
