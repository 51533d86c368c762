using Absorber.Contracts;
using Absorber.Engine.Errors;
using Absorber.Testing.Databases;

namespace Absorber.IntegrationTests.PostgreSql;

/// <summary>Creating, changing and dropping absorbers.</summary>
public sealed class AbsorbersTests(PostgresServers servers)
{
    private const string Objects = """
        SELECT string_agg(x, ' ' ORDER BY x) FROM (
            SELECT n.nspname || '.' || c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND n.nspname <> 'sales'
            UNION ALL SELECT n.nspname || '.' || p.proname FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
            WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
            UNION ALL SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_') o (x)
        """;

    [Theory]
    [EachPostgres]
    public async Task Create_OrdinaryTable_MakesABufferThatDrainsIntoIt(PostgresVersion version)
    {
        await using var bed = await Bed.OpenAsync(servers, version, Bed.Orders);

        var absorber = await bed.CreateAsync("sales", "orders", new AbsorberSettings { BatchSize = 500, MaxErrors = 7 });
        await bed.RunAsync("INSERT INTO absorber.sales_orders VALUES (1, 1, 'old'), (1, 2, 'b'), (1, 1, 'new')");
        var picked = await bed.DrainAsync();

        Assert.Equal(bed.OrdersName, absorber.Name);
        Assert.Equal("absorber.sales_orders", absorber.Buffer);
        Assert.True(absorber.Enabled);
        Assert.Equal(new AbsorberSettings { BatchSize = 500, MaxErrors = 7 }, absorber.Settings);
        Assert.Equal(absorber, Assert.Single(await bed.Engine.Absorbers.ReadAsync(bed.Database.Name, Bed.Cancellation)));
        Assert.Equal(3, picked);
        Assert.Equal("1 1 new, 1 2 b", await bed.AskAsync<string>("SELECT string_agg(concat_ws(' ', id, line, note), ', ' ORDER BY id, line) FROM sales.orders"));
    }

    [Theory]
    [EachPostgres]
    public async Task Create_InTheTransactionThatAlreadyWritesToTheBuffer_LosesNoRow(PostgresVersion version)
    {
        await using var bed = await Bed.WithOrdersAsync(servers, version);
        await bed.RunAsync("CREATE TABLE sales.more (id int PRIMARY KEY, note text)");

        await bed.RunAsync("BEGIN; SELECT absorber.create('sales.more'); INSERT INTO absorber.sales_more VALUES (1, 'a'); COMMIT");

        Assert.Equal(1, await bed.DrainAsync(bed.Name("sales", "more")));
    }

    [Theory]
    [EachPostgres]
    public async Task ScriptCreate_FrameworkMissing_ChangesNothingAndIsWhatCreateRuns(PostgresVersion version)
    {
        await using var bed = await Bed.OpenAsync(servers, version, Bed.Orders);
        var before = await bed.AskAsync<string>(Objects);

        var script = await bed.Engine.Absorbers.ScriptCreateAsync(bed.Spec("sales", "orders"), Bed.Cancellation);
        var after = await bed.AskAsync<string>(Objects);
        await bed.RunAsync(script);
        var scripted = await bed.AskAsync<string>(Objects);
        await bed.RunAsync("DROP SCHEMA absorber CASCADE");
        await bed.CreateAsync("sales", "orders");

        Assert.Equal(before, after);
        Assert.Contains("CREATE TABLE absorber.sales_orders", script, StringComparison.Ordinal);
        Assert.Equal(scripted, await bed.AskAsync<string>(Objects));
    }

