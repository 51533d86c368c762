using Absorber.Engine.Absorbers;
using Absorber.Testing.Databases;

namespace Absorber.IntegrationTests.Engines;

/// <summary>Issued and absorbed count rows on one scale, whatever becomes of them.</summary>
public sealed class WatermarksTests(PostgresServers servers)
{
    [Theory]
    [EachServer]
    public async Task ReadWatermarks_WhileRowsComeAndGo_CountsThem(ServerKind server)
    {
        await using var bed = await Bed.WithOrdersAsync(servers, server);
        Assert.Equal(new Watermarks(0, 0), await bed.WatermarksAsync());

        await bed.InsertAsync(1, 100);
        Assert.Equal(new Watermarks(100, 0), await bed.WatermarksAsync());

        await using (var loop = await bed.LockLoopAsync())
        {
            var batch = await loop.RunBatchAsync(30, Bed.Cancellation);
            Assert.Equal(new Watermarks(100, 30), batch.Watermarks);
            Assert.Equal(1, batch.Batch);
            await bed.InsertAsync(1, 10);
            batch = await loop.RunBatchAsync(30, Bed.Cancellation);
            Assert.Equal(new Watermarks(110, 60), batch.Watermarks);
            Assert.Equal(2, batch.Batch);
        }

        Assert.Equal(50, await bed.DrainAsync());
        Assert.Equal(new Watermarks(110, 110), await bed.WatermarksAsync());
    }

    [Theory]
    [EachServer]
    public async Task RunBatch_RowsWereRolledBack_StopCountingWithoutABatchThatMovesRows(ServerKind server)
    {
        await using var bed = await Bed.WithOrdersAsync(servers, server);
        await using (var session = await bed.BeginAsync())
        {
            await session.RunAsync($"INSERT INTO {bed.Buffer} (id, line) {Bed.Values(1, 100, i => $"{i}, 1")}");
            Assert.Equal(100, (await bed.WatermarksAsync()).Depth);
            await session.RollbackAsync();
        }

        Assert.Equal(0, await bed.DrainAsync());

        Assert.Equal(new Watermarks(100, 100), await bed.WatermarksAsync());
    }

    [Theory]
    [EachServer]
    public async Task RunBatch_NothingNew_WritesNothing(ServerKind server)
    {
        await using var bed = await Bed.WithOrdersAsync(servers, server);
        await bed.InsertAsync(1, 1);
        await bed.DrainAsync();
        var before = await bed.CountAsync(bed.Database.Batches);

        await using var loop = await bed.LockLoopAsync();
        for (var i = 0; i < 5; i++)
        {
            var batch = await loop.RunBatchAsync(null, Bed.Cancellation);
            Assert.Equal((0, 0, 0), (batch.Batch, batch.Picked, batch.Merged));
        }

        Assert.Equal(before, await bed.CountAsync(bed.Database.Batches));
    }
}
