using System.Data.Common;
using Absorber.Engine.Catalog;

namespace Absorber.Lab.Shapes;

/// <summary>A wide row with nulls and all kinds of text.</summary>
internal sealed class Customers : TargetShape
{
    private static readonly string[] Names = ["Ana Nováková", "O'Neill & Søn", "李小龍", "Müller \"GmbH\"", "Zoë Łukasz", "María José", "Smith\tJr.", "Ελένη"];
    private static readonly string[] Cities = ["Oslo", "København", "São Paulo", "Zürich", "東京", "Wrocław", "İzmir", "St. John's"];
    private static readonly string[] Countries = ["NO", "DK", "BR", "CH", "JP", "PL", "TR", "CA"];
    private static readonly string[] Notes = ["", "calls back\nafter noon", "back\\slash", "100% {sure}", "NULL", "𝄞 likes music", "'; --"];
    private static readonly string[] Tags = ["new", "vip", "wholesale", "late payer", "a,b", "\"quoted\""];

    public override TableName Target { get; } = new("crm", "customers");

    public override int Keys => 100_000;

    public override int SharedKeys => 20;

    public override int Weight => 2;

    public override IReadOnlyList<ShapeColumn> Columns { get; } =
    [
        new("customer_id", ColumnKind.Uuid),
        new("name", ColumnKind.Text),
        new("email", ColumnKind.Text),
        new("phone", ColumnKind.Text),
        new("city", ColumnKind.Text),
        new("country", ColumnKind.Code),
        new("born", ColumnKind.Date),
        new("tags", ColumnKind.TextList),
        new("preferences", ColumnKind.Json),
        new("credit_limit", ColumnKind.Decimal),
        new("score", ColumnKind.Double),
        new("is_active", ColumnKind.Boolean),
        new("avatar", ColumnKind.Bytes),
        new("note", ColumnKind.Text),
        new("changed_at", ColumnKind.Time),
        new("revision", ColumnKind.BigInteger),
    ];

    public override object?[] Row(int key, long revision)
    {
        var noise = new Noise(key, revision);
        var city = noise.Below(4, Cities.Length);
        return
        [
            new Guid(key, 0x5A1E, 0x4C00, 0x80, 0, 0, 0, 0, 0, 0, 1),
            noise.Pick(1, Names),
            noise.Once(2, 4) ? null : $"customer{key}@example.com",
            noise.Once(3, 3) ? null : $"+{noise.Of(3) % 10_000_000_000:D10}",
            Cities[city],
            Countries[city],
            noise.Once(6, 5) ? null : new DateOnly(1940, 1, 1).AddDays(noise.Below(6, 25_000)),
            noise.Once(7, 4) ? null : Tags.Take(noise.Below(7, Tags.Length)).ToArray(),
            noise.Once(8, 3) ? null : $"{{\"news\": {(noise.Once(8, 2) ? "true" : "false")}, \"theme\": \"{noise.Below(8, 9)}\"}}",
            noise.Once(9, 2) ? null : new decimal(noise.Below(9, int.MaxValue), 0, 0, false, 3),
            noise.Once(10, 6) ? null : noise.Below(10, 1_000_000) / 7.0,
            noise.Once(11, 2),
            noise.Once(12, 2) ? null : BitConverter.GetBytes(noise.Of(12)),
            noise.Once(13, 3) ? null : noise.Pick(13, Notes),
            Time(revision),
            revision,
        ];
    }

    public override int? KeyOf(DbDataReader row)
    {
        var bytes = row.GetGuid(0).ToByteArray();
        var key = BitConverter.ToInt32(bytes, 0);
        return key >= 0 && key < Keys ? key : null;
    }

    public override string Describe(int key) => $"customer_id {new Guid(key, 0x5A1E, 0x4C00, 0x80, 0, 0, 0, 0, 0, 0, 1)}";
}
