using System.Data;
using System.Globalization;
using System.Resources;
using Absorber.Engine.Errors;
using Microsoft.Data.SqlClient;

namespace Absorber.Engine.SqlServer.Buffers;

/// <summary>The framework's T-SQL, as it lies in <c>sql/sqlserver</c>.</summary>
internal static class Framework
{
    /// <summary>The version of the framework that this adapter knows.</summary>
    public const int Version = 1;

    private const string VersionSql = """
        IF OBJECT_ID(N'ShockAbsorber.Version') IS NULL
            SELECT 0 AS Version;
        ELSE
            SELECT max(v.Version) AS Version FROM ShockAbsorber.Version v;
        """;

    private const string TurnSql = "EXECUTE sp_getapplock @Resource = N'ShockAbsorber:install', @LockMode = 'Exclusive', @LockOwner = 'Transaction', @LockTimeout = 60000";

    private static readonly Lazy<string> Script = new(() => Read("install.sql"));

    private static readonly Lazy<string> Query = new(() => WithoutFramework(CutQuery(Read("eligibility.sql"))));

    /// <summary>Everything that <c>install.sql</c> does.</summary>
    public static string InstallScript => Script.Value;

    /// <summary>The query behind the view <c>ShockAbsorber.Eligibility</c>, for databases without the framework.</summary>
    public static string EligibilityQuery => Query.Value;

    /// <exception cref="EngineException">The database has a newer framework than this program knows.</exception>
    public static async Task<bool> IsInstalledAsync(SqlConnection connection, SqlTransaction? transaction, CancellationToken cancellation)
    {
        await using var command = new SqlCommand(VersionSql, connection, transaction);
        var version = Convert.ToInt32(await command.ExecuteScalarAsync(cancellation) is int known ? known : 0, CultureInfo.InvariantCulture);
        return version <= Version
            ? version > 0
            : throw new EngineException(
                EngineErrorKind.BadRequest,
                $"Database {connection.Database} has version {version} of the framework ShockAbsorber, and this program knows {Version}. Use a newer program for it.");
    }

    /// <summary>Installs the framework where it is missing. Processes that do so at the same time take turns.</summary>
    /// <returns>Whether it was missing.</returns>
    public static async Task<bool> InstallAsync(SqlConnection connection, SqlTransaction transaction, CancellationToken cancellation)
    {
        await ExecuteAsync(connection, transaction, TurnSql, cancellation);
        if (await IsInstalledAsync(connection, transaction, cancellation))
            return false;
        foreach (var batch in ScriptBatches.Split(InstallScript))
            await ExecuteAsync(connection, transaction, batch, cancellation);
        return true;
    }

    /// <summary>A call of one of the framework's procedures.</summary>
    public static SqlCommand Call(SqlConnection connection, SqlTransaction? transaction, string procedure, params ReadOnlySpan<SqlParameter> parameters)
    {
        var command = new SqlCommand($"[ShockAbsorber].{SqlServerName.Quote(procedure)}", connection, transaction)
        {
            CommandType = CommandType.StoredProcedure,
            CommandTimeout = 0, // to rebuild a buffer takes as long as it takes; callers cancel it
        };
        foreach (var parameter in parameters)
            command.Parameters.Add(parameter);
        return command;
    }

    private static async Task ExecuteAsync(SqlConnection connection, SqlTransaction transaction, string sql, CancellationToken cancellation)
    {
        await using var command = new SqlCommand(sql, connection, transaction) { CommandTimeout = 120 };
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
