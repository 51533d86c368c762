using Absorber.IntegrationTests.Engines;
using Absorber.Testing.Databases;

namespace Absorber.IntegrationTests.PostgreSql;

/// <summary>Whatever a table is called and made of, its rows arrive unchanged.</summary>
public sealed class TypesTests(PostgresServers servers)
{
    [Theory]
    [EachPostgres]
    public async Task Drain_EveryType_KeepsEveryValue(PostgresVersion version)
    {
        await using var bed = await PostgresBed.OpenAsync(servers, version, """
            CREATE SCHEMA s;
            CREATE TYPE s.mood AS ENUM ('sad', 'it''s "ok"');
            CREATE TYPE s.pair AS (a int, b text);
            CREATE DOMAIN s.positive AS int CHECK (VALUE > 0);
            CREATE TABLE s.model (
                id bigserial PRIMARY KEY, b boolean, i2 smallint, i4 int, i8 bigint, f4 real, f8 double precision, n numeric, n12 numeric(12, 4),
                t text, v varchar(20), c char(5), "char" "char", bin bytea, d date, ti time, tz timestamptz, ts timestamp, iv interval(3),
                u uuid, j json, jb jsonb, x xml, ip inet, mac macaddr, bits bit varying(9), a int[], at text[][], e s.mood, ea s.mood[],
                dom s.positive, comp s.pair, comps s.pair[], r int4range, mr int8multirange, p point, tsv tsvector, coll text COLLATE "C",
                def text DEFAULT 'de''fault', now timestamptz DEFAULT '2020-01-01', money money);
            INSERT INTO s.model VALUES
                (1, true, -32768, 2147483647, -9223372036854775808, 'NaN', '-Infinity', 'NaN', 12345678.1234,
                E'a\tb\nc\\"''$body$ 日本語 🚚', '', 'ab', 'x', '\x00ff00', '0044-03-15 BC', '24:00', 'infinity', '2026-03-01'::date - 1 + time '23:59:59.999999', '1 mon -3 days 4.567 s',
                '00000000-0000-0000-0000-00000000000f', '{"a" : 1, "a":2}', '{"b": [null, "\u00e9"]}', '<a>&lt;</a>', '::1/64', '08:00:2b:01:02:03', B'10101',
                '[-1:1]={1,NULL,3}', '{{"a,b","c\"d"},{NULL,"NULL"}}', 'it''s "ok"', '{sad,NULL}', 7, ROW(1, '(,"'), ARRAY[ROW(NULL, '')::s.pair, NULL],
                '[1,5)', '{[1,2),[5,)}', '(1.5,-2)', 'a:1 fat:2', 'Z', NULL, NULL, 12.34);
            INSERT INTO s.model (id) VALUES (2);
            CREATE TABLE s.copy (LIKE s.model INCLUDING ALL);
            """);
        await bed.CreateAsync("s", "copy");

        await bed.RunAsync("INSERT INTO absorber.s_copy SELECT * FROM s.model");
        await bed.DrainAsync(bed.Name("s", "copy"));

        Assert.Equal(2, await bed.AskAsync<long>("SELECT count(*) FROM s.copy"));
        Assert.Null(await bed.AskAsync<string>("""
            SELECT string_agg(coalesce(sent::text, '-') || E'\n' || coalesce(got::text, '-'), E'\n') FROM s.model sent FULL JOIN s.copy got USING (id)
            WHERE sent::text IS DISTINCT FROM got::text
            """));
    }

    [Theory]
    [EachPostgres]
    public async Task Drain_AwkwardNames_WorksLikeAnyOther(PostgresVersion version)
    {
        const string Table = "\"Se lect\"\"s\".\"order; DROP TABLE x; -- 表 %s %I $body$ {0}\"";
        await using var bed = await PostgresBed.OpenAsync(servers, version, $"""
            CREATE SCHEMA "Se lect""s";
            CREATE TABLE {Table} (
                "select" int, "Käse" text, "a""b" int DEFAULT 9, most_rows int, picked int, work text, t text, b text, q text, r text, l text, excluded int,
                xid text, seq text, nr int, late text, absorber_xid int, absorber_seq text, "absorber$work" text, "%1$s" text, "$1" int, id int, "user" name, tableoid_ oid,
                CONSTRAINT "p k" PRIMARY KEY ("select", "Käse", most_rows), CONSTRAINT "c $body$ 'k" CHECK ("a""b" <> 8));
            """);
        const string Schema = "Se lect\"s";
        const string Name = "order; DROP TABLE x; -- 表 %s %I $body$ {0}";

        var absorber = await bed.CreateAsync(Schema, Name);
        await bed.RunAsync($"""
            INSERT INTO {absorber.Buffer} ("select", "Käse", most_rows, "absorber$work", "$1") VALUES (1, 'ß', 1, 'old', 1), (1, 'ß', 1, 'new', 2), (1, 'SS', 1, 'x', 3)
            """);
        await bed.DrainAsync(bed.Name(Schema, Name));
        await bed.RunAsync("SELECT absorber.reclaim(1, 0, '0')");

        Assert.Equal("x 3 9, new 2 9", await bed.AskAsync<string>($"""SELECT string_agg(concat_ws(' ', "absorber$work", "$1", "a""b"), ', ' ORDER BY "Käse" COLLATE "C") FROM {Table}"""));
        await bed.Engine.Absorbers.DropAsync(bed.Name(Schema, Name), discardRows: false, Bed.Cancellation);
        Assert.Empty(await bed.Engine.Absorbers.ReadAsync(bed.Database.Name, Bed.Cancellation));
    }
}
