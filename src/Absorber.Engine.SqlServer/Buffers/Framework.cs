using System.Data;
using System.Resources;
using Absorber.Engine.Errors;
using Microsoft.Data.SqlClient;

namespace Absorber.Engine.SqlServer.Buffers;

/// <summary>The framework's T-SQL, as it lies in <c>sql/sqlserver</c>.</summary>
internal static class Framework
{
    /// <summary>The version of the framework that this adapter knows.</summary>
    public const int Version = 1;

    // The script makes the table first and this procedure last: where it broke off in between, it is run again.
    private const string VersionSql = """
        IF OBJECT_ID(N'ShockAbsorber.Version') IS NULL OR OBJECT_ID(N'ShockAbsorber.Status') IS NULL
            SELECT 0 AS Version;
        ELSE
            SELECT max(v.Version) AS Version FROM ShockAbsorber.Version v;
        """;

    private const string TakeTurnSql = "EXECUTE sp_getapplock @Resource = N'ShockAbsorber:install', @LockMode = 'Exclusive', @LockOwner = 'Session', @LockTimeout = 60000";

    private const string EndTurnSql = "EXECUTE sp_releaseapplock @Resource = N'ShockAbsorber:install', @LockOwner = 'Session'";

    private static readonly Lazy<string> Script = new(() => Read("install.sql"));

    private static readonly Lazy<string> Query = new(() => WithoutFramework(CutQuery(Read("eligibility.sql"))));

    /// <summary>Everything that <c>install.sql</c> does.</summary>
    public static string InstallScript => Script.Value;

    /// <summary>The query behind the view <c>ShockAbsorber.Eligibility</c>, for databases without the framework.</summary>
    public static string EligibilityQuery => Query.Value;

    /// <exception cref="EngineException">The database has a newer framework than this program knows.</exception>
    public static async Task<bool> IsInstalledAsync(SqlConnection connection, CancellationToken cancellation)
    {
        await using var command = new SqlCommand(VersionSql, connection);
        var version = await command.ExecuteScalarAsync(cancellation) is int known ? known : 0;
        return version <= Version
            ? version > 0
            : throw new EngineException(
                EngineErrorKind.BadRequest,
                $"Database {connection.Database} has version {version} of the framework ShockAbsorber, and this program knows {Version}. Use a newer program for it.");
    }

    /// <summary>Installs the framework where it is missing. Processes that do so at the same time take turns.</summary>
    public static async Task InstallAsync(SqlConnection connection, CancellationToken cancellation)
    {
        if (await IsInstalledAsync(connection, cancellation))
            return;
        await ExecuteAsync(connection, TakeTurnSql, cancellation);
        try
        {
            if (await IsInstalledAsync(connection, cancellation))
                return;
            foreach (var batch in ScriptBatches.Split(InstallScript))
                await ExecuteAsync(connection, batch, cancellation);
        }
        finally
        {
            await OpenTransactions.EndAsync(connection);
            if (connection.State is ConnectionState.Open)
                await ExecuteAsync(connection, EndTurnSql, CancellationToken.None);
        }
    }

    /// <summary>A call of one of the framework's procedures.</summary>
    public static SqlCommand Call(SqlConnection connection, string procedure, params ReadOnlySpan<SqlParameter> parameters)
    {
        var command = new SqlCommand($"[ShockAbsorber].{SqlServerName.Quote(procedure)}", connection)
        {
            CommandType = CommandType.StoredProcedure,
            CommandTimeout = 0, // to rebuild a buffer takes as long as it takes; callers cancel it
        };
        foreach (var parameter in parameters)
            command.Parameters.Add(parameter);
        return command;
    }

    private static async Task ExecuteAsync(SqlConnection connection, string sql, CancellationToken cancellation)
    {
        await using var command = new SqlCommand(sql, connection) { CommandTimeout = 120 };
        await command.ExecuteNonQueryAsync(cancellation);
    }

    private static string CutQuery(string view)
    {
        const string Head = "\nAS\n";
        return view[(view.IndexOf(Head, StringComparison.Ordinal) + Head.Length)..].TrimEnd().TrimEnd(';');
    }

    /// <summary>Puts nothing in the place of the framework's own table, which the query marks.</summary>
    private static string WithoutFramework(string query)
    {
        const string Begin = "-- absorbers";
        const string End = "-- end of absorbers";
        var (begin, end) = (query.IndexOf(Begin, StringComparison.Ordinal), query.IndexOf(End, StringComparison.Ordinal));
        return $"{query[..begin]}LEFT JOIN (SELECT CAST(NULL AS int) AS Absorber_id) AS a ON 1 = 0\n{query[end..]}";
    }

    private static string Read(string file)
    {
        using var stream = typeof(Framework).Assembly.GetManifestResourceStream(file)
            ?? throw new MissingManifestResourceException($"The resource {file} is not embedded.");
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd().ReplaceLineEndings("\n");
    }
}
