using System.Data;
using Absorber.Engine.Catalog;
using Microsoft.Data.SqlClient;

namespace Absorber.Engine.SqlServer;

/// <summary>Parameters with their types stated, so that the server neither guesses nor converts.</summary>
internal static class SqlParameters
{
    /// <summary>A <c>sysname</c>.</summary>
    public static SqlParameter Name(string parameter, string value) => new(parameter, SqlDbType.NVarChar, 128) { Value = value };

    public static SqlParameter NameOrNull(string parameter, string? value) =>
        new(parameter, SqlDbType.NVarChar, 128) { Value = (object?)value ?? DBNull.Value };

    /// <summary>A schema and a name, quoted, as the framework's <c>@Object</c> takes them.</summary>
    public static SqlParameter Object(TableName table) => new("@Object", SqlDbType.NVarChar, 517) { Value = SqlServerName.Quote(table) };

    public static SqlParameter BigInt(string parameter, long? value) => new(parameter, SqlDbType.BigInt) { Value = (object?)value ?? DBNull.Value };

    public static SqlParameter Int(string parameter, int? value) => new(parameter, SqlDbType.Int) { Value = (object?)value ?? DBNull.Value };

    /// <summary>An <c>int</c> that the server answers with.</summary>
    public static SqlParameter Answer(string parameter) => new(parameter, SqlDbType.Int) { Direction = ParameterDirection.Output };

    public static SqlParameter Bit(string parameter, bool? value) => new(parameter, SqlDbType.Bit) { Value = (object?)value ?? DBNull.Value };

    /// <summary>A <c>varchar(20)</c>.</summary>
    public static SqlParameter Word(string parameter, string? value) => new(parameter, SqlDbType.VarChar, 20) { Value = (object?)value ?? DBNull.Value };

    /// <summary>Seconds as <c>numeric(10,2)</c>.</summary>
    public static SqlParameter Seconds(string parameter, TimeSpan? value) =>
        new(parameter, SqlDbType.Decimal) { Precision = 10, Scale = 2, Value = value is { } time ? (decimal)time.TotalSeconds : DBNull.Value };
}
