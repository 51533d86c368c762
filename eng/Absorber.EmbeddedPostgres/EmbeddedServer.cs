using System.Diagnostics;
using Absorber.EmbeddedPostgres.Binaries;
using Absorber.EmbeddedPostgres.Cluster;
using Absorber.EmbeddedPostgres.Launching;
using Npgsql;

namespace Absorber.EmbeddedPostgres;

/// <summary>
/// A private PostgreSQL on 127.0.0.1 that belongs to this process: it is made, started and stopped here, and goes down with us.
/// Its data stays in its folder and is there again at the next start, also after everything was killed.
/// </summary>
public sealed class EmbeddedServer : IAsyncDisposable
{
    private const int PortAttempts = 5;

    private readonly EmbeddedServerOptions _options;
    private readonly ServerFolder _folder;
    private readonly PostgresBinaries _binaries;
    private readonly Launcher _launcher;
    private readonly FolderLock _lock;
    private Watchdog? _watchdog;

    private EmbeddedServer(EmbeddedServerOptions options, ServerFolder folder, PostgresBinaries binaries, Launcher launcher, FolderLock @lock)
    {
        _options = options;
        _folder = folder;
        _binaries = binaries;
        _launcher = launcher;
        _lock = @lock;
    }

    /// <summary>The port on 127.0.0.1. It stays the same over restarts.</summary>
    public int Port { get; private set; }

    /// <summary>The file that the server writes its log to.</summary>
    public string LogFile => _folder.Log;

    /// <summary>Starts a server, making its data folder first where there is none. Returns when it accepts connections.</summary>
    /// <param name="options">Where and how.</param>
    /// <param name="progress">Told in words what takes a while; null for nobody.</param>
    /// <param name="cancellation">Cancels the start and stops what was started.</param>
    /// <exception cref="EmbeddedServerException">It could not be started; the message says why and what to do.</exception>
    public static async Task<EmbeddedServer> StartAsync(
        EmbeddedServerOptions options, IProgress<string>? progress = null, CancellationToken cancellation = default)
    {
        var server = await ServerSetup.ClaimAsync(options, cancellation);
        try
        {
            if (!server._folder.HasCluster)
            {
                progress?.Report("making a new data folder");
                await ClusterMaker.MakeAsync(server._folder, server._binaries, server._launcher, options.Durable, cancellation);
            }

            progress?.Report("starting");
            await server.StartAgainAsync(cancellation);
            return server;
        }
        catch
        {
            await server.DisposeAsync();
            throw;
        }
    }

    /// <summary>Removes a server with all its data, after stopping one that was left running.</summary>
    /// <param name="options">Those that it was started with.</param>
    /// <param name="cancellation">Leaves the rest where it is.</param>
    /// <exception cref="EmbeddedServerException">Another process uses the server.</exception>
    public static async Task RemoveAsync(EmbeddedServerOptions options, CancellationToken cancellation = default)
    {
        if (!Directory.Exists(options.Folder))
            return;

        var server = await ServerSetup.ClaimAsync(options, cancellation);
        await server.DisposeAsync();
        foreach (var folder in (string[])[server._folder.Root, options.Folder])
        {
            if (Directory.Exists(folder))
                Directory.Delete(folder, recursive: true);
        }
    }

    internal static EmbeddedServer Over(
        EmbeddedServerOptions options, ServerFolder folder, PostgresBinaries binaries, Launcher launcher, FolderLock @lock) =>
        new(options, folder, binaries, launcher, @lock);

    /// <summary>A connection string for the superuser.</summary>
    /// <param name="database">The database; it need not exist yet.</param>
    public string ConnectionString(string database) => new NpgsqlConnectionStringBuilder
    {
        Host = "127.0.0.1",
        Port = Port,
        Database = database,
        Username = ServerFolder.Superuser,
        Password = _folder.ReadPassword(),
    }.ConnectionString;

    /// <summary>Creates a database unless it exists.</summary>
    public async Task CreateDatabaseAsync(string database, CancellationToken cancellation = default)
    {
        await using var connection = new NpgsqlConnection(ConnectionString("postgres") + ";Pooling=false");
        await connection.OpenAsync(cancellation);
        await using var exists = new NpgsqlCommand("SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", connection);
        exists.Parameters.Add(new() { Value = database });
        if (await exists.ExecuteScalarAsync(cancellation) is true)
            return;

        var quoted = database.Replace("\"", "\"\"", StringComparison.Ordinal);
        await using var create = new NpgsqlCommand($"CREATE DATABASE \"{quoted}\"", connection);
        await create.ExecuteNonQueryAsync(cancellation);
    }

