using System.Net.Sockets;
using Absorber.Engine.Errors;
using Npgsql;

namespace Absorber.Engine.PostgreSql.Errors;

/// <summary>Turns the driver's exceptions into words for an operator, once, for all callers.</summary>
internal static class ErrorTranslator
{
    public static async Task<T> RunAsync<T>(Func<Task<T>> work)
    {
        try
        {
            return await work();
        }
        catch (Exception e) when (e is NpgsqlException or SocketException)
        {
            throw Translate(e);
        }
    }

    public static async Task RunAsync(Func<Task> work)
    {
        try
        {
            await work();
        }
        catch (Exception e) when (e is NpgsqlException or SocketException)
        {
            throw Translate(e);
        }
    }

    /// <summary>The same for a batch, of which a lost connection leaves us in doubt.</summary>
    public static async Task<T> RunBatchAsync<T>(Func<Task<T>> batch)
    {
        try
        {
            return await batch();
        }
        catch (NpgsqlException e) when (e is not PostgresException && e.InnerException is IOException or SocketException or TimeoutException)
        {
            throw new EngineException(
                EngineErrorKind.OutcomeUnknown,
                "The connection died while a batch was under way, and nobody knows whether the batch was committed. It may be repeated safely.", e);
        }
        catch (NpgsqlException e)
        {
            throw Translate(e);
        }
    }

    /// <summary>The failure in our words.</summary>
    public static EngineException Translate(Exception exception) => exception switch
    {
        PostgresException server => FromServer(server),
        NpgsqlException { InnerException: TimeoutException } e => new(
            EngineErrorKind.Unavailable, "The server did not answer in time. Trying again later may help.", e),
        NpgsqlException { InnerException: PostgresException server } => FromServer(server),
        NpgsqlException { InnerException: SocketException socket } e => new(
            EngineErrorKind.Unavailable, $"The server cannot be reached: {socket.Message}. Check that it runs and that host and port are right.", e),
        NpgsqlException e when e.Message.StartsWith("No password", StringComparison.Ordinal) => new(
            EngineErrorKind.Forbidden, "The server asks for a password and the connection string has none. Add Password=...", e),
        NpgsqlException e => new(EngineErrorKind.Unavailable, $"The connection to the server failed: {e.Message}", e),
        SocketException e => new(
            EngineErrorKind.Unavailable, $"The server cannot be reached: {e.Message}. Check that it runs and that host and port are right.", e),
        _ => new(EngineErrorKind.Other, exception.Message, exception),
    };

    private static EngineException FromServer(PostgresException e)
    {
        var (kind, message) = Judge(e);
        return new EngineException(kind, message, e) { Code = e.SqlState };
    }

    private static (EngineErrorKind Kind, string Message) Judge(PostgresException e) => e.SqlState switch
    {
        // Our own functions' codes; their messages are written for operators.
        "AB400" or "AB410" => (EngineErrorKind.BadRequest, WithHint(e)),
        "AB403" => (EngineErrorKind.Forbidden, WithHint(e)),
        "AB409" => (EngineErrorKind.Contention, WithHint(e)),

        PostgresErrorCodes.InsufficientPrivilege =>
            (EngineErrorKind.Forbidden, $"A right is missing: {e.MessageText}. {MissingGrant.Suggest(e.MessageText)}"),
        PostgresErrorCodes.InvalidPassword or PostgresErrorCodes.InvalidAuthorizationSpecification =>
            (EngineErrorKind.Forbidden, $"The server refused the login: {e.MessageText}. Check user and password, and pg_hba.conf."),
        PostgresErrorCodes.InvalidCatalogName =>
            (EngineErrorKind.BadRequest, $"There is no such database: {e.MessageText}."),
        PostgresErrorCodes.DeadlockDetected or PostgresErrorCodes.SerializationFailure or PostgresErrorCodes.LockNotAvailable =>
            (EngineErrorKind.Contention, $"The server gave way to another session: {e.MessageText}."),
        PostgresErrorCodes.TransactionResolutionUnknown or PostgresErrorCodes.StatementCompletionUnknown =>
            (EngineErrorKind.OutcomeUnknown, $"It is unknown whether the transaction was committed: {e.MessageText}."),
        PostgresErrorCodes.CannotConnectNow or PostgresErrorCodes.AdminShutdown or PostgresErrorCodes.CrashShutdown
            or PostgresErrorCodes.DatabaseDropped or PostgresErrorCodes.IdleSessionTimeout =>
            (EngineErrorKind.Unavailable, $"The server ended the session or is not ready: {e.MessageText}."),
        PostgresErrorCodes.UndefinedTable or PostgresErrorCodes.UndefinedColumn or PostgresErrorCodes.UndefinedFunction or PostgresErrorCodes.InvalidColumnReference =>
            (EngineErrorKind.BadRequest, $"Something that the absorber needs was changed or dropped: {e.MessageText}. Drop the absorber and create it anew, or undo the change."),
        _ => JudgeByClass(e),
    };

    private static (EngineErrorKind Kind, string Message) JudgeByClass(PostgresException e) => e.SqlState[..2] switch
    {
        "08" => (EngineErrorKind.Unavailable, $"The connection to the server failed: {e.MessageText}."),
        "22" or "23" => (EngineErrorKind.RowRefused, $"The target {Table(e)}refuses a row: {WithDetail(e)}"),
        "40" => (EngineErrorKind.Contention, $"The server gave way to another session: {e.MessageText}."),
        "53" => (EngineErrorKind.OutOfResources, $"The server ran out of something: {e.MessageText}."),
        _ => (EngineErrorKind.Other, WithHint(e)),
    };

    private static string Table(PostgresException e) =>
        e.TableName is null ? "" : $"{e.SchemaName}.{e.TableName} ";

    private static string WithDetail(PostgresException e) =>
        e.Detail is null ? $"{e.MessageText}." : $"{e.MessageText}. {e.Detail}";

    private static string WithHint(PostgresException e) =>
        e.Hint is null ? e.MessageText : $"{e.MessageText} {e.Hint}";
}
