using Absorber.Engine.Catalog;
using Absorber.IntegrationTests.Engines;
using Absorber.Testing.Databases;

namespace Absorber.IntegrationTests.PostgreSql;

/// <summary>Kinds of tables that only PostgreSQL has.</summary>
public sealed class CatalogTests(PostgresServers servers)
{
    private const string Tables = """
        CREATE SCHEMA s;
        CREATE TABLE s.plain (id int PRIMARY KEY);
        CREATE TABLE s.keyless (id int);
        CREATE TABLE s.nullable_key (id int UNIQUE);
        CREATE TABLE s.unique_key (id int NOT NULL UNIQUE);
        CREATE TABLE s.partial_key (id int NOT NULL); CREATE UNIQUE INDEX ON s.partial_key (id) WHERE id > 0;
        CREATE TABLE s.deferrable_key (id int PRIMARY KEY DEFERRABLE);
        CREATE TABLE s.generated_key (id int NOT NULL, twice int GENERATED ALWAYS AS (id * 2) STORED, PRIMARY KEY (twice));
        CREATE TABLE s.generated (id int PRIMARY KEY, twice int GENERATED ALWAYS AS (id * 2) STORED);
        CREATE TABLE s.identity_key (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, other int);
        CREATE TABLE s.identity_other (id int PRIMARY KEY, nr int GENERATED ALWAYS AS IDENTITY);
        CREATE TABLE s.parted (id int PRIMARY KEY) PARTITION BY RANGE (id);
        CREATE TABLE s.part PARTITION OF s.parted FOR VALUES FROM (0) TO (100);
        CREATE VIEW s.view AS SELECT 1 AS id;
        CREATE MATERIALIZED VIEW s.materialized AS SELECT 1 AS id;
        CREATE TABLE s.ruled (id int PRIMARY KEY); CREATE RULE r AS ON INSERT TO s.ruled DO ALSO NOTHING;
        CREATE TABLE s.linked (id int PRIMARY KEY REFERENCES s.plain, code text UNIQUE);
        CREATE FUNCTION s.noop() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
        CREATE TRIGGER watch BEFORE INSERT ON s.linked FOR EACH ROW EXECUTE FUNCTION s.noop();
        """;

    [Theory]
    [EachPostgres]
    public async Task ReadTables_EachKind_SaysWhetherAndWhyNot(PostgresVersion version)
    {
        await using var bed = await PostgresBed.OpenAsync(servers, version, Tables);
        await bed.RunAsync("INSERT INTO s.plain SELECT generate_series(1, 50); ANALYZE s.plain");

        var tables = (await bed.Engine.Catalog.ReadTablesAsync(bed.Database.Name, Bed.Cancellation)).ToDictionary(t => t.Name.Name, StringComparer.Ordinal);

        string[] absorbable = ["plain", "unique_key", "generated", "identity_key", "identity_other", "parted", "linked"];
        Assert.Equal(absorbable.Order(StringComparer.Ordinal), tables.Values.Where(t => t.CanBeAbsorbed).Select(t => t.Name.Name).Order(StringComparer.Ordinal));
        Assert.Equal(16, tables.Count);
        Assert.Equal(50, tables["plain"].EstimatedRows);
        Assert.Null(tables["keyless"].EstimatedRows);
        Says(tables["keyless"].Obstacles, "no primary key");
        Says(tables["nullable_key"].Obstacles, "no primary key");
        Says(tables["partial_key"].Obstacles, "no primary key");
        Says(tables["deferrable_key"].Obstacles, "DEFERRABLE");
        Says(tables["generated_key"].Obstacles, "generated column");
        Says(tables["part"].Obstacles, "Absorb s.parted instead");
        Says(tables["view"].Obstacles, "a view");
        Says(tables["materialized"].Obstacles, "a materialized view");
        Says(tables["ruled"].Obstacles, "rules");
        Says(tables["unique_key"].Remarks, "a unique index");
        Says(tables["generated"].Remarks, "left out of the buffer: twice");
        Says(tables["identity_key"].Remarks, "id is part of the key");
        Says(tables["identity_other"].Remarks, "nr is numbered by the target");
        Assert.Contains(tables["linked"].Remarks, r => r.Contains("watch", StringComparison.Ordinal));
        Assert.Contains(tables["linked"].Remarks, r => r.Contains("linked_id_fkey", StringComparison.Ordinal));
        Assert.Contains(tables["linked"].Remarks, r => r.Contains("linked_code_key", StringComparison.Ordinal));
    }

    [Theory]
    [EachPostgres]
    public async Task Create_OnEachAbsorbableKind_Drains(PostgresVersion version)
    {
        await using var bed = await PostgresBed.OpenAsync(servers, version, Tables);
        foreach (var (table, row) in new[]
        {
            ("unique_key", "VALUES (1)"), ("generated", "VALUES (1)"), ("identity_key", "(other) VALUES (5), (6)"),
            ("identity_other", "VALUES (1)"), ("parted", "VALUES (1), (2)"),
        })
        {
            await bed.CreateAsync("s", table);
            await bed.RunAsync($"INSERT INTO absorber.s_{table} {row}");
            var picked = await bed.DrainAsync(bed.Name("s", table));
            Assert.Equal(picked, await bed.AskAsync<long>($"SELECT count(*) FROM s.{table}"));
        }

        Assert.Equal("1 5, 2 6", await bed.AskAsync<string>("SELECT string_agg(id || ' ' || other, ', ' ORDER BY id) FROM s.identity_key"));
        Assert.Equal(2, await bed.AskAsync<int>("SELECT twice FROM s.generated"));
    }

    [Theory]
    [EachPostgres]
    public async Task ReadDatabases_Always_NamesThisOne(PostgresVersion version)
    {
        await using var bed = await PostgresBed.OpenAsync(servers, version);

        var databases = await bed.Engine.Catalog.ReadDatabasesAsync(Bed.Cancellation);

        Assert.Contains(bed.Database.Name, databases, StringComparer.Ordinal);
        Assert.DoesNotContain("template0", databases, StringComparer.Ordinal);
        Assert.StartsWith(version is PostgresVersion.V15 ? "PostgreSQL 15." : "PostgreSQL 18.", (await bed.Engine.ReadServerAsync(Bed.Cancellation)).Engine, StringComparison.Ordinal);
    }

    private static void Says(IReadOnlyList<string> messages, string words) =>
        Assert.Contains(words, Assert.Single(messages), StringComparison.Ordinal);
}
