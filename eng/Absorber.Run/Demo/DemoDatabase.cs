using Absorber.EmbeddedPostgres;
using Absorber.Engine.Absorbers;
using Absorber.Engine.PostgreSql;
using Absorber.Run.Processes;

namespace Absorber.Run.Demo;

/// <summary>The demo's database server. The one place that knows which engine it is.</summary>
internal sealed class DemoDatabase : IAsyncDisposable
{
    /// <summary>The database of the targets.</summary>
    public const string Targets = "demo";

    private const string Store = "console";

    private readonly EmbeddedServer _server;
    private readonly PostgreSqlEngine _engine;

    private DemoDatabase(EmbeddedServer server)
    {
        _server = server;
        _engine = new PostgreSqlEngine(server.ConnectionString("postgres"));
    }

    /// <summary>Engine, version and address, in words.</summary>
    public string Description { get; private set; } = "";

    public string TargetsConnection => _server.ConnectionString(Targets);

    public string StoreConnection => _server.ConnectionString(Store);

    /// <summary>Whether the server ran out of disk.</summary>
    public bool HasNoRoom => File.Exists(_server.LogFile) && File.ReadLines(_server.LogFile).Any(DiskFull.IsMeantBy);

    /// <summary>What the agent must be told to find the server.</summary>
    public IReadOnlyDictionary<string, string> AgentEnvironment => new Dictionary<string, string>(StringComparer.Ordinal)
    {
        ["ABSORBER_PostgreSql"] = _server.ConnectionString("postgres"),
    };

    public static async Task<DemoDatabase> StartAsync(string folder, int? port, IProgress<string> progress, CancellationToken cancellation)
    {
        var server = await EmbeddedServer.StartAsync(new EmbeddedServerOptions { Folder = folder, Port = port }, progress, cancellation);
        var database = new DemoDatabase(server);
        try
        {
            await server.CreateDatabaseAsync(Store, cancellation);
            await server.CreateDatabaseAsync(Targets, cancellation);
            var info = await database._engine.ReadServerAsync(cancellation);
            database.Description = $"{info.Engine} on 127.0.0.1:{server.Port}";
            return database;
        }
        catch
        {
            await database.DisposeAsync();
            throw;
        }
    }

    public Task<IReadOnlyList<AbsorberInfo>> ReadAbsorbersAsync(CancellationToken cancellation) =>
        _engine.Absorbers.ReadAsync(Targets, cancellation);

    /// <summary>Where producers and loops are, all absorbers together.</summary>
    public async Task<Watermarks> ReadWatermarksAsync(CancellationToken cancellation)
    {
        var all = await _engine.Absorbers.ReadWatermarksAsync(Targets, cancellation);
        return new Watermarks(all.Values.Sum(marks => marks.Issued), all.Values.Sum(marks => marks.Absorbed));
    }

    public async ValueTask DisposeAsync()
    {
        await _engine.DisposeAsync();
        await _server.DisposeAsync();
    }
}
