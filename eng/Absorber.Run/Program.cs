using System.CommandLine;
using System.Globalization;
using Absorber.EmbeddedPostgres;
using Absorber.Engine.Errors;
using Absorber.Run;
using Absorber.Run.Demo;
using Absorber.Run.Processes;
using Absorber.Run.Testing;
using Npgsql;

// Output reads the same on every machine. The driver for SQL Server forbids to say so in the project file.
CultureInfo.DefaultThreadCurrentCulture = CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;

using var signals = new StopSignals();
var root = new RootCommand("Runs the shock absorber console from a clone of its project")
{
    DemoCommand.Create(signals.Token),
    TestCommand.Create(signals.Token),
};

try
{
    return await root.Parse(args).InvokeAsync(new InvocationConfiguration
    {
        EnableDefaultExceptionHandler = false,
        ProcessTerminationTimeout = null,
    });
}
catch (OperationCanceledException) when (signals.Token.IsCancellationRequested)
{
    await Console.Error.WriteLineAsync("Stopped.");
    return 130;
}
catch (IOException e) when (DiskFull.IsMeantBy(e))
{
    await Console.Error.WriteLineAsync($"Error: {DiskFull.Message}");
    return 1;
}
catch (Exception e) when (e is RunException or EmbeddedServerException or EngineException or NpgsqlException or IOException or UnauthorizedAccessException)
{
    await Console.Error.WriteLineAsync($"Error: {e.Message}");
    return 1;
}
