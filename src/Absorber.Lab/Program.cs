using System.CommandLine;
using System.Data.Common;
using System.Globalization;
using Absorber.Engine.Errors;
using Absorber.Lab;
using Absorber.Lab.Commands;

// Output reads the same on every machine. The driver for SQL Server forbids to say so in the project file.
CultureInfo.DefaultThreadCurrentCulture = CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;

var root = new RootCommand("Loads for shock absorbers, and the proof that nothing of them was lost")
{
    TablesCommand.Create(),
    LoadCommand.Create(),
    VerifyCommand.Create(),
};

try
{
    return await root.Parse(args).InvokeAsync(new InvocationConfiguration
    {
        EnableDefaultExceptionHandler = false,
        ProcessTerminationTimeout = TimeSpan.FromSeconds(30), // to finish transactions and write down what was produced
    });
}
catch (Exception e) when (e is LabException or EngineException or DbException or IOException or FormatException)
{
    await Console.Error.WriteLineAsync(e.Message);
    return 2;
}
