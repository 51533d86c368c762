using Absorber.Engine.Errors;

namespace Absorber.Engine.SqlServer.Errors;

/// <summary>
/// Babelfish gives every failure for which it knows no number of SQL Server's the number 33557097, and PostgreSQL's words: these
/// tell what it was.
/// </summary>
internal static class UnmappedErrors
{
    public const int Number = 33557097;

    private static readonly (string Words, EngineErrorKind Kind, string Lead)[] Known =
    [
        ("could not serialize access", EngineErrorKind.Contention, "The server gave way to another session"),
        ("deadlock detected", EngineErrorKind.Contention, "The server gave way to another session"),
        ("lock timeout", EngineErrorKind.Contention, "The server gave way to another session"),
        ("could not obtain lock", EngineErrorKind.Contention, "The server gave way to another session"),
        ("terminating connection", EngineErrorKind.Unavailable, "The server ended the session"),
        ("the database system is", EngineErrorKind.Unavailable, "The server is not ready"),
        ("too many clients", EngineErrorKind.OutOfResources, "The server ran out of connections"),
        ("out of memory", EngineErrorKind.OutOfResources, "The server ran out of memory"),
        ("No space left", EngineErrorKind.OutOfResources, "The server ran out of disk"),
        ("permission denied", EngineErrorKind.Forbidden, "A right is missing"),
        ("violates ", EngineErrorKind.RowRefused, ""),
        ("value too long", EngineErrorKind.RowRefused, ""),
        ("database \"", EngineErrorKind.BadRequest, "The database cannot be used"),
        ("\" does not exist", EngineErrorKind.BadRequest, "Something that the absorber needs was changed or dropped"),
        ("out of range", EngineErrorKind.RowRefused, ""),
    ];

    public static (EngineErrorKind Kind, string Message) Judge(string words, string? target = null)
    {
        foreach (var (part, kind, lead) in Known)
        {
            if (words.Contains(part, StringComparison.OrdinalIgnoreCase))
                return (kind, $"{(kind is EngineErrorKind.RowRefused ? ServerErrors.RefusedBy(target) : lead)}: {words}");
        }

        return (EngineErrorKind.Other, words);
    }
}
