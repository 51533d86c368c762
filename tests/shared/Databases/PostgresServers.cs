using System.Globalization;
using Absorber.EmbeddedPostgres;
using Xunit;

namespace Absorber.Testing.Databases;

/// <summary>
/// One private server per version for a whole test assembly, started when a test first asks for it. Make it an assembly fixture:
/// <c>[assembly: AssemblyFixture(typeof(PostgresServers))]</c>, and take it in the constructor of a test class.
/// </summary>
public sealed class PostgresServers : IAsyncDisposable
{
    private readonly SemaphoreSlim _gate = new(1, 1);
    private readonly Dictionary<PostgresVersion, EmbeddedServer> _shared = [];
    private readonly List<EmbeddedServer> _private = [];
    private readonly List<string> _folders = [];
    private int _databases;

    /// <summary>Creates an empty database on the shared server of a version. Skips the test where that version is not installed.</summary>
    public async Task<TestDatabase> CreateDatabaseAsync(
        PostgresVersion version = PostgresVersion.V18, CancellationToken cancellation = default)
    {
        var server = await SharedAsync(version, cancellation);
        return await CreateAsync(server, name: null, drops: true, cancellation);
    }

    /// <summary>Creates an empty database whose name people see on the shared embedded server.</summary>
    public async Task<TestDatabase> CreateDatabaseAsync(string name, CancellationToken cancellation = default)
    {
        var server = await SharedAsync(PostgresVersion.V18, cancellation);
        return await CreateAsync(server, name, drops: true, cancellation);
    }

    /// <summary>Creates an empty database on a test's private server.</summary>
    public Task<TestDatabase> CreateDatabaseOnAsync(EmbeddedServer server, CancellationToken cancellation = default) =>
        CreateAsync(server, name: null, drops: false, cancellation);

    /// <summary>Starts a server of the test's own, which it may kill and restart. Stopped and removed at the end of the assembly, or earlier by the test.</summary>
    public async Task<EmbeddedServer> StartPrivateAsync(
        PostgresVersion version = PostgresVersion.V18, CancellationToken cancellation = default)
    {
        var server = await StartAsync(version, cancellation);
        await _gate.WaitAsync(cancellation);
        _private.Add(server);
        _gate.Release();
        return server;
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var server in _private.Concat(_shared.Values))
            await server.DisposeAsync();
        foreach (var folder in _folders)
            Directory.Delete(folder, recursive: true);
        _gate.Dispose();
    }

    private async Task<TestDatabase> CreateAsync(EmbeddedServer server, string? name, bool drops, CancellationToken cancellation)
    {
        name ??= string.Create(CultureInfo.InvariantCulture, $"test_{Interlocked.Increment(ref _databases)}");
        await server.CreateDatabaseAsync(name, cancellation);
        return new TestDatabase(server, name, drops);
    }

    private async Task<EmbeddedServer> SharedAsync(PostgresVersion version, CancellationToken cancellation)
    {
        await _gate.WaitAsync(cancellation);
        try
        {
            if (!_shared.TryGetValue(version, out var server))
                _shared[version] = server = await StartAsync(version, cancellation);
            return server;
        }
        finally
        {
            _gate.Release();
        }
    }

    private async Task<EmbeddedServer> StartAsync(PostgresVersion version, CancellationToken cancellation)
    {
        var folder = TestFolders.Create();
        lock (_folders)
            _folders.Add(folder);

        var options = new EmbeddedServerOptions
        {
            Folder = TestFolders.Server(folder),
            BinFolder = PostgresPrograms.BinFolder(version),
            Durable = false,
            SharedBuffersMegabytes = 128,
        };
        try
        {
            return await EmbeddedServer.StartAsync(options, progress: null, cancellation);
        }
        catch (EmbeddedServerException e) when (version is PostgresVersion.V18 && !PostgresPrograms.IsRequired)
        {
            Assert.Skip($"The embedded PostgreSQL does not start: {e.Message}");
            throw;
        }
    }
}
