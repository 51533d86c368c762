using Absorber.Agent.Commands;

using var signals = new StopSignals();
return await CommandLine.RunAsync(args, signals.Stopping, signals.Abort);
