using Absorber.Engine.Catalog;
using Absorber.Testing.Databases;

namespace Absorber.IntegrationTests.Engines;

/// <summary>What a server holds, and which of it can be absorbed.</summary>
public sealed class CatalogTests(PostgresServers servers)
{
    [Theory]
    [EachServer]
    public async Task ReadTables_EachKind_SaysWhetherAndWhyNot(ServerKind server)
    {
        await using var bed = await OpenAsync(server);

        var tables = (await bed.Engine.Catalog.ReadTablesAsync(bed.Database.Name, Bed.Cancellation)).ToDictionary(t => t.Name.Name, StringComparer.Ordinal);

        string[] absorbable = ["computed", "identity_key", "identity_other", "linked", "plain", "unique_key"];
        Assert.Equal(absorbable, tables.Values.Where(t => t.CanBeAbsorbed).Select(t => t.Name.Name).Order(StringComparer.Ordinal));
        Assert.Equal(11, tables.Count);
        Says(tables["keyless"].Obstacles, "no primary key");
        Says(tables["nullable_key"].Obstacles, "no primary key");
        Says(tables["filtered_key"].Obstacles, "no primary key");
        Assert.NotEmpty(tables["computed_key"].Obstacles);
        Says(tables["seen"].Obstacles, "a view");
        Says(tables["unique_key"].Remarks, "a unique index");
        Says(tables["computed"].Remarks, "left out of the buffer: twice");
        Assert.All(tables.Values, table => Assert.False(table.HasAbsorber));
    }

    [Theory]
    [EachServer]
    public async Task ReadTables_AfterCreate_MarksTheTargetAndHidesTheFramework(ServerKind server)
    {
        await using var bed = await Bed.WithOrdersAsync(servers, server);

        var table = Assert.Single(await bed.Engine.Catalog.ReadTablesAsync(bed.Database.Name, Bed.Cancellation));

        Assert.Equal(new TableName("sales", "orders"), table.Name);
        Assert.True(table.HasAbsorber);
    }

    [Theory]
    [EachServer("unique_key", "(id) VALUES (1)")]
    [EachServer("computed", "(id) VALUES (1)")]
    [EachServer("identity_other", "(id) VALUES (1)")]
    [EachServer("linked", "(id, code) VALUES (1, 'a'), (1, 'b')")]
    public async Task Create_OnAnAbsorbableKind_Drains(ServerKind server, string table, string rows)
    {
        await using var bed = await OpenAsync(server);
        await bed.RunAsync("INSERT INTO s.plain (id) VALUES (1)");

        var absorber = await bed.CreateAsync("s", table);
        await bed.RunAsync($"INSERT INTO {absorber.Buffer} {rows}");
        var picked = await bed.DrainAsync(absorber.Name);

        Assert.True(picked > 0);
        Assert.Equal(1, await bed.CountAsync($"s.{table}"));
    }

    [Theory]
    [EachServer]
    public async Task ReadDatabases_Always_NamesThisOne(ServerKind server)
    {
        await using var bed = await Bed.OpenAsync(servers, server);

        var databases = await bed.Engine.Catalog.ReadDatabasesAsync(Bed.Cancellation);

        Assert.Contains(bed.Database.Name, databases, StringComparer.Ordinal);
        Assert.NotEmpty((await bed.Engine.ReadServerAsync(Bed.Cancellation)).Engine);
    }

    private Task<Bed> OpenAsync(ServerKind server) => Bed.OpenAsync(servers, server, database =>
    [
        "CREATE SCHEMA s",
        "CREATE TABLE s.plain (id int PRIMARY KEY)",
        "CREATE TABLE s.keyless (id int)",
        "CREATE TABLE s.nullable_key (id int NULL UNIQUE)",
        "CREATE TABLE s.unique_key (id int NOT NULL UNIQUE)",
        "CREATE TABLE s.filtered_key (id int NOT NULL)",
        "CREATE UNIQUE INDEX filtered ON s.filtered_key (id) WHERE id > 0",
        $"CREATE TABLE s.computed_key (id int NOT NULL, {database.Computed("twice", "id * 2")} NOT NULL, PRIMARY KEY (twice))",
        $"CREATE TABLE s.computed (id int PRIMARY KEY, {database.Computed("twice", "id * 2")})",
        $"CREATE TABLE s.identity_key ({database.Identity("id")} PRIMARY KEY, other int)",
        $"CREATE TABLE s.identity_other (id int PRIMARY KEY, {database.Identity("nr")})",
        "CREATE TABLE s.linked (id int PRIMARY KEY REFERENCES s.plain (id), code varchar(10) UNIQUE)",
        "CREATE VIEW s.seen AS SELECT 1 AS id",
    ]);

    private static void Says(IReadOnlyList<string> messages, string words) =>
        Assert.Contains(words, Assert.Single(messages), StringComparison.Ordinal);
}
