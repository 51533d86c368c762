using System.Text.RegularExpressions;

namespace Absorber.Engine.SqlServer.Errors;

/// <summary>Tells which grant is missing from what the server says of it.</summary>
internal static partial class MissingGrant
{
    private const string Fallback = "sql/sqlserver/grants.sql lists the grants that are needed.";

    public static string Suggest(int number, string message) => number switch
    {
        229 => OnObject(message),
        230 => "GRANT the right on the whole table: rights on single columns are not enough.",
        262 when Database().Match(message) is { Success: true } match => $"GRANT {match.Groups["right"].Value} TO the login's user in database {match.Groups["database"].Value}.",
        297 or 300 => "GRANT VIEW SERVER STATE TO the login (from SQL Server 2022 on VIEW SERVER PERFORMANCE STATE is enough); it is needed for figures only.",
        916 => "CREATE USER for the login in that database.",
        2760 => "GRANT ALTER ON SCHEMA to the login's user for that schema, or create the schema first.",
        _ => Fallback,
    };

    private static string OnObject(string message)
    {
        var match = Object().Match(message);
        return match.Success
            ? $"GRANT {match.Groups["right"].Value} ON {SqlServerName.Quote(match.Groups["schema"].Value)}.{SqlServerName.Quote(match.Groups["name"].Value)} TO the login's user in database {match.Groups["database"].Value}."
            : Fallback;
    }

    // Servers that speak another language than English get the fallback.
    [GeneratedRegex("The (?<right>[A-Z ]+) permission was denied on the object '(?<name>.+)', database '(?<database>.+)', schema '(?<schema>.+)'", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Object();

    [GeneratedRegex("(?<right>[A-Z ]+) permission denied in database '(?<database>.+)'", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Database();
}
