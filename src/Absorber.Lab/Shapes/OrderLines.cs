using System.Data.Common;
using Absorber.Engine.Catalog;

namespace Absorber.Lab.Shapes;

/// <summary>A composite key and many rows; lines of recent orders change more often than others.</summary>
internal sealed class OrderLines : TargetShape
{
    private const int LinesPerOrder = 5;

    private static readonly string[] Statuses = ["ordered", "picked", "packed", "shipped", "delivered", "returned"];

    public override TableName Target { get; } = new("sales", "order_lines");

    public override int Keys => 400_000;

    public override int SharedKeys => 50;

    public override int Weight => 6;

    public override IReadOnlyList<ShapeColumn> Columns { get; } =
    [
        new("order_id", ColumnKind.BigInteger),
        new("line_no", ColumnKind.Integer),
        new("product", ColumnKind.Text),
        new("quantity", ColumnKind.Integer),
        new("unit_price", ColumnKind.Decimal),
        new("status", ColumnKind.Text),
        new("changed_at", ColumnKind.Time),
        new("revision", ColumnKind.BigInteger),
    ];

    public override object?[] Row(int key, long revision)
    {
        var noise = new Noise(key, revision);
        return
        [
            (long)(key / LinesPerOrder) + 1,
            key % LinesPerOrder + 1,
            $"P-{noise.Below(1, 5_000):D5}",
            noise.Below(2, 100) + 1,
            new decimal(noise.Below(3, 1_000_000), 0, 0, false, 2),
            noise.Pick(4, Statuses),
            Time(revision),
            revision,
        ];
    }

    public override int? KeyOf(DbDataReader row)
    {
        var order = row.GetInt64(0);
        var line = row.GetInt32(1);
        return order is > 0 and <= 400_000 / LinesPerOrder && line is > 0 and <= LinesPerOrder
            ? (int)(order - 1) * LinesPerOrder + line - 1
            : null;
    }

    public override string Describe(int key) => $"order_id {key / LinesPerOrder + 1}, line_no {key % LinesPerOrder + 1}";
}
