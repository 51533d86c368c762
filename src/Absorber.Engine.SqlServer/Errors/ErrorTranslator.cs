using System.Globalization;
using System.Net.Sockets;
using Absorber.Engine.Errors;
using Microsoft.Data.SqlClient;

namespace Absorber.Engine.SqlServer.Errors;

/// <summary>Turns the driver's exceptions into words for an operator, once, for all callers.</summary>
internal static class ErrorTranslator
{
    /// <summary>Whether the driver throws such an exception for a failure of the server or the way there.</summary>
    public static bool IsDrivers(Exception exception) =>
        exception is SqlException or IOException or SocketException or TimeoutException or InvalidOperationException { Source: "Microsoft.Data.SqlClient" };

    /// <summary>The failure in our words.</summary>
    public static EngineException Translate(Exception exception, string? target = null) => exception switch
    {
        SqlException server => FromServer(server, target),
        TimeoutException => new(EngineErrorKind.Unavailable, "The server did not answer in time. Trying again later may help.", exception),
        PlatformNotSupportedException => new(
            EngineErrorKind.Other, $"The driver for SQL Server cannot run here: {exception.Message} It needs ICU (Debian: libicu), and DOTNET_SYSTEM_GLOBALIZATION_INVARIANT must not be set.", exception),
        InvalidOperationException when exception.Message.Contains("pool", StringComparison.OrdinalIgnoreCase) =>
            new(EngineErrorKind.Unavailable, "All connections of this process to the database are in use, and none came free in time. Trying again later may help.", exception),
        _ => new(EngineErrorKind.Unavailable, $"The connection to the server failed: {exception.Message}", exception),
    };

    /// <summary>The failure of a batch, of which a lost connection leaves us in doubt.</summary>
    public static EngineException TranslateBatch(Exception exception, bool isConnected, string target) =>
        !isConnected || exception is SqlException server && ServerErrors.EndsConnection(server.Number, server.Class)
            ? new EngineException(
                EngineErrorKind.OutcomeUnknown,
                "The connection died while a batch was under way, and nobody knows whether the batch was committed. It may be repeated safely.",
                exception)
            : Translate(exception, target);

    private static EngineException FromServer(SqlException e, string? target)
    {
        if (CertificateProblem.Find(e, e.Number) is { } why)
            return new EngineException(EngineErrorKind.Unavailable, CertificateProblem.Describe(why), e);
        if (CertificateProblem.IsUnencrypted(e.Number, e.Message))
            return new EngineException(EngineErrorKind.Unavailable, CertificateProblem.Unencrypted, e);

        if (FindSocketError(e) is { } socket)
            return new EngineException(EngineErrorKind.Unavailable, $"The server cannot be reached: {socket.Message}. Check that it runs, that it listens on TCP, and that name and port are right.", e);

        // Of several errors the first is the cause, unless a later one is among those that we know more about.
        var judged = e.Errors.Cast<SqlError>().Select(error => (error.Number, Verdict: ServerErrors.Judge(error.Number, error.Class, Sentence(error.Message), target))).ToList();
        if (judged.Count == 0)
            return new EngineException(EngineErrorKind.Other, e.Message, e);
        var (number, (kind, message)) = judged.Find(one => one.Verdict.Kind != EngineErrorKind.Other) is { Number: not 0 } known ? known : judged[0];
        return new EngineException(kind, message, e) { Code = number.ToString(CultureInfo.InvariantCulture) };
    }

    /// <summary>What the network said, where nothing came from the server itself.</summary>
    private static SocketException? FindSocketError(SqlException e)
    {
        for (Exception? cause = e; cause is not null; cause = cause.InnerException)
        {
            if (cause is SocketException socket)
                return socket;
        }

        return null;
    }

    private static string Sentence(string words)
    {
        var text = words.Trim();
        return text.Length == 0 || char.IsPunctuation(text[^1]) && text[^1] is not ('"' or '\'' or ')') ? text : $"{text}.";
    }
}
