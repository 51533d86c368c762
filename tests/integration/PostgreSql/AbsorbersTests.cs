using Absorber.Engine.Errors;
using Absorber.IntegrationTests.Engines;
using Absorber.Testing.Databases;

namespace Absorber.IntegrationTests.PostgreSql;

/// <summary>Creating absorbers, as far as PostgreSQL has its own say in it: transactions, the script, the name of the buffer.</summary>
public sealed class AbsorbersTests(PostgresServers servers)
{
    [Theory]
    [EachPostgres]
    public async Task Create_InTheTransactionThatAlreadyWritesToTheBuffer_LosesNoRow(PostgresVersion version)
    {
        await using var bed = await PostgresBed.WithOrdersAsync(servers, version);
        await bed.RunAsync("CREATE TABLE sales.more (id int PRIMARY KEY, note text)");

        await bed.RunAsync("BEGIN; SELECT absorber.create('sales.more'); INSERT INTO absorber.sales_more VALUES (1, 'a'); COMMIT");

        Assert.Equal(1, await bed.DrainAsync(bed.Name("sales", "more")));
    }

    [Theory]
    [EachPostgres]
    public async Task ScriptCreate_FrameworkMissing_ChangesNothingAndIsWhatCreateRuns(PostgresVersion version)
    {
        await using var bed = await PostgresBed.OpenAsync(servers, version, Bed.Orders);
        var before = await bed.RowsAsync(bed.Database.Objects);

        var script = await bed.Engine.Absorbers.ScriptCreateAsync(bed.Spec("sales", "orders"), Bed.Cancellation);
        var after = await bed.RowsAsync(bed.Database.Objects);
        await bed.RunAsync(script);
        var scripted = await bed.RowsAsync(bed.Database.Objects);
        await bed.RunAsync("DROP SCHEMA absorber CASCADE");
        var created = await bed.CreateAsync("sales", "orders");

        Assert.Equal("absorber.sales_orders", created.Buffer);
        Assert.Equal(before, after);
        Assert.Contains("CREATE TABLE absorber.sales_orders", script, StringComparison.Ordinal);
        Assert.Equal(scripted, await bed.RowsAsync(bed.Database.Objects));
    }

    [Theory]
    [EachPostgres]
    public async Task Create_ThatFails_LeavesNoFrameworkBehind(PostgresVersion version)
    {
        await using var bed = await PostgresBed.OpenAsync(servers, version, [.. Bed.Orders, "CREATE TABLE sales.keyless (a int)"]);
        var before = await bed.RowsAsync(bed.Database.Objects);

        await Bed.FailsAsync(EngineErrorKind.BadRequest, () => bed.CreateAsync("sales", "keyless"));
        var missing = await Bed.FailsAsync(EngineErrorKind.BadRequest, () => bed.CreateAsync("sales", "Orders"));

        Assert.Contains("sales.Orders", missing.Message, StringComparison.Ordinal);
        Assert.Equal(before, await bed.RowsAsync(bed.Database.Objects));
    }

    [Fact]
    public async Task ReadServer_NobodyListens_IsUnavailable()
    {
        await using var engine = new Absorber.Engine.PostgreSql.PostgreSqlEngine("Host=127.0.0.1;Port=1;Username=nobody");

        var e = await Bed.FailsAsync(EngineErrorKind.Unavailable, () => engine.ReadServerAsync(Bed.Cancellation));

        Assert.Contains("cannot be reached", e.Message, StringComparison.Ordinal);
    }
}
