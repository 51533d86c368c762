using System.Globalization;
using Absorber.Engine.Errors;
using Absorber.Testing.Databases;

namespace Absorber.IntegrationTests.Engines;

/// <summary>Sessions that are killed, rows that are refused, two loops at once.</summary>
public sealed class FailureTests(PostgresServers servers)
{
    [Theory]
    [EachServer]
    public async Task TryLock_SecondSession_WaitsItsTurn(ServerKind server)
    {
        await using var bed = await Bed.WithOrdersAsync(servers, server);
        await using var second = await bed.OpenLoopAsync();
        await using (await bed.LockLoopAsync())
        {
            Assert.False(await second.TryLockAsync(Bed.Cancellation));
            var e = await Bed.FailsAsync(EngineErrorKind.Contention, () => second.RunBatchAsync(null, Bed.Cancellation));
            Assert.Matches(@"sales\]?\.\[?orders|sales_orders", e.Message);
        }

        Assert.True(await second.TryLockAsync(Bed.Cancellation));
    }

    [Theory]
    [EachServer]
    public async Task RunBatch_SessionIsKilledDuringTheMerge_LosesNothing(ServerKind server)
    {
        await using var bed = await Bed.WithOrdersAsync(servers, server);
        await bed.InsertAsync(1, 1000);
        await using (var holder = await bed.BeginAsync())
        {
            await holder.RunAsync("INSERT INTO sales.orders (id, line, note) VALUES (500, 1, 'held')");
            await using var loop = await bed.LockLoopAsync();
            var batch = loop.RunBatchAsync(null, Bed.Cancellation);
            await bed.RunAsync(bed.Database.Kill(await WaitingLoopAsync(bed)));

            var e = await Assert.ThrowsAsync<EngineException>(() => batch);
            Assert.True(e.Kind is EngineErrorKind.Unavailable or EngineErrorKind.OutcomeUnknown, e.Kind.ToString());
            await Bed.FailsAsync(EngineErrorKind.Unavailable, () => loop.RunBatchAsync(null, Bed.Cancellation));
        }

        Assert.Equal(1000, await bed.DrainAsync());
        Assert.Equal(1000, await bed.CountAsync("sales.orders WHERE note = 'x'"));
    }

    [Theory]
    [EachServer]
    public async Task RunBatch_Cancelled_RollsBackAndGoesOn(ServerKind server)
    {
        await TestServers.SkipUnlessMicrosoftsAsync(server, "Babelfish heeds a cancellation only at the end of a statement.", Bed.Cancellation);
        await using var bed = await Bed.WithOrdersAsync(servers, server);
        await bed.InsertAsync(1, 1000);
        await using var loop = await bed.LockLoopAsync();
        await using (var holder = await bed.BeginAsync())
        {
            await holder.RunAsync("INSERT INTO sales.orders (id, line, note) VALUES (500, 1, 'held')");
            using var cancel = CancellationTokenSource.CreateLinkedTokenSource(Bed.Cancellation);
            var batch = loop.RunBatchAsync(null, cancel.Token);
            await WaitingLoopAsync(bed);
            await cancel.CancelAsync();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => batch);
        }

        Assert.Equal(1000, (await loop.RunBatchAsync(null, Bed.Cancellation)).Merged);
    }

    [Theory]
    [EachServer]
    public async Task RunBatch_RowDoesNotFit_SaysWhichAndKeepsAll(ServerKind server)
    {
        await using var bed = await Bed.OpenAsync(
            servers,
            server,
            "CREATE SCHEMA sales",
            "CREATE TABLE sales.customer (id int PRIMARY KEY)",
            "CREATE TABLE sales.orders (id int PRIMARY KEY, customer int NOT NULL REFERENCES sales.customer (id))");
        await bed.CreateAsync("sales", "orders");
        await bed.RunAsync($"INSERT INTO {bed.Buffer} (id, customer) VALUES (1, 42)");
        await using var loop = await bed.LockLoopAsync();

        var e = await Bed.FailsAsync(EngineErrorKind.RowRefused, () => loop.RunBatchAsync(null, Bed.Cancellation));
        await bed.RunAsync("INSERT INTO sales.customer VALUES (42)");
        var batch = await loop.RunBatchAsync(null, Bed.Cancellation);

        Assert.Equal(bed.Database.ForeignKeyCode, e.Code);
        Assert.Matches(@"sales\]?\.\[?orders", e.Message);
        Assert.Equal(1, batch.Merged);
    }

    /// <summary>The number of the loop's session, once it waits for a lock.</summary>
    private static async Task<int> WaitingLoopAsync(Bed bed)
    {
        while (true)
        {
            if (await bed.RowsAsync(bed.Database.WaitingLoops) is [var session])
                return int.Parse(session, CultureInfo.InvariantCulture);
            await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System, Bed.Cancellation);
        }
    }
}
