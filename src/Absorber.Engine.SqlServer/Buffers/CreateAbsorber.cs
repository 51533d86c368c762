using System.Globalization;
using Absorber.Engine.Absorbers;
using Absorber.Engine.Errors;
using Microsoft.Data.SqlClient;

namespace Absorber.Engine.SqlServer.Buffers;

/// <summary>Calls of <c>ShockAbsorber.[Create]</c>.</summary>
internal static class CreateAbsorber
{
    public static SqlCommand Call(SqlConnection connection, AbsorberSpec spec, bool printOnly)
    {
        var settings = spec.Settings;
        return Framework.Call(
            connection,
            "Create",
            SqlParameters.Object(spec.Target),
            SqlParameters.Bit("@Persisted", settings.Persisted),
            SqlParameters.Seconds("@Interval_seconds", settings.Interval),
            SqlParameters.BigInt("@Interval_rows", settings.BatchSize),
            SqlParameters.Int("@Max_errors", settings.MaxErrors),
            SqlParameters.Int("@Maxdop", settings.MaxDop ?? 0),
            SqlParameters.BigInt("@HashBuckets", settings.HashBuckets),
            SqlParameters.Word("@Buffer", AbsorberRow.ShowKind(settings.Buffer)),
            SqlParameters.Bit("@Print_only", printOnly));
    }

    /// <summary>The call as a person would write it.</summary>
    public static string Script(AbsorberSpec spec)
    {
        var settings = spec.Settings;
        List<string> arguments =
        [
            $"@Object = N'{SqlServerName.Quote(spec.Target).Replace("'", "''", StringComparison.Ordinal)}'",
            $"@Persisted = {(settings.Persisted ? 1 : 0)}",
            string.Create(CultureInfo.InvariantCulture, $"@Interval_seconds = {settings.Interval.TotalSeconds:0.00}"),
            string.Create(CultureInfo.InvariantCulture, $"@Interval_rows = {settings.BatchSize?.ToString(CultureInfo.InvariantCulture) ?? "NULL"}"),
            string.Create(CultureInfo.InvariantCulture, $"@Max_errors = {settings.MaxErrors}"),
        ];
        if (settings.MaxDop is { } maxDop) arguments.Add(string.Create(CultureInfo.InvariantCulture, $"@Maxdop = {maxDop}"));
        if (settings.HashBuckets is { } buckets) arguments.Add(string.Create(CultureInfo.InvariantCulture, $"@HashBuckets = {buckets}"));
        if (AbsorberRow.ShowKind(settings.Buffer) is { } kind) arguments.Add($"@Buffer = '{kind}'");
        return $"""
            -- What this makes for the table can be read once the framework is installed: add @Print_only = 1, and nothing is run.
            EXECUTE ShockAbsorber.[Create] {string.Join(", ", arguments)};
            """;
    }

    /// <summary>Runs the call, and tells the number of the absorber that it made.</summary>
    public static async Task<int> ReadIdAsync(SqlCommand create, CancellationToken cancellation)
    {
        int? id = null;
        await using var reader = await create.ExecuteReaderAsync(cancellation);
        do
        {
            while (await reader.ReadAsync(cancellation))
                id = reader.GetInt32(reader.GetOrdinal("Id"));
        }
        while (await reader.NextResultAsync(cancellation)); // an error may come after the row
        return id ?? throw new EngineException(EngineErrorKind.Other, "ShockAbsorber.[Create] returned no absorber. The framework in this database may be another than this program's.");
    }

    /// <summary>Runs the call, and reads the statements that it would have run.</summary>
    public static async Task<IReadOnlyList<string>> ReadStatementsAsync(SqlCommand create, CancellationToken cancellation)
    {
        var statements = new List<string>();
        await using var reader = await create.ExecuteReaderAsync(cancellation);
        do
        {
            while (await reader.ReadAsync(cancellation))
                statements.Add(reader.GetString(0));
        }
        while (await reader.NextResultAsync(cancellation));
        return statements;
    }
}
