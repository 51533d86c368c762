using System.Data;
using Microsoft.Data.SqlClient;

namespace Absorber.Engine.SqlServer;

/// <summary>Ends what a failed or cancelled command may have left open on its connection.</summary>
internal static class OpenTransactions
{
    private const int PatienceInSeconds = 15;

    /// <summary>
    /// Rolls back and waits for the server's answer, so that nothing of the failed command is under way when it returns. Where the
    /// server does not answer the connection is closed, which ends the transaction too.
    /// </summary>
    public static async Task EndAsync(SqlConnection connection)
    {
        if (connection.State is not ConnectionState.Open)
            return;
        try
        {
            await using var command = new SqlCommand("IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION;", connection) { CommandTimeout = PatienceInSeconds };
            await command.ExecuteNonQueryAsync(CancellationToken.None);
        }
        catch (Exception e) when (Errors.ErrorTranslator.IsDrivers(e))
        {
            SqlConnection.ClearPool(connection);
            await connection.CloseAsync();
        }
    }
}
