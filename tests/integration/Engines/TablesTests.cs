using System.Globalization;
using Absorber.Testing.Databases;

namespace Absorber.IntegrationTests.Engines;

/// <summary>Whatever a table and its columns are called, its rows arrive.</summary>
public sealed class TablesTests(PostgresServers servers)
{
    [Theory]
    [EachServer("")]
    [EachServer("]")]
    public async Task Drain_AwkwardNames_WorksLikeAnyOther(ServerKind server, string bracket)
    {
        if (bracket.Length > 0)
            await TestServers.SkipUnlessMicrosoftsAsync(server, "Babelfish cannot read ]] within brackets, by which T-SQL quotes a closing one.", Bed.Cancellation);
        var schema = "Se lect\"s" + bracket;
        var name = $"order; DROP TABLE x; -- 表 %s %I $body$ 'b'{bracket}";
        var table = $"{Quote(schema)}.{Quote(name)}";
        await using var bed = await Bed.OpenAsync(servers, server, $"CREATE SCHEMA {Quote(schema)}", $$$"""
            CREATE TABLE {{{table}}} (
                "select" int, "Käse" varchar(20), "a""b" int DEFAULT 9, most_rows int, picked int, work varchar(9), t varchar(9), b varchar(9), source varchar(9),
                target varchar(9), excluded int, "inserted" varchar(9), deleted varchar(9), "@MaxRows" int, "{{columns}}" varchar(9), "absorber$work" varchar(9), "%1$s" varchar(9),
                "$1" int, id int, "user" varchar(9), "$action" varchar(9), "it's" varchar(9), "a{{{bracket}}}b" varchar(9), "#batch" varchar(9),
                CONSTRAINT "p k" PRIMARY KEY ("select", "Käse", most_rows), CONSTRAINT "c $body$ 'k" CHECK ("a""b" <> 8))
            """);

        var absorber = await bed.CreateAsync(schema, name);
        await bed.RunAsync($"""
            INSERT INTO {absorber.Buffer} ("select", "Käse", most_rows, "absorber$work", "$1", "it's", "a{bracket}b")
            VALUES (1, 'ß', 1, 'old', 1, 'i', 'j'), (1, 'ß', 1, 'new', 2, 'i', 'j'), (1, 'T', 1, 'x', 3, 'k', 'l')
            """);
        await bed.DrainAsync(absorber.Name);
        await bed.RunAsync($"""INSERT INTO {absorber.Buffer} ("select", "Käse", most_rows, "absorber$work", "$1") VALUES (1, 'T', 1, 'y', 4)""");
        await bed.DrainAsync(absorber.Name);

        Assert.Equal(["new 2 i j", "y 4  "], await bed.RowsAsync($"""SELECT "absorber$work", "$1", "it's", "a{bracket}b" FROM {table} ORDER BY "$1" """));
        await bed.Engine.Absorbers.DropAsync(absorber.Name, discardRows: false, Bed.Cancellation);
        Assert.Empty(await bed.Engine.Absorbers.ReadAsync(bed.Database.Name, Bed.Cancellation));
    }

    [Theory]
    [EachServer]
    public async Task Create_NamesTooLongOrTaken_FindsOthers(ServerKind server)
    {
        var longName = new string('ä', 31);
        var longest = new string('n', 63);
        await using var bed = await Bed.OpenAsync(
            servers,
            server,
            "CREATE SCHEMA a",
            "CREATE SCHEMA a_b",
            "CREATE TABLE a.b_c (id int PRIMARY KEY)",
            "CREATE TABLE a_b.c (id int PRIMARY KEY)",
            $"CREATE TABLE a_b.\"{longName}\" (id int PRIMARY KEY)",
            $"CREATE TABLE a_b.{longest} (id int PRIMARY KEY)");

        var first = await bed.CreateAsync("a", "b_c");
        var second = await bed.CreateAsync("a_b", "c");
        var third = await bed.CreateAsync("a_b", longName);
        var fourth = await bed.CreateAsync("a_b", longest);
        foreach (var absorber in new[] { first, second, third, fourth })
        {
            await bed.RunAsync(string.Create(CultureInfo.InvariantCulture, $"INSERT INTO {absorber.Buffer} (id) VALUES ({absorber.Id})"));
            Assert.Equal(1, await bed.DrainAsync(absorber.Name));
        }

        Assert.NotEqual(first.Buffer, second.Buffer);
        Assert.Equal(second.Id, await bed.AskAsync<int>("SELECT id FROM a_b.c"));
        Assert.Equal(fourth.Id, await bed.AskAsync<int>($"SELECT id FROM a_b.{longest}"));
        Assert.Equal(third.Id, await bed.AskAsync<int>($"SELECT id FROM a_b.\"{longName}\""));
    }

    [Theory]
    [EachServer(1)]
    [EachServer(4)]
    [EachServer(8)]
    public async Task Drain_KeysOfSeveralColumns_LatestRowOfEachKeyWins(ServerKind server, int columns)
    {
        var keys = Enumerable.Range(1, columns).Select(i => $"k{i}").ToList();
        var ones = string.Concat(Enumerable.Repeat("1, ", columns - 1));
        await using var bed = await Bed.OpenAsync(servers, server, "CREATE SCHEMA s", $"""
            CREATE TABLE s.t (note varchar(10) NULL, {string.Join(", ", keys.Select(key => $"{key} int NOT NULL"))}, PRIMARY KEY ({string.Join(", ", keys.AsEnumerable().Reverse())}))
            """);
        await bed.CreateAsync("s", "t");

        await bed.RunAsync($"INSERT INTO {bed.Buffer} ({string.Join(", ", keys)}, note) {Bed.Values(1, 95, i => $"{ones}{i % 10}, 'row {i}'")}");
        await bed.DrainAsync(bed.Name("s", "t"), mostRows: 7);

        Assert.Equal(10, await bed.CountAsync("s.t"));
        Assert.Equal("row 95", await bed.AskAsync<string>($"SELECT note FROM s.t WHERE k{columns} = 5"));
        Assert.Equal("row 89", await bed.AskAsync<string>($"SELECT note FROM s.t WHERE k{columns} = 9"));
    }

    [Theory]
    [EachServer]
    public async Task Drain_AllColumnsAreKey_InsertsEachOnce(ServerKind server)
    {
        await using var bed = await Bed.OpenAsync(servers, server, "CREATE SCHEMA s", "CREATE TABLE s.t (a int, b varchar(10), PRIMARY KEY (a, b))");
        await bed.CreateAsync("s", "t");

        await bed.RunAsync($"INSERT INTO {bed.Buffer} (a, b) VALUES (1, 'a'), (1, 'a'), (2, 'b')");
        await bed.DrainAsync(bed.Name("s", "t"));
        await bed.RunAsync($"INSERT INTO {bed.Buffer} (a, b) VALUES (1, 'a')");
        await bed.DrainAsync(bed.Name("s", "t"));

        Assert.Equal(2, await bed.CountAsync("s.t"));
    }

    private static string Quote(string name) => $"\"{name.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";
}
