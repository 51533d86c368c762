using Absorber.Engine.Absorbers;
using Absorber.IntegrationTests.Engines;
using Absorber.Testing.Databases;

namespace Absorber.IntegrationTests.PostgreSql;

/// <summary>Watermarks over rotations, repairs and a long history.</summary>
public sealed class WatermarksTests(PostgresServers servers)
{
    [Theory]
    [EachPostgres]
    public async Task ReadWatermarks_OverRotations_OnlyGrow(PostgresVersion version)
    {
        await using var bed = await PostgresBed.WithOrdersAsync(servers, version);
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
    public async Task RunBatch_ProducerStillWrites_GoesOnCountingItsRows(PostgresVersion version)
    {
        await using var bed = await PostgresBed.WithOrdersAsync(servers, version);
        await using var loop = await bed.OpenLoopAsync();
        await using var large = await bed.BeginAsync();
        await large.RunAsync("INSERT INTO absorber.sales_orders SELECT i, 1 FROM generate_series(1, 100) i");
        await bed.RunAsync("INSERT INTO absorber.sales_orders SELECT i, 2 FROM generate_series(1, 10) i");

        var meanwhile = await loop.RunBatchAsync(null, Bed.Cancellation);
        Assert.Equal((10, 100), (meanwhile.Picked, meanwhile.Watermarks.Depth));
        Assert.Equal(100, (await loop.RunBatchAsync(null, Bed.Cancellation)).Watermarks.Depth);

        await large.CommitAsync();
        Assert.Equal(100, (await bed.WatermarksAsync()).Depth);
        Assert.Equal(60, (await loop.RunBatchAsync(40, Bed.Cancellation)).Watermarks.Depth);
        Assert.Equal(0, (await loop.RunBatchAsync(60, Bed.Cancellation)).Watermarks.Depth);
        Assert.Equal(new Watermarks(110, 110), await bed.WatermarksAsync());
    }

    [Theory]
    [EachPostgres]
    public async Task RunBatch_ProducerWritesMoreAndMore_CountsAllOfItsRows(PostgresVersion version)
    {
        await using var bed = await PostgresBed.WithOrdersAsync(servers, version);
        await using var loop = await bed.OpenLoopAsync();
        await using var large = await bed.BeginAsync();
        for (var round = 1; round <= 10; round++)
        {
            await large.RunAsync("INSERT INTO absorber.sales_orders SELECT i, 1 FROM generate_series(1, 100) i");
            Assert.Equal(round * 100, (await loop.RunBatchAsync(null, Bed.Cancellation)).Watermarks.Depth);
        }

        await large.CommitAsync();
        Assert.Equal(1_000, await bed.DrainAsync(mostRows: 300));
        Assert.Equal(new Watermarks(1_000, 1_000), await bed.WatermarksAsync());
    }

    [Theory]
    [EachPostgres]
    public async Task RunBatch_RowsWereRolledBackWhileProducersOverlap_StopCounting(PostgresVersion version)
    {
        await using var bed = await PostgresBed.WithOrdersAsync(servers, version);
        await using var loop = await bed.OpenLoopAsync();
        var before = await bed.BeginAsync();
        for (var round = 1; round <= 20; round++)
        {
            await before.RunAsync("INSERT INTO absorber.sales_orders SELECT i, 1 FROM generate_series(1, 10) i");
            await loop.RunBatchAsync(null, Bed.Cancellation);
            var next = await bed.BeginAsync();
            await next.RunAsync("INSERT INTO absorber.sales_orders SELECT i, 1 FROM generate_series(1, 10) i");
            await before.RollbackAsync();
            await before.DisposeAsync();
            before = next;

            var depth = (await loop.RunBatchAsync(null, Bed.Cancellation)).Watermarks.Depth;
            Assert.InRange(depth, 10, 60);
        }

        await before.RollbackAsync();
        await before.DisposeAsync();
        Assert.Equal(0, (await loop.RunBatchAsync(null, Bed.Cancellation)).Watermarks.Depth);
    }

    [Theory]
    [EachPostgres]
    public async Task ReadWatermarks_EpochRowWasLostInACrash_RepairThemselves(PostgresVersion version)
    {
        await using var bed = await PostgresBed.WithOrdersAsync(servers, version);
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
        await using var bed = await PostgresBed.WithOrdersAsync(servers, version);
        await bed.RunAsync("INSERT INTO absorber.sales_orders VALUES (1, 1)");
        await bed.DrainAsync();
        await bed.RunAsync("""
            INSERT INTO absorber.batch SELECT absorber, g, at, seen, until, at_xid, at_seq, issued, writer, absorbed, picked, merged, pick_us, merge_us
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
