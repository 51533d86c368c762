using System.Data;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Microsoft.Data.SqlClient;

namespace Absorber.Bench.Tables;

/// <summary>The benches' rows, made here and copied in bulk.</summary>
internal static class SqlServerRows
{
    private static readonly DateTime Beginning = new(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    /// <summary>The row of a key.</summary>
    public static Numbered Row(long ordinal, int key)
    {
        var digits = Encoding.ASCII.GetBytes((ordinal > 0 ? ordinal : key).ToString(CultureInfo.InvariantCulture));
        return new Numbered(ordinal, new WorkRow(
            key / 1000, key % 1000, Convert.ToHexStringLower(SHA256.HashData(digits).AsSpan(0, 16)), Beginning.AddMilliseconds(key), key * 1.01m));
    }

    public static DataTable ToTable(IEnumerable<Numbered> rows, bool withOrdinal)
    {
        var table = new DataTable { Locale = CultureInfo.InvariantCulture };
        if (withOrdinal) table.Columns.Add("ordinal", typeof(long));
        table.Columns.Add("a", typeof(int));
        table.Columns.Add("b", typeof(int));
        table.Columns.Add("d", typeof(string));
        table.Columns.Add("e", typeof(DateTime));
        table.Columns.Add("n", typeof(decimal));
        foreach (var (ordinal, (a, b, d, e, n)) in rows) table.Rows.Add(withOrdinal ? [ordinal, a, b, d, e, n] : [a, b, d, e, n]);
        return table;
    }

    public static async Task CopyAsync(SqlConnection connection, string destination, DataTable rows, CancellationToken cancellation)
    {
        using var copy = new SqlBulkCopy(connection) { DestinationTableName = destination, BulkCopyTimeout = 0 };
        foreach (DataColumn column in rows.Columns) copy.ColumnMappings.Add(column.ColumnName, column.ColumnName);
        await copy.WriteToServerAsync(rows, cancellation);
    }

    /// <param name="Ordinal">The row's place in the run.</param>
    /// <param name="Row">The row.</param>
    internal sealed record Numbered(long Ordinal, WorkRow Row);
}
