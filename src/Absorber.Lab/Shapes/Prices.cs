using System.Data.Common;
using System.Globalization;
using Absorber.Engine.Catalog;

namespace Absorber.Lab.Shapes;

/// <summary>Few keys that every producer updates all the time.</summary>
internal sealed class Prices : TargetShape
{
    public override TableName Target { get; } = new("ref", "prices");

    public override int Keys => 200;

    public override int SharedKeys => Keys;

    public override int Weight => 2;

    public override IReadOnlyList<ShapeColumn> Columns { get; } =
    [
        new("symbol", ColumnKind.Text),
        new("bid", ColumnKind.Decimal),
        new("ask", ColumnKind.Decimal),
        new("traded_at", ColumnKind.Time),
        new("revision", ColumnKind.BigInteger),
    ];

    public override object?[] Row(int key, long revision)
    {
        var bid = new decimal(new Noise(key, revision).Below(1, 10_000_000), 0, 0, false, 4);
        return [Describe(key), bid, bid + 0.0125m, Time(revision), revision];
    }

    public override int? KeyOf(DbDataReader row)
    {
        var symbol = row.GetString(0);
        return symbol.StartsWith("SYM", StringComparison.Ordinal)
            && int.TryParse(symbol.AsSpan(3), NumberStyles.None, CultureInfo.InvariantCulture, out var key) && key < Keys
            ? key
            : null;
    }

    public override string Describe(int key) => string.Create(CultureInfo.InvariantCulture, $"SYM{key:D3}");
}
