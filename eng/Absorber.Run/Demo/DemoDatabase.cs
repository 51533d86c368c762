using Absorber.EmbeddedPostgres;
using Absorber.Engine.Absorbers;
using Absorber.Run.Demo.Targets;
using Absorber.Run.Processes;

namespace Absorber.Run.Demo;

/// <summary>The demo's databases: the console's store on the embedded PostgreSQL, the targets there or on a server of yours.</summary>
internal sealed class DemoDatabase : IAsyncDisposable
{
    private const string Store = "console";

    private readonly EmbeddedServer _server;

    private DemoDatabase(EmbeddedServer server, IDemoTargets targets)
    {
        _server = server;
        Targets = targets;
    }

    public IDemoTargets Targets { get; }

    public string StoreConnection => _server.ConnectionString(Store);

    /// <summary>Whether the embedded server ran out of disk.</summary>
    public bool HasNoRoom => File.Exists(_server.LogFile) && File.ReadLines(_server.LogFile).Any(DiskFull.IsMeantBy);

    /// <summary>Starts the embedded server and makes the store.</summary>
    public static async Task<DemoDatabase> StartAsync(string folder, DemoOptions options, IProgress<string> progress, CancellationToken cancellation)
    {
        var server = await EmbeddedServer.StartAsync(new EmbeddedServerOptions { Folder = folder, Port = options.DatabasePort }, progress, cancellation);
        try
        {
            await server.CreateDatabaseAsync(Store, cancellation);
            return new DemoDatabase(server, options.SqlServer is { } connection ? new SqlServerTargets(connection) : new EmbeddedTargets(server));
        }
        catch
        {
            await server.DisposeAsync();
            throw;
        }
    }

    public Task<IReadOnlyList<AbsorberInfo>> ReadAbsorbersAsync(CancellationToken cancellation) =>
        Targets.Engine.Absorbers.ReadAsync(Targets.Database, cancellation);

    /// <summary>Where producers and loops are, all absorbers together.</summary>
    public async Task<Watermarks> ReadWatermarksAsync(CancellationToken cancellation)
    {
        var all = await Targets.Engine.Absorbers.ReadWatermarksAsync(Targets.Database, cancellation);
        return new Watermarks(all.Values.Sum(marks => marks.Issued), all.Values.Sum(marks => marks.Absorbed));
    }

    public async ValueTask DisposeAsync()
    {
        await Targets.DisposeAsync();
        await _server.DisposeAsync();
    }
}
