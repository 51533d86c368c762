using Absorber.Engine.Absorbers;
using Absorber.Engine.Errors;
using Microsoft.Data.SqlClient;

namespace Absorber.Engine.SqlServer.Buffers;

/// <summary>Calls of <c>ShockAbsorber.[Create]</c>.</summary>
internal static class CreateAbsorber
{
    public static SqlCommand Call(SqlConnection connection, SqlTransaction? transaction, AbsorberSpec spec, bool printOnly)
    {
        var settings = spec.Settings;
        return Framework.Call(
            connection,
            transaction,
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