    /// <summary>Stops the server: sessions are cut off, what they committed is kept. Does nothing where it does not run.</summary>
    public async Task StopAsync(CancellationToken cancellation = default)
    {
        Forget();
        if (Postmaster.FindRunning(_folder) is null)
            return;

        var stopped = await StopAsync("fast", cancellation);
        if (!stopped.Succeeded && !(await StopAsync("immediate", cancellation)).Succeeded)
            throw FailureText.Explain($"PostgreSQL in {_folder.Root} did not stop", stopped.Output);
    }

    /// <summary>Kills the server's processes at once, as a crash would; the next start recovers from its log.</summary>
    public async Task KillAsync(CancellationToken cancellation = default)
    {
        Forget();
        if (Postmaster.FindRunning(_folder) is not { } pid)
            return;

        // The others notice within moments that their postmaster is gone.
        using var postmaster = Process.GetProcessById(pid);
        postmaster.Kill(entireProcessTree: true);
        await postmaster.WaitForExitAsync(cancellation);
    }

    /// <summary>Stops the server where it runs, and starts it again on the same port.</summary>
    public async Task RestartAsync(CancellationToken cancellation = default)
    {
        await StopAsync(cancellation);
        await StartAgainAsync(cancellation);
    }

    /// <summary>Starts the server again after <see cref="StopAsync(CancellationToken)"/> or <see cref="KillAsync"/>, on the same port.</summary>
    public async Task StartAgainAsync(CancellationToken cancellation = default)
    {
        for (var attempt = 1; ; attempt++)
        {
            var isChosen = Port is not 0 || _options.Port is not null;
            var port = Port is not 0 ? Port : _options.Port ?? LoopbackPort.FindFree();
            if (isChosen && LoopbackPort.IsTaken(port))
                throw new EmbeddedServerException($"Port {port} for PostgreSQL is in use. Choose another one, or stop what listens there.");

            await File.WriteAllTextAsync(_folder.Configuration, ServerConfiguration.Write(_options, port), cancellation);
            Postmaster.ForgetStranger(_folder);
            File.Delete(_folder.Log);
            var started = await _launcher.RunAsync(
                _binaries.PgCtl, ["start", "-w", "-t", "120", "-s", "-D", _folder.Data, "-l", _folder.Log], cancellation);
            if (started.Succeeded && Postmaster.FindRunning(_folder) is { } pid)
            {
                Port = port;
                _watchdog = Watchdog.Over(pid, WatchdogSignal.Interrupt);
                AppDomain.CurrentDomain.ProcessExit += OnProcessExit;
                return;
            }

            var log = File.Exists(_folder.Log) ? await File.ReadAllTextAsync(_folder.Log, cancellation) : started.Output;
            var isPassing = log.Contains("pre-existing shared memory", StringComparison.Ordinal)
                || (!isChosen && log.Contains("could not bind", StringComparison.Ordinal));
            if (!isPassing || attempt == PortAttempts)
                throw FailureText.Explain($"PostgreSQL did not start in {_folder.Root}", log);

            await Task.Delay(TimeSpan.FromSeconds(1), TimeProvider.System, cancellation);
        }
    }

    public async ValueTask DisposeAsync()
    {
        await StopAsync(CancellationToken.None);
        _lock.Dispose();
    }

    private Task<ToolResult> StopAsync(string mode, CancellationToken cancellation) => _launcher.RunAsync(
        _binaries.PgCtl, ["stop", "-w", "-t", "60", "-s", "-m", mode, "-D", _folder.Data], cancellation);

    private void Forget()
    {
        AppDomain.CurrentDomain.ProcessExit -= OnProcessExit;
        _watchdog?.Dispose();
        _watchdog = null;
    }

    // Where there is a watchdog, it sees our end by itself.
    private void OnProcessExit(object? sender, EventArgs e)
    {
        if (!OperatingSystem.IsWindows())
            return;

        using var stop = Process.Start(_binaries.PgCtl, ["stop", "-W", "-s", "-m", "fast", "-D", _folder.Data]);
        stop.WaitForExit(TimeSpan.FromSeconds(10));
    }
}
