using Absorber.Engine.Absorbers;
using Absorber.Testing.Databases;

namespace Absorber.IntegrationTests.PostgreSql;

public sealed class WatermarksTests(PostgresServers servers)
{
    [Theory]
    [EachPostgres]
    public async Task ReadWatermarks_WhileRowsComeAndGo_CountsThem(PostgresVersion version)
    {
        await using var bed = await Bed.WithOrdersAsync(servers, version);
        Assert.Equal(new Watermarks(0, 0), await bed.WatermarksAsync());

        await bed.RunAsync("INSERT INTO absorber.sales_orders SELECT i, 1 FROM generate_series(1, 100) i");
        Assert.Equal(new Watermarks(100, 0), await bed.WatermarksAsync());

        await using (var loop = await bed.OpenLoopAsync())
        {
            var batch = await loop.RunBatchAsync(30, Bed.Cancellation);
            Assert.Equal(new Watermarks(100, 30), batch.Watermarks);
            Assert.Equal(1, batch.Batch);
            await bed.RunAsync("INSERT INTO absorber.sales_orders SELECT i, 2 FROM generate_series(1, 10) i");
            batch = await loop.RunBatchAsync(30, Bed.Cancellation);
            Assert.Equal(new Watermarks(110, 60), batch.Watermarks);
            Assert.Equal(2, batch.Batch);
        }

        Assert.Equal(50, await bed.DrainAsync());
        Assert.Equal(new Watermarks(110, 110), await bed.WatermarksAsync());
    }

    [Theory]
    [EachPostgres]
    public async Task RunBatch_RowsWereRolledBack_StopCountingWithoutABatchThatMovesRows(PostgresVersion version)
    {
        await using var bed = await Bed.WithOrdersAsync(servers, version);
        await using (var session = await bed.BeginAsync())
        {
            await session.RunAsync("INSERT INTO absorber.sales_orders SELECT i, 1 FROM generate_series(1, 100) i");
            Assert.Equal(100, (await bed.WatermarksAsync()).Depth);
            await session.RunAsync("ROLLBACK");
        }

        Assert.Equal(0, await bed.DrainAsync());

        Assert.Equal(new Watermarks(100, 100), await bed.WatermarksAsync());
    }

    [Theory]
    [EachPostgres]
    public async Task RunBatch_NothingNew_WritesNothing(PostgresVersion version)
    {
        await using var bed = await Bed.WithOrdersAsync(servers, version);
        await bed.RunAsync("INSERT INTO absorber.sales_orders VALUES (1, 1)");
        await bed.DrainAsync();
        var before = await bed.AskAsync<string>("SELECT pg_snapshot_xmax(pg_current_snapshot())::text || ' ' || count(*) FROM absorber.batch");

        await using var loop = await bed.OpenLoopAsync();
        for (var i = 0; i < 5; i++)
        {
            var batch = await loop.RunBatchAsync(null, Bed.Cancellation);
            Assert.Equal((0, 0, 0), (batch.Batch, batch.Picked, batch.Merged));
        }

        // Other databases of the server draw transaction numbers, too; the history is ours alone.
        Assert.Equal(before!.Split(' ')[1], (await bed.AskAsync<long>("SELECT count(*) FROM absorber.batch")).ToString(System.Globalization.CultureInfo.InvariantCulture));
    }

    [Theory]
    [EachPostgres]
    public async Task ReadWatermarks_OverRotations_OnlyGrow(PostgresVersion version)
    {
        await using var bed = await Bed.WithOrdersAsync(servers, version);
        var last = new Watermarks(0, 0);
        for (var round = 1; round <= 6; round++)
        {
            await bed.RunAsync("INSERT INTO absorber.sales_orders SELECT i, 1 FROM generate_series(1, 100) i");
            await Check(round * 100);
            await bed.DrainAsync(mostRows: 33);
            await bed.ReclaimAsync();
            await Check(round * 100);
            Assert.Equal(0, last.Depth);
        }

        async Task Check(long issued)
        {
            var now = await bed.WatermarksAsync();
            Assert.Equal(issued, now.Issued);
            Assert.True(now.Absorbed >= last.Absorbed);
            last = now;
        }
    }

    [Theory]
    [EachPostgres]
    public async Task ReadWatermarks_EpochRowWasLostInACrash_RepairThemselves(PostgresVersion version)
    {
        await using var bed = await Bed.WithOrdersAsync(servers, version);
        await bed.RunAsync("INSERT INTO absorber.sales_orders SELECT i, 1 FROM generate_series(1, 100) i");
        await bed.RunAsync("SELECT setval('absorber.sequence$1', 2::bigint << 32)"); // what is left of a rotation that was not committed
        await bed.RunAsync("INSERT INTO absorber.sales_orders SELECT i, 2 FROM generate_series(1, 50) i");

        Assert.Equal(150, await bed.DrainAsync());
        await bed.ReclaimAsync();
        Assert.Equal(0, (await bed.WatermarksAsync()).Depth);
        await bed.RunAsync("INSERT INTO absorber.sales_orders SELECT i, 3 FROM generate_series(1, 50) i");

        Assert.Equal(50, (await bed.WatermarksAsync()).Depth);
        Assert.Equal(50, await bed.DrainAsync());
        Assert.Equal(0, (await bed.WatermarksAsync()).Depth);
    }

    [Theory]
    [EachPostgres]
    public async Task RunBatch_TenThousandBatches_KeepsABoundedHistory(PostgresVersion version)
    {
        await using var bed = await Bed.WithOrdersAsync(servers, version);
        await bed.RunAsync("INSERT INTO absorber.sales_orders VALUES (1, 1)");
        await bed.DrainAsync();
        await bed.RunAsync("""
            INSERT INTO absorber.batch SELECT absorber, g, at, seen, until, at_xid, at_seq, issued, absorbed, picked, merged, pick_us, merge_us
            FROM absorber.batch, generate_series(2, 10238) g WHERE batch = 1
            """);

        await bed.RunAsync("INSERT INTO absorber.sales_orders VALUES (1, 2)");
        await bed.DrainAsync();
        await bed.RunAsync("INSERT INTO absorber.sales_orders VALUES (1, 3)");
        await bed.DrainAsync();

        Assert.Equal("241 10240", await bed.AskAsync<string>(
            "SELECT min(batch) FILTER (WHERE batch > 112) || ' ' || max(batch) FROM absorber.batch"));
    }
}
