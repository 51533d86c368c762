using System.Globalization;
using Absorber.Engine.Errors;
using Microsoft.Data.SqlClient;

namespace Absorber.Engine.SqlServer;

/// <summary>What a connection string to SQL Server tells without connecting. Nothing here repeats a secret.</summary>
public static class SqlServerConnectionString
{
    private const string Example = "It looks like Server=db07,1433;Database=sales;User ID=absorber;Password=...";

    /// <summary>The server's name as people know it: <c>db07</c>, <c>db07,1433</c> or <c>db07\instance</c>.</summary>
    /// <exception cref="EngineException">The connection string cannot be read.</exception>
    public static string ReadServer(string connectionString) => ShowServer(Parse(connectionString));

    /// <summary>The database; null where none is named, so that the login's default counts.</summary>
    /// <exception cref="EngineException">The connection string cannot be read.</exception>
    public static string? ReadDatabase(string connectionString) =>
        Parse(connectionString).InitialCatalog is { Length: > 0 } database ? database : null;

    internal static SqlConnectionStringBuilder Parse(string connectionString)
    {
        SqlConnectionStringBuilder settings;
        try
        {
            settings = new SqlConnectionStringBuilder(connectionString);
        }
        catch (Exception e) when (e is ArgumentException or FormatException or KeyNotFoundException or InvalidCastException or OverflowException)
        {
            // The driver's words may quote a piece of a password that holds a semicolon, so they are not passed on.
            throw new EngineException(EngineErrorKind.BadRequest, $"The connection string cannot be read. {Example} A value with a semicolon goes in double quotes.");
        }

        if (string.IsNullOrWhiteSpace(settings.DataSource))
            throw new EngineException(EngineErrorKind.BadRequest, $"The connection string names no server. {Example}");
        if (!settings.ShouldSerialize("Application Name"))
            settings.ApplicationName = "absorber";
        return settings;
    }

    internal static string ShowServer(SqlConnectionStringBuilder settings) =>
        settings.DataSource.StartsWith("tcp:", true, CultureInfo.InvariantCulture) ? settings.DataSource["tcp:".Length..] : settings.DataSource;
}
