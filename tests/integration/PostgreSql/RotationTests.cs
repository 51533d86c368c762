using System.Data;
using Absorber.Contracts;
using Absorber.IntegrationTests.Engines;
using Absorber.Testing.Databases;

namespace Absorber.IntegrationTests.PostgreSql;

/// <summary>The loop gives room back and moves producers on without anyone waiting for anyone.</summary>
public sealed class RotationTests(PostgresServers servers)
{
    private const string Insert = "INSERT INTO absorber.sales_orders SELECT i, 1, repeat('x', 100) FROM generate_series(1, 1000) i";

    [Theory]
    [EachPostgres]
    public async Task Reclaim_AllAbsorbed_LeavesTheBufferPhysicallyEmpty(PostgresVersion version)
    {
        await using var bed = await PostgresBed.WithOrdersAsync(servers, version);
        await bed.RunAsync(Insert);
        var full = await bed.SizeAsync();
        await bed.DrainAsync();

        var isAnythingLeft = await bed.ReclaimAsync();

        Assert.True(full > 0);
        Assert.False(isAnythingLeft);
        Assert.Equal(0, await bed.SizeAsync());
        Assert.Equal(0, (await bed.WatermarksAsync()).Depth);
        Assert.Equal(1000, (await bed.WatermarksAsync()).Issued);
    }

    [Theory]
    [EachPostgres]
    public async Task Reclaim_RowsNotAbsorbed_KeepsThemAll(PostgresVersion version)
    {
        await using var bed = await PostgresBed.WithOrdersAsync(servers, version);
        await bed.RunAsync(Insert);
        await bed.AskAsync<long>("SELECT picked FROM absorber.batch_1(400)");

        Assert.True(await bed.ReclaimAsync());
        Assert.True(await bed.ReclaimAsync());

        Assert.Equal(600, await bed.AskAsync<long>("SELECT count(*) FROM absorber.sales_orders$pending"));
        Assert.Equal(600, await bed.DrainAsync());
        Assert.Equal(1000, await bed.AskAsync<long>("SELECT count(*) FROM sales.orders"));
    }

    [Theory]
    [EachPostgres]
    public async Task Reclaim_IdleProducersWithOpenTransactions_StallNeitherLoopNorRotation(PostgresVersion version)
    {
        await using var bed = await PostgresBed.WithOrdersAsync(servers, version);
        await using var idle = await bed.BeginAsync();
        await idle.RunAsync("INSERT INTO absorber.sales_orders VALUES (-1, 1, 'late')");
        var pinned = await bed.SegmentAsync();
        var used = new HashSet<string?>(StringComparer.Ordinal);
        for (var round = 0; round < 8; round++)
        {
            await bed.RunAsync(Insert);
            Assert.Equal(1000, await bed.DrainAsync());
            await bed.ReclaimAsync();
            used.Add(await bed.SegmentAsync());
        }

        Assert.Equal(3, used.Count);
        Assert.DoesNotContain(pinned, used);
        await idle.CommitAsync();
        Assert.Equal(1, await bed.DrainAsync());
        Assert.Equal("late", await bed.AskAsync<string>("SELECT note FROM sales.orders WHERE id = -1"));
        await bed.ReclaimAsync();
        await bed.ReclaimAsync();
        Assert.Equal(0, await bed.SizeAsync());
    }

    [Theory]
    [EachPostgres]
    public async Task Reclaim_OldSnapshotHeldElsewhere_StillEmptiesSegments(PostgresVersion version)
    {
        await using var bed = await PostgresBed.WithOrdersAsync(servers, version);
        await using var old = await bed.BeginAsync(IsolationLevel.RepeatableRead);
        await old.AskAsync<long>("SELECT count(*) FROM sales.orders");
        for (var round = 0; round < 6; round++)
        {
            await bed.RunAsync(Insert);
            await bed.DrainAsync();
            await bed.ReclaimAsync();
            Assert.Equal(0, await bed.SizeAsync());
        }
    }

    [Theory]
    [EachPostgres]
    public async Task Reclaim_ReaderHoldsTheBuffer_GivesUpAtOnce(PostgresVersion version)
    {
        await using var bed = await PostgresBed.WithOrdersAsync(servers, version);
        await bed.RunAsync(Insert);
        await bed.DrainAsync();
        await using var reader = await bed.BeginAsync();
        await reader.AskAsync<long>("SELECT count(*) FROM absorber.sales_orders");

        Assert.True(await bed.ReclaimAsync());

        Assert.True(await bed.SizeAsync() > 0);
    }

