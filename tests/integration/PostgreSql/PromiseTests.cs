using Absorber.IntegrationTests.PostgreSql.Oracle;
using Absorber.Testing.Databases;
using Npgsql;

namespace Absorber.IntegrationTests.PostgreSql;

/// <summary>Nothing lost, nothing stale: random workloads, judged by an oracle that knows nothing of how a buffer works.</summary>
public sealed class PromiseTests(PostgresServers servers)
{
    [Theory]
    [EachPostgres(1, 40)]
    [EachPostgres(2, 3)]
    [EachPostgres(3, 400)]
    public async Task Batches_WhileProducersWriteAtRandom_EndWithAcceptableRowsOnly(PostgresVersion version, int seed, int mostRows)
    {
        await using var bed = await Bed.OpenAsync(servers, version, "CREATE SCHEMA sales; CREATE TABLE sales.orders (key int PRIMARY KEY, value bigint NOT NULL)");
        await bed.CreateAsync("sales", "orders");
        await using var oldSnapshot = await Session.BeginAsync(bed.Database.ConnectionString, Bed.Cancellation, "BEGIN ISOLATION LEVEL REPEATABLE READ");
        await oldSnapshot.AskAsync<long>("SELECT count(*) FROM sales.orders");

        var history = new History();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Bed.Cancellation);
        var loops = Enumerable.Range(0, 2).Select(n => new RandomLoop(bed.Database.ConnectionString, mostRows, seed * 100 + n).RunAsync(stop.Token)).ToList();
        await Task.WhenAll(Enumerable.Range(0, 6).Select(n => new RandomProducer(bed.Database.ConnectionString, history, seed * 100 + n).RunAsync(Bed.Cancellation)));
        await stop.CancelAsync();
        var batches = (await Task.WhenAll(loops)).Sum();
        await bed.DrainAsync(mostRows: mostRows * 10);

        history.Judge(await ReadAsync(bed.Database.Source));
        Assert.True(batches > 5, $"Only {batches} batches ran.");
        Assert.Equal(0, await bed.AskAsync<long>("SELECT count(*) FROM absorber.sales_orders$pending"));
        Assert.Equal(0, (await bed.WatermarksAsync()).Depth);
    }

    private static async Task<Dictionary<int, long>> ReadAsync(NpgsqlDataSource source)
    {
        var rows = new Dictionary<int, long>();
        await using var command = source.CreateCommand("SELECT key, value FROM sales.orders");
        await using var reader = await command.ExecuteReaderAsync(Bed.Cancellation);
        while (await reader.ReadAsync(Bed.Cancellation))
            rows.Add(reader.GetInt32(0), reader.GetInt64(1));
        return rows;
    }
}
