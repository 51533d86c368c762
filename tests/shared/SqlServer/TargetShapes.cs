namespace Absorber.Testing.SqlServer;

/// <summary>
/// Awkward tables, and what <c>ShockAbsorber.Columns</c> must say of each. Unit tests fill the templates from this; tests on a live
/// server make the tables and compare what the server says.
/// </summary>
public static class TargetShapes
{
    private const string Latin = " COLLATE Latin1_General_CI_AS";

    public static IReadOnlyList<TargetShape> All { get; } =
    [
        new("demo_table", "dbo", "DemoTable",
        [
            new("a", "int", 1), new("b", "int", 2), new("c", "int"), new("d", $"varchar(100){Latin}"), new("e", "datetime2(6)"),
        ]),
        new("quoted_names", "we]ird", "it's [a] \"b\"",
        [
            new("k]1", "int", 2), new("a b", $"nvarchar(20){Latin}", 1), new("v'%", $"varchar(10){Latin}", Nullable: true),
            new("{{buffer}}", "int", Nullable: true), new("{{each columns|%|, }}", "int", Nullable: true), new("--", "int", Nullable: true),
        ]),
        new("non_ascii", "продажи", "заказы",
        [
            new("№", "int", 1), new("größe", "decimal(9, 3)", Nullable: true), new("名前", $"nvarchar(50){Latin}", Nullable: true),
        ]),
        new("reserved_words", "dbo", "order",
        [
            new("select", "int", 1), new("from", "int", Nullable: true), new("group", $"varchar(10){Latin}", Nullable: true),
        ]),
        new("memory_types", "dbo", "MemoryTypes",
        [
            new("id", "uniqueidentifier", 1), new("c1", "bigint"), new("c2", "smallint", Nullable: true), new("c3", "tinyint", Nullable: true),
            new("c4", "bit", Nullable: true), new("c5", "decimal(38, 10)", Nullable: true), new("c6", "numeric(5, 0)", Nullable: true),
            new("c7", "money", Nullable: true), new("c8", "smallmoney", Nullable: true), new("c9", "float", Nullable: true),
            new("c10", "real", Nullable: true), new("c11", "date", Nullable: true), new("c12", "time(3)", Nullable: true),
            new("c13", "datetime2(0)", Nullable: true), new("c14", "datetime", Nullable: true), new("c15", "smalldatetime", Nullable: true),
            new("c16", $"char(3){Latin}", Nullable: true), new("c17", $"varchar(max){Latin}", Nullable: true), new("c18", $"nchar(4){Latin}", Nullable: true),
            new("c19", $"nvarchar(max){Latin}", Nullable: true), new("c20", "binary(16)", Nullable: true), new("c21", "varbinary(64)", Nullable: true),
            new("c22", "varbinary(max)", Nullable: true), new("c23", $"nvarchar(4000){Latin}", Nullable: true),
        ]),
        new("disk_types", "dbo", "DiskTypes",
        [
            new("id", "datetimeoffset(3)", 1), new("c1", "xml", Nullable: true), new("c2", "sql_variant", Nullable: true), new("c3", "geography", Nullable: true),
            new("c4", "geometry", Nullable: true), new("c5", "hierarchyid", Nullable: true), new("c6", $"varchar(max){Latin}", Nullable: true),
            new("c7", $"nvarchar(max){Latin}", Nullable: true), new("c8", "varbinary(max)", Nullable: true),
        ], InMemory: false),
        new("composite_key", "dbo", "CompositeKey",
        [
            new("v", "int", Nullable: true), new("second", "date", 2), new("w", "int"), new("first", $"char(2){Latin}", 1),
        ]),
        new("computed", "dbo", "Computed", [new("id", "int", 1), new("price", "money"), new("pieces", "int")]),
        new("identity_key", "dbo", "IdentityKey", [new("id", "bigint", 1, Identity: true), new("v", $"nvarchar(30){Latin}", Nullable: true)]),
        new("identity_other", "dbo", "IdentityOther", [new("code", $"varchar(20){Latin}", 1), new("v", "int", Nullable: true)]),
        new("row_version", "dbo", "RowVersion", [new("id", "int", 1), new("v", "int", Nullable: true)]),
        new("temporal", "dbo", "Temporal", [new("id", "int", 1), new("v", $"varchar(30){Latin}", Nullable: true)]),
        new("key_only", "dbo", "KeyOnly", [new("a", "int", 1), new("b", "int", 2)]),
        new("key_only_identity", "dbo", "KeyOnlyIdentity", [new("id", "int", 1, Identity: true)]),
        new("eight_key_columns", "dbo", "EightKeyColumns", [.. Enumerable.Range(1, 8).Select(n => new ShapeColumn($"k{n}", "int", n)), new("v", "int", Nullable: true)]),
        new("sixteen_key_columns", "dbo", "SixteenKeyColumns", [.. Enumerable.Range(1, 16).Select(n => new ShapeColumn($"k{n}", "smallint", n)), new("v", "int", Nullable: true)]),
        new("heap", "dbo", "Heap", [new("id", "int", 1), new("v", "int", Nullable: true)]),
        new("case_sensitive", "dbo", "CaseSensitive",
        [
            new("Code", "varchar(20) COLLATE Latin1_General_CS_AS", 1), new("Text", "nvarchar(50) COLLATE Latin1_General_BIN2", Nullable: true),
        ]),
        new("sparse", "dbo", "Sparse", [new("id", "int", 1), new("rare", "int", Nullable: true), new("rarer", $"varchar(20){Latin}", Nullable: true)]),
        new("masked", "dbo", "Masked", [new("id", "int", 1), new("mail", $"varchar(100){Latin}", Nullable: true)]),
        new("triggered", "dbo", "Triggered", [new("id", "int", 1), new("v", "int", Nullable: true)]),
        new("unique_index", "dbo", "UniqueIndex", [new("note", $"varchar(50){Latin}", Nullable: true), new("code", $"char(8){Latin}", 1), new("v", "int")]),
        new("defaults", "dbo", "Defaults",
        [
            new("id", "int", 1), new("state", "tinyint", Default: "((1))"), new("name", $"nvarchar(20){Latin}", Default: "(N'it''s')"),
            new("at", "datetime2(3)", Default: "(sysutcdatetime())"), new("v", "int", Nullable: true, Default: "((-1))"),
        ]),
        new("disk_default", "dbo", "DiskDefault", [new("id", "int", 1), new("who", $"nvarchar(128){Latin}", Default: "(suser_sname())")], InMemory: false),
        new("alias_types", "dbo", "AliasTypes", [new("id", "int", 1), new("phone", $"varchar(20){Latin}", Nullable: true), new("owner", $"nvarchar(128){Latin}")]),
        new("partitioned", "dbo", "Partitioned", [new("id", "int", 2), new("day", "date", 1), new("v", "int", Nullable: true)]),
        new("long_names", new string('s', 64), new string('t', 128), [new(new string('c', 128), "int", 1), new("v", "int", Nullable: true)],
            Buffer: $"{new string('s', 64)}_{new string('t', 47)}"),
    ];
}
