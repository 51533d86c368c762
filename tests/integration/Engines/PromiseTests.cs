using System.Data;
using System.Globalization;
using Absorber.IntegrationTests.Engines.Oracle;
using Absorber.Testing.Databases;

namespace Absorber.IntegrationTests.Engines;

/// <summary>Nothing lost, nothing stale: random workloads, judged by an oracle that knows nothing of how a buffer works.</summary>
public sealed class PromiseTests(PostgresServers servers)
{
    [Theory]
    [EachServer(1, 40)]
    [EachServer(2, 3)]
    [EachServer(3, 400)]
    public async Task Batches_WhileProducersWriteAtRandom_EndWithAcceptableRowsOnly(ServerKind server, int seed, int mostRows)
    {
        await using var bed = await Bed.OpenAsync(servers, server, "CREATE SCHEMA sales", "CREATE TABLE sales.orders (\"key\" int PRIMARY KEY, value bigint NOT NULL)");
        await bed.CreateAsync("sales", "orders");
        await using var oldSnapshot = await bed.BeginAsync(IsolationLevel.Snapshot);
        await oldSnapshot.AskAsync<long>("SELECT count(*) FROM sales.orders");

        var history = new History();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Bed.Cancellation);
        var loops = Enumerable.Range(0, 2).Select(n => new RandomLoop(bed, mostRows, seed * 100 + n).RunAsync(stop.Token)).ToList();
        await Task.WhenAll(Enumerable.Range(0, 6).Select(n => new RandomProducer(bed, history, seed * 100 + n).RunAsync(Bed.Cancellation)));
        await stop.CancelAsync();
        var batches = (await Task.WhenAll(loops)).Sum();
        await bed.DrainAsync(mostRows: mostRows * 10);

        history.Judge(await ReadAsync(bed));
        Assert.True(batches > 5, $"Only {batches} batches ran.");
        Assert.Equal(0, await bed.CountAsync(bed.Database.Pending(bed.Absorber)));
        Assert.Equal(0, (await bed.WatermarksAsync()).Depth);
    }

    [Theory]
    [EachServer]
    public async Task Batches_ProducerWithALowerNumberCommitsLater_MergesItsRowToo(ServerKind server)
    {
        await using var bed = await Bed.WithOrdersAsync(servers, server);
        await using var slow = await bed.BeginAsync();
        await slow.RunAsync($"INSERT INTO {bed.Buffer} (id, line, note) VALUES (1, 1, 'slow')");
        await bed.InsertAsync(2, 11);
        await using var loop = await bed.LockLoopAsync();
        Assert.Equal(10, (await loop.RunBatchAsync(null, Bed.Cancellation)).Picked);

        await slow.CommitAsync();

        Assert.Equal(1, (await loop.RunBatchAsync(null, Bed.Cancellation)).Picked);
        Assert.Equal(11, await bed.CountAsync("sales.orders"));
        Assert.Equal(0, await bed.CountAsync(bed.Database.Pending(bed.Absorber)));
    }

    [Theory]
    [EachServer]
    public async Task Batches_SeveralRowsOfOneKey_LastOneWinsWhateverTheBatchSize(ServerKind server)
    {
        await using var bed = await Bed.WithOrdersAsync(servers, server);
        for (var round = 1; round <= 5; round++)
            await bed.RunAsync(string.Create(CultureInfo.InvariantCulture, $"INSERT INTO {bed.Buffer} (id, line, note) VALUES (1, 1, 'old'), (2, 1, 'old'), (1, 1, 'round {round}')"));

        Assert.Equal(15, await bed.DrainAsync(mostRows: 4));

        Assert.Equal(["1 1 round 5", "2 1 old"], await bed.RowsAsync("SELECT id, line, note FROM sales.orders ORDER BY id, line"));
    }

    private static async Task<Dictionary<int, long>> ReadAsync(Bed bed)
    {
        var rows = new Dictionary<int, long>();
        await using var command = bed.Database.Source.CreateCommand("SELECT \"key\", value FROM sales.orders");
        await using var reader = await command.ExecuteReaderAsync(Bed.Cancellation);
        while (await reader.ReadAsync(Bed.Cancellation))
            rows.Add(reader.GetInt32(0), reader.GetInt64(1));
        return rows;
    }
}
