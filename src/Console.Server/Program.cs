using Absorber.ConsoleServer.Hosting;

return await ConsoleRun.RunAsync(args);