    [Theory]
    [EachPostgres]
    public async Task Reclaim_InARepeatableReadTransaction_Refuses(PostgresVersion version)
    {
        await using var bed = await PostgresBed.WithOrdersAsync(servers, version);
        await using var session = await bed.BeginAsync(IsolationLevel.RepeatableRead);

        var e = await Assert.ThrowsAsync<Npgsql.PostgresException>(() => session.AskAsync<bool>("SELECT absorber.reclaim(1)"));

        Assert.Equal("AB400", e.SqlState);
    }

    [Theory]
    [EachPostgres]
    public async Task Reclaim_AllTheTimeUnderLoad_NeverHoldsUpAProducer(PostgresVersion version)
    {
        await using var bed = await PostgresBed.WithOrdersAsync(servers, version);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Bed.Cancellation);
        var rotations = 0;
        var loop = Task.Run(() => RotateAsync(bed, () => Interlocked.Increment(ref rotations), stop.Token), Bed.Cancellation);
        var inserts = 0;
        var time = TimeProvider.System;
        var slowest = TimeSpan.Zero;
        await using (var connection = await bed.Postgres().Source.OpenConnectionAsync(Bed.Cancellation))
        {
            await using var command = new Npgsql.NpgsqlCommand("INSERT INTO absorber.sales_orders SELECT i, $1 FROM generate_series(1, 20) i", connection);
            command.Parameters.Add(new() { Value = 0 });
            for (; inserts < 300 || Volatile.Read(ref rotations) < 8; inserts++)
            {
                command.Parameters[0].Value = inserts;
                var started = time.GetTimestamp();
                await command.ExecuteNonQueryAsync(Bed.Cancellation);
                var took = time.GetElapsedTime(started);
                slowest = took > slowest ? took : slowest;
            }
        }

        await stop.CancelAsync();
        await loop;
        await bed.DrainAsync();

        Assert.True(slowest < TimeSpan.FromSeconds(2), $"An insert took {slowest.TotalMilliseconds} ms.");
        Assert.Equal(20L * inserts, await bed.AskAsync<long>("SELECT count(*) FROM sales.orders"));
    }

    [Theory]
    [EachPostgres(true)]
    [EachPostgres(false)]
    public async Task Reclaim_PersistedWasChanged_AltersSegmentsAsTheyAreEmptiedAndKeepsRows(PostgresVersion version, bool persisted)
    {
        await using var bed = await PostgresBed.WithOrdersAsync(servers, version, new AbsorberSettings { Persisted = !persisted });
        await bed.RunAsync(Insert);

        await bed.Engine.Absorbers.ChangeAsync(bed.OrdersName, new AbsorberSettings { Persisted = persisted }, Bed.Cancellation);
        await bed.AskAsync<bool>("SELECT absorber.reclaim(1)");
        await bed.RunAsync(Insert);
        Assert.Equal(2000, await bed.AskAsync<long>("SELECT count(*) FROM absorber.sales_orders$pending"));
        Assert.Equal(2000, await bed.DrainAsync());
        await bed.AskAsync<bool>("SELECT absorber.reclaim(1)");

        Assert.Equal(persisted ? "pppp" : "uuuu", await bed.AskAsync<string>(
            "SELECT string_agg(relpersistence::text, '') FROM pg_class WHERE relname LIKE 'segment$1$_'"));
    }

    private static async Task RotateAsync(Bed bed, Action rotated, CancellationToken stop)
    {
        await using var session = await bed.OpenSessionAsync();
        string? last = null;
        while (!stop.IsCancellationRequested)
        {
            await session.AskAsync<long>("SELECT picked FROM absorber.batch_1()");
            await session.AskAsync<bool>("SELECT absorber.reclaim(1, 10, '0')");
            var segment = await session.AskAsync<string>("SELECT absorber.segment(1, pg_sequence_last_value('absorber.sequence$1') >> 32)::text");
            if (last is not null && segment != last)
                rotated();
            last = segment;
        }
    }
}
