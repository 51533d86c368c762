using Absorber.ConsoleClient;
using Absorber.ConsoleServer.Api;
using Absorber.ConsoleServer.Auth;
using Absorber.ConsoleServer.Configuration;
using Absorber.ConsoleServer.Fleet;
using Absorber.ConsoleServer.Hubs;
using Absorber.ConsoleServer.Store;

namespace Absorber.ConsoleServer.Hosting;

/// <summary>Puts the console together.</summary>
internal static class ConsoleHost
{
    /// <exception cref="StartupException">The configuration is wrong.</exception>
    public static WebApplication Build(string[] args)
    {
        // Files are found beside the program, wherever it is started from.
        var builder = WebApplication.CreateBuilder(new WebApplicationOptions
        {
            Args = args,
            ApplicationName = typeof(ConsoleHost).Assembly.GetName().Name,
            ContentRootPath = AppContext.BaseDirectory,
        });
        builder.CheckConfiguration();
        builder.Services.AddSingleton(TimeProvider.System);
        builder.Services.AddStore(builder.Configuration).AddFleet().AddHubs().AddPages().AddLocalOnlyAccess();

        var app = builder.AddWebDefaults().Build();
        app.UseSecurityHeaders();
        app.UsePages();
        app.MapPages();
        app.MapHubs().MapPoints().MapHealth();
        return app;
    }
}
