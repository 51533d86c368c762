namespace Absorber.EmbeddedPostgres;

/// <summary>The private server could not be started, stopped or found; the message says in one line why and what to do.</summary>
public sealed class EmbeddedServerException : Exception
{
    public EmbeddedServerException(string message, Exception? inner = null)
        : base(message, inner)
    {
    }
}