    [Theory]
    [EachPostgres]
    public async Task Create_ThatFails_LeavesNothingBehind(PostgresVersion version)
    {
        await using var bed = await Bed.OpenAsync(servers, version, Bed.Orders + "CREATE TABLE sales.keyless (a int); CREATE VIEW sales.view AS SELECT 1 AS a;");
        var before = await bed.AskAsync<string>(Objects);

        var missing = await Bed.FailsAsync(EngineErrorKind.BadRequest, () => bed.CreateAsync("sales", "Orders"));
        var keyless = await Bed.FailsAsync(EngineErrorKind.BadRequest, () => bed.CreateAsync("sales", "keyless"));
        var view = await Bed.FailsAsync(EngineErrorKind.BadRequest, () => bed.CreateAsync("sales", "view"));
        var settings = await Bed.FailsAsync(EngineErrorKind.BadRequest, () => bed.CreateAsync(
            "sales", "orders", new AbsorberSettings { BatchSize = 0, Interval = TimeSpan.FromDays(1), MaxErrors = 0 }));
        var database = await Bed.FailsAsync(EngineErrorKind.BadRequest, () => bed.Engine.Absorbers.CreateAsync(
            bed.Spec("sales", "orders") with { Database = "no such" }, Bed.Cancellation));

        Assert.Contains("sales.Orders", missing.Message, StringComparison.Ordinal);
        Assert.Contains("no primary key", keyless.Message, StringComparison.Ordinal);
        Assert.Contains("a view", view.Message, StringComparison.Ordinal);
        Assert.Contains("from 1 to 10,000,000", settings.Message, StringComparison.Ordinal);
        Assert.Contains("from 10 ms to 1 h", settings.Message, StringComparison.Ordinal);
        Assert.Contains("from 1 to 1,000", settings.Message, StringComparison.Ordinal);
        Assert.Contains("no such", database.Message, StringComparison.Ordinal);
        Assert.Equal(before, await bed.AskAsync<string>(Objects));
    }

    [Theory]
    [EachPostgres]
    public async Task Create_Twice_RefusesTheSecond(PostgresVersion version)
    {
        await using var bed = await Bed.WithOrdersAsync(servers, version);

        var e = await Bed.FailsAsync(EngineErrorKind.BadRequest, () => bed.CreateAsync("sales", "orders"));

        Assert.Contains("has an absorber already", e.Message, StringComparison.Ordinal);
    }

    [Theory]
    [EachPostgres]
    public async Task Create_BothAtOnce_BothSucceed(PostgresVersion version)
    {
        await using var bed = await Bed.OpenAsync(servers, version, Bed.Orders + "CREATE TABLE sales.more (id int PRIMARY KEY)");

        var made = await Task.WhenAll(bed.CreateAsync("sales", "orders"), bed.CreateAsync("sales", "more"));

        Assert.Equal([1, 2], made.Select(a => a.Id).Order());
    }

