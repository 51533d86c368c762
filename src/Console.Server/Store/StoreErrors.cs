using System.Net.Sockets;
using Npgsql;

namespace Absorber.ConsoleServer.Store;

/// <summary>Words for what went wrong with the store: one line, what happened, what to do.</summary>
internal static class StoreErrors
{
    /// <summary>Whether an error is the store's, and not ours.</summary>
    public static bool AreOfStore(Exception error) =>
        error is NpgsqlException or TimeoutException or SocketException || error.InnerException is { } inner && AreOfStore(inner);

    public static string Describe(Exception error) => error switch
    {
        PostgresException { SqlState: PostgresErrorCodes.DiskFull } =>
            "The store's disk is full. Make room on it; samples wait at the agents meanwhile.",
        PostgresException { SqlState: PostgresErrorCodes.InvalidPassword or PostgresErrorCodes.InvalidAuthorizationSpecification } refused =>
            $"The store refuses the sign-in: {refused.MessageText}. Check user and password in ConnectionStrings:Store.",
        PostgresException { SqlState: PostgresErrorCodes.InsufficientPrivilege } denied =>
            $"The store's user lacks a right: {denied.MessageText}. Let it own the database, or create schema \"{StoreContext.Schema}\" for it.",
        PostgresException { SqlState: PostgresErrorCodes.AdminShutdown or PostgresErrorCodes.CrashShutdown or PostgresErrorCodes.CannotConnectNow } =>
            "The store's PostgreSQL is stopping or starting.",
        PostgresException other => $"The store answers with an error: {other.MessageText} ({other.SqlState}).",
        NpgsqlException { InnerException: SocketException socket } => $"The store cannot be reached: {socket.Message}. Is its PostgreSQL running?",
        NpgsqlException { InnerException: TimeoutException } or TimeoutException => "The store does not answer in time.",
        NpgsqlException npgsql => $"The connection to the store failed: {npgsql.Message}",
        { InnerException: { } inner } when AreOfStore(inner) => Describe(inner),
        _ => $"Storing failed: {error.Message}",
    };
}
