using Absorber.Contracts;
using Absorber.Engine.Errors;
using Absorber.Testing.Databases;

namespace Absorber.IntegrationTests.Engines;

/// <summary>Creating, changing and dropping absorbers.</summary>
public sealed class AbsorbersTests(PostgresServers servers)
{
    [Theory]
    [EachServer]
    public async Task Create_OrdinaryTable_MakesABufferThatDrainsIntoIt(ServerKind server)
    {
        await using var bed = await Bed.OpenAsync(servers, server, Bed.Orders);

        var absorber = await bed.CreateAsync("sales", "orders", new AbsorberSettings { BatchSize = 500, MaxErrors = 7 });
        await bed.RunAsync($"INSERT INTO {bed.Buffer} (id, line, note) VALUES (1, 1, 'old'), (1, 2, 'b'), (1, 1, 'new')");
        var picked = await bed.DrainAsync();

        Assert.Equal(bed.OrdersName, absorber.Name);
        Assert.True(absorber.Enabled);
        Assert.Equal((500, 7), (absorber.Settings.BatchSize, absorber.Settings.MaxErrors));
        Assert.Equal(absorber, Assert.Single(await bed.Engine.Absorbers.ReadAsync(bed.Database.Name, Bed.Cancellation)));
        Assert.Equal(3, picked);
        Assert.Equal(["1 1 new", "1 2 b"], await bed.RowsAsync("SELECT id, line, note FROM sales.orders ORDER BY id, line"));
    }

    [Theory]
    [EachServer]
    public async Task ScriptCreate_FrameworkMissing_ChangesNothing(ServerKind server)
    {
        await using var bed = await Bed.OpenAsync(servers, server, Bed.Orders);
        var before = await bed.RowsAsync(bed.Database.Objects);

        var script = await bed.Engine.Absorbers.ScriptCreateAsync(bed.Spec("sales", "orders"), Bed.Cancellation);

        Assert.Equal(before, await bed.RowsAsync(bed.Database.Objects));
        Assert.Contains("CREATE TABLE", script, StringComparison.Ordinal);
        Assert.Contains("orders", script, StringComparison.Ordinal);
    }

    [Theory]
    [EachServer]
    public async Task Create_ThatFails_LeavesNothingBehind(ServerKind server)
    {
        await using var bed = await Bed.OpenAsync(
            servers,
            server,
            [.. Bed.Orders, "CREATE TABLE sales.first (id int PRIMARY KEY)", "CREATE TABLE sales.keyless (a int)", "CREATE VIEW sales.seen AS SELECT 1 AS a"]);
        await bed.CreateAsync("sales", "first"); // brings the framework
        var before = await bed.RowsAsync(bed.Database.Objects);

        var missing = await Bed.FailsAsync(EngineErrorKind.BadRequest, () => bed.CreateAsync("sales", "nothing"));
        var keyless = await Bed.FailsAsync(EngineErrorKind.BadRequest, () => bed.CreateAsync("sales", "keyless"));
        var view = await Bed.FailsAsync(EngineErrorKind.BadRequest, () => bed.CreateAsync("sales", "seen"));
        var settings = await Bed.FailsAsync(EngineErrorKind.BadRequest, () => bed.CreateAsync(
            "sales", "orders", new AbsorberSettings { BatchSize = 0, Interval = TimeSpan.FromDays(1), MaxErrors = 0 }));
        var database = await Bed.FailsAsync(EngineErrorKind.BadRequest, () => bed.Engine.Absorbers.CreateAsync(
            bed.Spec("sales", "orders") with { Database = "no such" }, Bed.Cancellation));

        Assert.Contains("nothing", missing.Message, StringComparison.Ordinal);
        Assert.Contains("no primary key", keyless.Message, StringComparison.Ordinal);
        Assert.Contains("a view", view.Message, StringComparison.Ordinal);
        Assert.Contains("from 1 to 10,000,000", settings.Message, StringComparison.Ordinal);
        Assert.Contains("from 10 ms to 1 h", settings.Message, StringComparison.Ordinal);
        Assert.Contains("from 1 to 1,000", settings.Message, StringComparison.Ordinal);
        Assert.Contains("no such", database.Message, StringComparison.Ordinal);
        Assert.Single(await bed.Engine.Absorbers.ReadAsync(bed.Database.Name, Bed.Cancellation));
        Assert.Equal(before, await bed.RowsAsync(bed.Database.Objects));
    }

    [Theory]
    [EachServer]
    public async Task Create_Twice_RefusesTheSecond(ServerKind server)
    {
        await using var bed = await Bed.WithOrdersAsync(servers, server);

        var e = await Bed.FailsAsync(EngineErrorKind.BadRequest, () => bed.CreateAsync("sales", "orders"));

        Assert.Contains("has an absorber already", e.Message, StringComparison.Ordinal);
    }

    [Theory]
    [EachServer]
    public async Task Create_BothAtOnce_BothSucceed(ServerKind server)
    {
        await using var bed = await Bed.OpenAsync(servers, server, [.. Bed.Orders, "CREATE TABLE sales.more (id int PRIMARY KEY)"]);

        var made = await Task.WhenAll(bed.CreateAsync("sales", "orders"), bed.CreateAsync("sales", "more"));

        Assert.Equal([1, 2], made.Select(a => a.Id).Order());
    }