    [Theory]
    [EachPostgres]
    public async Task Change_Settings_CountFromTheNextBatchOn(PostgresVersion version)
    {
        await using var bed = await Bed.WithOrdersAsync(servers, version);
        await bed.RunAsync("INSERT INTO absorber.sales_orders SELECT i, 1 FROM generate_series(1, 20) i");
        await using var loop = await bed.OpenLoopAsync();
        await loop.RunBatchAsync(5, Bed.Cancellation);
        var settings = new AbsorberSettings { BatchSize = 3, Interval = TimeSpan.FromMilliseconds(1234), MaxErrors = 9, Persisted = false };

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
    [EachPostgres]
    public async Task SetEnabled_False_IsRemembered(PostgresVersion version)
    {
        await using var bed = await Bed.WithOrdersAsync(servers, version);

        await bed.Engine.Absorbers.SetEnabledAsync(bed.OrdersName, enabled: false, Bed.Cancellation);

        Assert.False(Assert.Single(await bed.Engine.Absorbers.ReadAsync(bed.Database.Name, Bed.Cancellation)).Enabled);
    }

    [Theory]
    [EachPostgres]
    public async Task Drop_EmptyBuffer_LeavesOnlyTheFramework(PostgresVersion version)
    {
        await using var bed = await Bed.WithOrdersAsync(servers, version);
        await bed.Engine.Absorbers.DropAsync(bed.OrdersName, discardRows: false, Bed.Cancellation);
        var framework = await bed.AskAsync<string>(Objects);
        await bed.CreateAsync("sales", "orders");
        await bed.RunAsync("INSERT INTO absorber.sales_orders VALUES (1, 1)");
        await bed.DrainAsync();

        await bed.Engine.Absorbers.DropAsync(bed.OrdersName, discardRows: false, Bed.Cancellation);

        Assert.Equal(framework, await bed.AskAsync<string>(Objects));
        Assert.Equal(1, await bed.AskAsync<long>("SELECT count(*) FROM sales.orders"));
        Assert.Equal(0, await bed.AskAsync<long>("SELECT count(*) FROM absorber.batch"));
        Assert.Empty(await bed.Engine.Absorbers.ReadAsync(bed.Database.Name, Bed.Cancellation));
    }

    [Theory]
    [EachPostgres]
    public async Task Drop_BufferHoldsRows_RefusesUnlessTheyAreDiscarded(PostgresVersion version)
    {
        await using var bed = await Bed.WithOrdersAsync(servers, version);
        await bed.RunAsync("INSERT INTO absorber.sales_orders VALUES (1, 1)");

        var e = await Bed.FailsAsync(EngineErrorKind.BadRequest, () => bed.Engine.Absorbers.DropAsync(bed.OrdersName, false, Bed.Cancellation));
        var rows = await bed.AskAsync<long>("SELECT count(*) FROM absorber.sales_orders$pending");
        await bed.Engine.Absorbers.DropAsync(bed.OrdersName, discardRows: true, Bed.Cancellation);

        Assert.Contains("not absorbed", e.Message, StringComparison.Ordinal);
        Assert.Equal(1, rows);
        Assert.Empty(await bed.Engine.Absorbers.ReadAsync(bed.Database.Name, Bed.Cancellation));
    }

    [Theory]
    [EachPostgres]
    public async Task Drop_LoopIsRunning_Refuses(PostgresVersion version)
    {
        await using var bed = await Bed.WithOrdersAsync(servers, version);
        await using var loop = await bed.OpenLoopAsync();
        Assert.True(await loop.TryLockAsync(Bed.Cancellation));

        var e = await Bed.FailsAsync(EngineErrorKind.BadRequest, () => bed.Engine.Absorbers.DropAsync(bed.OrdersName, true, Bed.Cancellation));

        Assert.Contains("is running", e.Message, StringComparison.Ordinal);
    }

    [Theory]
    [EachPostgres]
    public async Task Drop_TargetWasDroppedBefore_StillFindsItByName(PostgresVersion version)
    {
        await using var bed = await Bed.WithOrdersAsync(servers, version);
        await bed.RunAsync("DROP TABLE sales.orders");

        await bed.Engine.Absorbers.DropAsync(bed.OrdersName, discardRows: false, Bed.Cancellation);

        Assert.Empty(await bed.Engine.Absorbers.ReadAsync(bed.Database.Name, Bed.Cancellation));
    }

    [Theory]
    [EachPostgres]
    public async Task Read_FrameworkMissing_IsEmpty(PostgresVersion version)
    {
        await using var bed = await Bed.OpenAsync(servers, version);

        Assert.Empty(await bed.Engine.Absorbers.ReadAsync(bed.Database.Name, Bed.Cancellation));
        Assert.Empty(await bed.Engine.Absorbers.ReadWatermarksAsync(bed.Database.Name, Bed.Cancellation));
    }

    [Fact]
    public async Task ReadServer_NobodyListens_IsUnavailable()
    {
        await using var engine = new Absorber.Engine.PostgreSql.PostgreSqlEngine("Host=127.0.0.1;Port=1;Username=nobody");

        var e = await Bed.FailsAsync(EngineErrorKind.Unavailable, () => engine.ReadServerAsync(Bed.Cancellation));

        Assert.Contains("cannot be reached", e.Message, StringComparison.Ordinal);
    }
}
