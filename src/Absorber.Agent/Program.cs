using System.Globalization;
using Absorber.Agent.Commands;

// Output reads the same on every machine. The driver for SQL Server forbids to say so in the project file.
CultureInfo.DefaultThreadCurrentCulture = CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;

using var signals = new StopSignals();
return await CommandLine.RunAsync(args, signals.Stopping, signals.Abort);
