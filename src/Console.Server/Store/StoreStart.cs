using Absorber.ConsoleServer.Configuration;
using Absorber.ConsoleServer.Fleet;
using Absorber.ConsoleServer.Store.Samples;
using Microsoft.EntityFrameworkCore;
using Npgsql;

namespace Absorber.ConsoleServer.Store;

/// <summary>What has to be there before the console serves: the database, its tables, and what memory held before.</summary>
internal sealed class StoreStart(
    IDbContextFactory<StoreContext> store,
    NpgsqlDataSource source,
    AgentDirectory directory,
    FleetMemory fleet,
    SampleReader samples,
    TimeProvider time,
    ILogger<StoreStart> log)
{
    public async Task PrepareAsync(CancellationToken cancellation)
    {
        var settings = new NpgsqlConnectionStringBuilder(source.ConnectionString);
        try
        {
            await MigrateAsync(settings, cancellation);
            await directory.LoadAsync(cancellation);
            await RefillAsync(cancellation);
        }
        catch (Exception error) when (StoreErrors.AreOfStore(error))
        {
            throw new StartupException([$"The store (database {settings.Database} at {settings.Host}:{settings.Port}) is not usable. {StoreErrors.Describe(error)}"], error);
        }
        fleet.Refresh();
    }

    private async Task MigrateAsync(NpgsqlConnectionStringBuilder settings, CancellationToken cancellation)
    {
        await using var context = await store.CreateDbContextAsync(cancellation);
        var known = context.Database.GetMigrations().ToHashSet(StringComparer.Ordinal);
        var applied = await context.Database.CanConnectAsync(cancellation) ? [.. await context.Database.GetAppliedMigrationsAsync(cancellation)] : Array.Empty<string>();
        if (applied.FirstOrDefault(migration => !known.Contains(migration)) is { } newer)
            throw new StartupException([$"The store (database {settings.Database}) was made by a newer console (migration {newer}). Use that version, or another database."]);

        await context.Database.MigrateAsync(cancellation);
        log.StoreReady(settings.Database!, $"{settings.Host}:{settings.Port}", known.Count - applied.Length);
    }

    private async Task RefillAsync(CancellationToken cancellation)
    {
        var started = time.GetTimestamp();
        var since = time.GetUtcNow() - TimeSpan.FromSeconds(Series.BucketRing.Length);
        var absorbers = 0;
        var count = 0L;
        foreach (var absorber in fleet.Agents.SelectMany(agent => agent.Absorbers))
        {
            var before = count;
            await foreach (var sample in samples.ReadAsync(absorber.Id, since, cancellation))
            {
                absorber.Series.Add(sample);
                count++;
            }
            absorbers += count > before ? 1 : 0;
        }
        log.Refilled(absorbers, count, time.GetElapsedTime(started));
    }
}
