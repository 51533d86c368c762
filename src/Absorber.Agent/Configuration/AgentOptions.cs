namespace Absorber.Agent.Configuration;

/// <summary>
/// What an agent is told at start: by <c>agent.json</c>, by environment variables with the prefix <c>ABSORBER_</c>, and by arguments;
/// the later wins over the earlier.
/// </summary>
internal sealed class AgentOptions
{
    /// <summary>The agent's name, unique within a console.</summary>
    /// <value>The default is the machine's name; up to 100 characters.</value>
    public string Name { get; set; } = Environment.MachineName;

    /// <summary>The console's address, such as <c>https://console:5443</c>; null or empty for none.</summary>
    public string? Console { get; set; }

    /// <summary>The folder in which samples wait for the console.</summary>
    /// <value>The default is <c>absorber</c> in the user's folder for local application data. Two agents cannot share one.</value>
    public string Data { get; set; } = Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData), "absorber");

    /// <summary>How to connect to the PostgreSQL server, as Npgsql reads it. Never logged, for it may hold a password.</summary>
    public string? PostgreSql { get; set; }

    /// <summary>How to connect to the SQL Server, as Microsoft.Data.SqlClient reads it, instead of <see cref="PostgreSql"/>. Never logged.</summary>
    public string? SqlServer { get; set; }

    /// <summary>The databases to look after; empty for all in which absorbers exist, looked up again from time to time.</summary>
    public IList<string> Databases { get; } = [];

    /// <summary>The most room that samples may take while they wait, in megabytes.</summary>
    /// <value>The default is 256; from 8 to 1,000,000. Beyond it the oldest are dropped, and counted.</value>
    public int SpoolMegabytes { get; set; } = 256;

    /// <summary>How long a stopping agent waits for batches in flight before it cancels them.</summary>
    /// <value>The default is 20 s; from 0 s to 10 min.</value>
    public TimeSpan StopGrace { get; set; } = TimeSpan.FromSeconds(20);
}
