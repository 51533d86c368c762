using Absorber.EmbeddedPostgres;
using Absorber.EmbeddedPostgres.Launching;
using Absorber.Run.Processes;
using Absorber.Run.Steps;
using Absorber.Run.Tools;
using Spectre.Console;

namespace Absorber.Run.Demo;

/// <summary>One demo, from nothing to the page, and back.</summary>
internal sealed class DemoRun(DemoOptions options, IAnsiConsole console, TimeProvider clock)
{
    private readonly ProjectLayout _layout = new(ProjectFolder.Find());
    private readonly StepPrinter _steps = new(console, clock);

    // Each engine has its own: figures of one demo are not those of the other.
    private string Folder => _layout.Var(options.SqlServer is null ? "demo" : "demo-sqlserver");

    public static RunException PortInUse(int port) =>
        new($"Port {port} for the console is in use. Choose another one with --port, or stop what listens there.");

    /// <summary>Returns the exit code.</summary>
    public async Task<int> RunAsync(CancellationToken stop)
    {
        Directory.CreateDirectory(Folder);
        using var @lock = FolderLock.TryTake(Folder)
            ?? throw new RunException($"A demo runs in {_layout.Root} already: stop it first.");
        await CleanUpAsync();
        if (LoopbackPort.IsTaken(options.Port))
            throw PortInUse(options.Port);

        await BuildAsync(stop);
        if (options.Fresh)
            await DemoData.RemoveAsync(Folder);

        DemoDatabase? database = null;
        try
        {
            await _steps.RunAsync("PostgreSQL", async progress =>
            {
                database = await DemoDatabase.StartAsync(Path.Combine(Folder, "postgres"), options, progress, stop);
                return "started";
            });
            await _steps.RunAsync("targets", async _ => await database!.Targets.PrepareAsync(options.Fresh, stop));
            return await ServeAsync(database!, stop);
        }
        catch (Exception e) when (e is not OperationCanceledException && database is { HasNoRoom: true })
        {
            // Whatever it led to elsewhere.
            throw new RunException($"PostgreSQL stopped writing: {DiskFull.Message}");
        }
        finally
        {
            if (database is not null)
                await database.DisposeAsync();
        }
    }

    private async Task CleanUpAsync()
    {
        var ended = await new ProcessRegister(DemoServices.RegisterFile(Folder)).EndLeftoversAsync();
        if (ended > 0)
            _steps.Say($"Ended {ended} {(ended == 1 ? "process" : "processes")} that an earlier demo left behind.");
    }

    private async Task BuildAsync(CancellationToken stop)
    {
        var builder = new Builder(_layout);
        await _steps.RunAsync("tools", async _ => await ToolCheck.RunAsync(stop));
        await _steps.RunAsync("npm packages", _ => builder.InstallPackagesAsync(stop));
        await _steps.RunAsync("the page's assets", _ => builder.BuildAssetsAsync(stop));
        await _steps.RunAsync("build", async _ =>
        {
            (await builder.BuildAsync("eng/demo.slnf", stop)).OrThrow("The programs could not be built");
            return null;
        });
    }

    private async Task<int> ServeAsync(DemoDatabase database, CancellationToken stop)
    {
        await using var services = new DemoServices(_layout, Folder, options, database, clock);
        await _steps.RunAsync("absorbers", _ => services.CreateAbsorbersAsync(stop));
        await _steps.RunAsync("console", _ => services.StartConsoleAsync(stop));
        await _steps.RunAsync("agent", _ => services.StartAgentAsync(stop));

        var watch = new DemoWatch(database, _steps, clock);
        await _steps.RunAsync("buffers", async _ =>
        {
            await watch.DrainAsync(stop);
            return "empty";
        });

        if (options.For is not null)
            return await new DemoTrial(services, database, watch, _steps, console, clock).RunAsync(stop);

        services.StartLoad();
        _steps.Say("");
        console.MarkupLine($"The console is at [bold]{services.Address}[/]");
        _steps.Say($"Logs and data are in {Folder}. Ctrl-C stops everything.");
        return await StayAsync(services, stop);
    }

    private async Task<int> StayAsync(DemoServices services, CancellationToken stop)
    {
        try
        {
            var ended = await services.AnyEndAsync(stop);
            stop.ThrowIfCancellationRequested();
            throw ended.Ended();
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            _steps.Say("Stopping.");
            return 0;
        }
    }
}
