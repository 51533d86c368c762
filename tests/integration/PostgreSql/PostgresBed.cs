using Absorber.Contracts;
using Absorber.IntegrationTests.Engines;
using Absorber.Testing.Databases;

namespace Absorber.IntegrationTests.PostgreSql;

/// <summary>What only a bed on PostgreSQL has: segments that rotate.</summary>
internal static class PostgresBed
{
    public static async Task<Bed> OpenAsync(PostgresServers servers, PostgresVersion version, params IReadOnlyList<string> ddl) =>
        await Bed.OpenAsync(new PostgreSqlDatabase(await servers.CreateDatabaseAsync(version, Bed.Cancellation)), ddl);

    /// <summary>A database with the table <see cref="Bed.Orders"/>, absorbed: buffer <c>absorber.sales_orders</c>, number 1.</summary>
    public static async Task<Bed> WithOrdersAsync(PostgresServers servers, PostgresVersion version, AbsorberSettings? settings = null)
    {
        var bed = await OpenAsync(servers, version, Bed.Orders);
        await bed.CreateAsync("sales", "orders", settings);
        return bed;
    }

    public static TestDatabase Postgres(this Bed bed) => ((PostgreSqlDatabase)bed.Database).Database;

    /// <summary>Drains, then moves producers on and empties all segments that nobody pins.</summary>
    public static async Task<bool> ReclaimAsync(this Bed bed)
    {
        await bed.AskAsync<bool>("SELECT absorber.reclaim(1, 0, '0')");
        return await bed.AskAsync<bool>("SELECT absorber.reclaim(1, 1000000000, '1 h')");
    }

    /// <summary>Bytes in all segments of absorber 1.</summary>
    public static Task<long> SizeAsync(this Bed bed) => bed.AskAsync<long>(
        "SELECT sum(pg_relation_size(inhrelid))::bigint FROM pg_inherits WHERE inhparent = (SELECT buffer FROM absorber.absorber WHERE id = 1)");

    /// <summary>The segment that rows go to now.</summary>
    public static Task<string?> SegmentAsync(this Bed bed) => bed.AskAsync<string>(
        "SELECT absorber.segment(1, pg_sequence_last_value('absorber.sequence$1') >> 32)::text");
}
