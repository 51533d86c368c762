namespace Absorber.Engine.Errors;

/// <summary>What kind of failure it was; everything above the adapters decides by this.</summary>
public enum EngineErrorKind
{
    /// <summary>The caller asked for something that cannot be: the message says what would be right.</summary>
    BadRequest,

    /// <summary>The login lacks a right; the message names the grant.</summary>
    Forbidden,

    /// <summary>The connection failed or the server is going down or coming up: try again later.</summary>
    Unavailable,

    /// <summary>The server gave way to someone else (deadlock, serialization, lock timeout): try again at once.</summary>
    Contention,

    /// <summary>The connection died while a transaction was being committed. A batch may be repeated safely.</summary>
    OutcomeUnknown,

    /// <summary>A row in the buffer does not fit the target (a foreign key, a check, another unique key).</summary>
    RowRefused,

    /// <summary>The server ran out of disk, memory or connections.</summary>
    OutOfResources,

    /// <summary>Anything else; the message carries the server's own words.</summary>
    Other,
}

/// <summary>A failure, translated once by the adapter into words for an operator.</summary>
public sealed class EngineException : Exception
{
    public EngineException(EngineErrorKind kind, string message, Exception? inner = null)
        : base(message, inner) => Kind = kind;

    public EngineErrorKind Kind { get; }

    /// <summary>The engine's own code, such as an SQLSTATE; null where there is none.</summary>
    public string? Code { get; init; }
}
