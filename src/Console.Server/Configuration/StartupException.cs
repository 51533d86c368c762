namespace Absorber.ConsoleServer.Configuration;

/// <summary>The console cannot start. Every problem is one line that says what to do.</summary>
internal sealed class StartupException(IReadOnlyList<string> problems, Exception? inner = null) : Exception(string.Join(Environment.NewLine, problems), inner)
{
    public IReadOnlyList<string> Problems => problems;
}
