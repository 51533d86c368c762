using Absorber.ConsoleClient.Views;
using Absorber.ConsoleServer.History;
using Absorber.ConsoleServer.Store.Samples;
using Microsoft.EntityFrameworkCore;
using Npgsql;

namespace Absorber.ConsoleServer.Store;

internal static class StoreRegistration
{
    public const string ConnectionName = "Store";

    public static IServiceCollection AddStore(this IServiceCollection services, IConfiguration configuration)
    {
        var source = Source(configuration.GetConnectionString(ConnectionName)!);
        services.AddSingleton(source);
        services.AddDbContextFactory<StoreContext>(options => Configure(options, source));
        services.AddSingleton<StoreStatus>();
        services.AddSingleton<StoreStart>();
        services.AddSingleton<SampleReader>();
        services.AddSingleton<PointReader>();
        services.AddSingleton<SampleWriter>();
        services.AddHostedService(provider => provider.GetRequiredService<SampleWriter>());
        services.AddSingleton<IHistory, HistoryReader>();
        return services;
    }

    public static void Configure(DbContextOptionsBuilder options, NpgsqlDataSource source) =>
        options.UseNpgsql(source, npgsql => npgsql.MigrationsHistoryTable("migrations", StoreContext.Schema));

    /// <summary>A store that does not answer must not hold up anything for long; what the operator set goes first.</summary>
    public static NpgsqlDataSource Source(string connection)
    {
        var settings = new NpgsqlConnectionStringBuilder(connection);
        if (!settings.ContainsKey("Timeout"))
            settings.Timeout = 5;
        if (!settings.ContainsKey("Command Timeout"))
            settings.CommandTimeout = 15;
        settings.ApplicationName ??= "Shock absorber console";
        return NpgsqlDataSource.Create(settings);
    }
}
