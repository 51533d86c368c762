using Absorber.Engine.Errors;
using Microsoft.Data.SqlClient;

namespace Absorber.Engine.SqlServer.Errors;

/// <summary>Finds out why a database could not be opened: the server's answer is the same whether it is missing, away or forbidden.</summary>
internal static class UnopenedDatabase
{
    /// <summary>"Cannot open database requested by the login."</summary>
    public const int Number = 4060;

    private const string Sql = "SELECT d.state_desc, HAS_DBACCESS(d.name) FROM sys.databases d WHERE d.name = @database";

    /// <summary>Asks the server from the login's default database.</summary>
    /// <param name="settings">How to connect.</param>
    /// <param name="database">The database that could not be opened.</param>
    /// <param name="unexplained">What is known without asking; the answer where asking fails.</param>
    /// <param name="cancellation">Cancels asking.</param>
    public static async Task<EngineException> ExplainAsync(
        SqlConnectionStringBuilder settings, string database, EngineException unexplained, CancellationToken cancellation)
    {
        try
        {
            var elsewhere = new SqlConnectionStringBuilder(settings.ConnectionString) { InitialCatalog = "", Pooling = false };
            await using var connection = new SqlConnection(elsewhere.ConnectionString);
            await connection.OpenAsync(cancellation);
            await using var command = new SqlCommand(Sql, connection);
            command.Parameters.Add(SqlParameters.Name("@database", database));
            await using var reader = await command.ExecuteReaderAsync(cancellation);
            if (!await reader.ReadAsync(cancellation))
                return Explain(EngineErrorKind.BadRequest, $"There is no database {database} on {SqlServerConnectionString.ShowServer(settings)}. Check its name.");
            if (reader.GetString(0) is not "ONLINE" and var state)
                return Explain(EngineErrorKind.Unavailable, $"Database {database} is {state}, not ONLINE. It can be used once it is.");
            return !await reader.IsDBNullAsync(1, cancellation) && reader.GetInt32(1) == 0
                ? Explain(EngineErrorKind.Forbidden, $"This login may not open database {database}. CREATE USER for the login in that database.")
                : unexplained;
        }
        catch (Exception e) when (ErrorTranslator.IsDrivers(e))
        {
            return unexplained;
        }

        EngineException Explain(EngineErrorKind kind, string message) => new(kind, message, unexplained.InnerException) { Code = unexplained.Code };
    }
}
