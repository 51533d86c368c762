using Absorber.ConsoleServer.Auth;
using Absorber.ConsoleServer.Configuration;
using Absorber.ConsoleServer.Store;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http.Features;

namespace Absorber.ConsoleServer.Hosting;

/// <summary>Runs the console until it is told to stop.</summary>
internal static class ConsoleRun
{
    /// <summary>The exit code: 0 after an orderly stop, 1 where it could not start. What kept it from starting is on standard error, a line each.</summary>
    public static async Task<int> RunAsync(string[] args)
    {
        try
        {
            await using var app = ConsoleHost.Build(args);
            await app.StartConsoleAsync(app.Lifetime.ApplicationStopping);
            await app.WaitForShutdownAsync();
            return 0;
        }
        catch (StartupException error)
        {
            foreach (var problem in error.Problems)
                await Console.Error.WriteLineAsync(problem);
            return 1;
        }
    }

    /// <summary>Prepares the store, then serves.</summary>
    /// <exception cref="StartupException">The store is not usable, or the address is taken.</exception>
    public static async Task StartConsoleAsync(this WebApplication app, CancellationToken cancellation = default)
    {
        await app.Services.GetRequiredService<StoreStart>().PrepareAsync(cancellation);
        try
        {
            await app.StartAsync(cancellation);
        }
        catch (IOException error) when (error.InnerException is AddressInUseException)
        {
            throw new StartupException([$"{error.Message.TrimEnd('.')}: another program listens there. Stop it, or choose another address with --urls http://127.0.0.1:5006."], error);
        }
        LoopbackListening.Verify(app.Services.GetRequiredService<IServer>().Features.GetRequiredFeature<IServerAddressesFeature>().Addresses);
    }
}