    [Theory]
    [EachServer]
    public async Task Change_Settings_CountFromTheNextBatchOn(ServerKind server)
    {
        await using var bed = await Bed.WithOrdersAsync(servers, server);
        await bed.InsertAsync(1, 20);
        await using var loop = await bed.LockLoopAsync();
        await loop.RunBatchAsync(5, Bed.Cancellation);
        var settings = bed.Absorber.Settings with { BatchSize = 3, Interval = TimeSpan.FromMilliseconds(1230), MaxErrors = 9 };

        var changed = await bed.Engine.Absorbers.ChangeAsync(bed.OrdersName, settings, Bed.Cancellation);
        var batch = await loop.RunBatchAsync(null, Bed.Cancellation);
        await bed.Engine.Absorbers.ChangeAsync(bed.OrdersName, settings with { BatchSize = null }, Bed.Cancellation);
        var rest = await loop.RunBatchAsync(null, Bed.Cancellation);

        Assert.Equal(settings, changed.Settings);
        Assert.Equal(settings, batch.Settings);
        Assert.Equal(3, batch.Picked);
        Assert.Equal(12, rest.Picked);
        Assert.Equal(0, rest.Watermarks.Depth);
        await Bed.FailsAsync(EngineErrorKind.BadRequest, () => bed.Engine.Absorbers.ChangeAsync(
            bed.OrdersName, settings with { MaxErrors = 0 }, Bed.Cancellation));
        await Bed.FailsAsync(EngineErrorKind.BadRequest, () => bed.Engine.Absorbers.ChangeAsync(
            bed.Name("sales", "none"), settings, Bed.Cancellation));
    }

    [Theory]
    [EachServer]
    public async Task SetEnabled_False_IsRemembered(ServerKind server)
    {
        await using var bed = await Bed.WithOrdersAsync(servers, server);

        await bed.Engine.Absorbers.SetEnabledAsync(bed.OrdersName, enabled: false, Bed.Cancellation);

        Assert.False(Assert.Single(await bed.Engine.Absorbers.ReadAsync(bed.Database.Name, Bed.Cancellation)).Enabled);
    }

    [Theory]
    [EachServer]
    public async Task Drop_EmptyBuffer_LeavesOnlyTheFramework(ServerKind server)
    {
        await using var bed = await Bed.WithOrdersAsync(servers, server);
        await bed.Engine.Absorbers.DropAsync(bed.OrdersName, discardRows: false, Bed.Cancellation);
        var framework = await bed.RowsAsync(bed.Database.Objects);
        await bed.CreateAsync("sales", "orders");
        await bed.InsertAsync(1, 1);
        await bed.DrainAsync();

        await bed.Engine.Absorbers.DropAsync(bed.OrdersName, discardRows: false, Bed.Cancellation);

        Assert.Equal(framework, await bed.RowsAsync(bed.Database.Objects));
        Assert.Equal(1, await bed.CountAsync("sales.orders"));
        Assert.Equal(0, await bed.CountAsync(bed.Database.Batches));
        Assert.Empty(await bed.Engine.Absorbers.ReadAsync(bed.Database.Name, Bed.Cancellation));
    }

    [Theory]
    [EachServer]
    public async Task Drop_BufferHoldsRows_RefusesUnlessTheyAreDiscarded(ServerKind server)
    {
        await using var bed = await Bed.WithOrdersAsync(servers, server);
        await bed.InsertAsync(1, 1);

        var e = await Bed.FailsAsync(EngineErrorKind.BadRequest, () => bed.Engine.Absorbers.DropAsync(bed.OrdersName, false, Bed.Cancellation));
        var rows = await bed.CountAsync(bed.Database.Pending(bed.Absorber));
        await bed.Engine.Absorbers.DropAsync(bed.OrdersName, discardRows: true, Bed.Cancellation);

        Assert.Contains("not absorbed", e.Message, StringComparison.Ordinal);
        Assert.Equal(1, rows);
        Assert.Empty(await bed.Engine.Absorbers.ReadAsync(bed.Database.Name, Bed.Cancellation));
    }

    [Theory]
    [EachServer]
    public async Task Drop_LoopIsRunning_Refuses(ServerKind server)
    {
        await using var bed = await Bed.WithOrdersAsync(servers, server);
        await using var loop = await bed.LockLoopAsync();

        var e = await Assert.ThrowsAsync<EngineException>(() => bed.Engine.Absorbers.DropAsync(bed.OrdersName, true, Bed.Cancellation));

        Assert.True(e.Kind is EngineErrorKind.BadRequest or EngineErrorKind.Contention, e.Kind.ToString());
        Assert.Contains("is running", e.Message, StringComparison.Ordinal);
    }

    [Theory]
    [EachServer]
    public async Task Drop_TargetWasDroppedBefore_StillFindsItByName(ServerKind server)
    {
        await using var bed = await Bed.WithOrdersAsync(servers, server);
        await bed.RunAsync("DROP TABLE sales.orders");

        await bed.Engine.Absorbers.DropAsync(bed.OrdersName, discardRows: false, Bed.Cancellation);

        Assert.Empty(await bed.Engine.Absorbers.ReadAsync(bed.Database.Name, Bed.Cancellation));
    }

    [Theory]
    [EachServer]
    public async Task Read_FrameworkMissing_IsEmpty(ServerKind server)
    {
        await using var bed = await Bed.OpenAsync(servers, server);

        Assert.Empty(await bed.Engine.Absorbers.ReadAsync(bed.Database.Name, Bed.Cancellation));
        Assert.Empty(await bed.Engine.Absorbers.ReadWatermarksAsync(bed.Database.Name, Bed.Cancellation));
    }
}
