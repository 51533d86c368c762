using System.Text.RegularExpressions;

namespace Absorber.Engine.PostgreSql.Errors;

/// <summary>Tells which grant is missing from what the server says of it.</summary>
internal static partial class MissingGrant
{
    private const string Fallback = "sql/postgresql/grants.sql lists the grants that are needed.";

    public static string Suggest(string message)
    {
        var match = Denied().Match(message);
        if (!match.Success)
            return Fallback;

        var name = match.Groups["name"].Value;
        return match.Groups["kind"].Value switch
        {
            "database" => $"GRANT CONNECT, CREATE ON DATABASE {name} to the login, or let a DBA run sql/postgresql/install.sql.",
            "schema" => $"GRANT USAGE ON SCHEMA {name} to the login; for schema absorber, make it the schema's owner.",
            "table" or "view" => $"GRANT SELECT, INSERT, UPDATE ON {name} to the login; the framework's own tables belong to the role that installed it.",
            "sequence" => $"GRANT USAGE ON SEQUENCE {name} to the login.",
            _ => Fallback,
        };
    }

    // Servers that speak another language than English get the fallback.
    [GeneratedRegex("^permission denied for (?<kind>[a-z]+) (?<name>.+)$", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Denied();
}
