using System.Globalization;
using Absorber.EmbeddedPostgres.Launching;
using Absorber.Run.Processes;
using Absorber.Run.Steps;

namespace Absorber.Run.Demo;

/// <summary>The demo's processes: console, agent and load.</summary>
internal sealed class DemoServices(ProjectLayout layout, string folder, DemoOptions options, DemoDatabase database, TimeProvider clock) : IAsyncDisposable
{
    /// <summary>The targets and what their absorbers are created with: prices may be lost in a crash, for the next one comes at once.</summary>
    private static readonly (string Target, string[] Settings)[] Targets =
    [
        ("sales.order_lines", []),
        ("crm.customers", []),
        ("ref.prices", ["--persisted", "false", "--interval", "200ms"]),
    ];

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan Glance = TimeSpan.FromMilliseconds(200);

    private readonly ProcessRegister _register = new(RegisterFile(folder));
    private readonly List<Service> _running = [];

    public string Address => $"http://127.0.0.1:{options.Port.ToString(CultureInfo.InvariantCulture)}";

    public string Journal => Path.Combine(folder, "journal.tsv");

    public string LoadSummary => Path.Combine(folder, "load.json");

    public static int TargetCount => Targets.Length;

    private string Agent => layout.Program("Absorber.Agent", "absorber");

    private string Lab => layout.Program("Absorber.Lab");

    private IReadOnlyDictionary<string, string> LabEnvironment => database.Targets.LabEnvironment;

    public static string RegisterFile(string folder) => Path.Combine(folder, "processes.json");

    /// <summary>Makes targets and absorbers as a person would: with the command lines of the laboratory and the agent.</summary>
    public async Task<string?> CreateAbsorbersAsync(CancellationToken cancellation)
    {
        await RunAsync(Lab, ["tables"], LabEnvironment, "The demo's tables could not be made", cancellation);
        var existing = (await database.ReadAbsorbersAsync(cancellation)).ToDictionary(absorber => absorber.Name.ToString(), StringComparer.Ordinal);
        foreach (var (target, settings) in Targets)
        {
            if (!existing.TryGetValue(target, out var absorber))
                await RunAsync(Agent, ["create", target, "--database", database.Targets.Database, .. settings], database.Targets.AgentEnvironment, $"{target} got no absorber", cancellation);
            else if (!absorber.Enabled)
                await RunAsync(Agent, ["start", target, "--database", database.Targets.Database], database.Targets.AgentEnvironment, $"{target} could not be enabled", cancellation);
        }

        return string.Join(", ", Targets.Select(target => target.Target));
    }

    public async Task<string?> StartConsoleAsync(CancellationToken cancellation)
    {
        if (LoopbackPort.IsTaken(options.Port))
            throw DemoRun.PortInUse(options.Port);

        var console = Start("console", layout.Program("Console.Server"), ["--urls", Address], new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["ConnectionStrings__Store"] = database.StoreConnection,
        });

        using var http = new HttpClient { Timeout = TimeSpan.FromSeconds(5) };
        await UntilAsync(() => AnswersAsync(http, new Uri($"{Address}/health/ready"), cancellation), console, "The console does not answer", cancellation);
        return Address;
    }

    public async Task<string?> StartAgentAsync(CancellationToken cancellation)
    {
        var history = new DemoHistory(database.StoreConnection, clock.GetUtcNow());
        var agent = Start("agent", Agent, ["run"], new Dictionary<string, string>(database.Targets.AgentEnvironment, StringComparer.Ordinal)
        {
            ["ABSORBER_Console"] = Address,
            ["ABSORBER_Data"] = Path.Combine(folder, "agent"),
            ["ABSORBER_Name"] = "demo",
        });
        await UntilAsync(
            async () => await history.CountReportedAbsorbersAsync(cancellation) >= Targets.Length,
            agent,
            "The console hears nothing from the agent",
            cancellation);
        return $"{Targets.Length} sync loops run";
    }

    public Service StartLoad()
    {
        List<string> arguments =
        [
            "load",
            "--calm", options.Calm.ToString(CultureInfo.InvariantCulture),
            "--burst", options.Burst.ToString(CultureInfo.InvariantCulture),
            "--seed", options.Seed.ToString(CultureInfo.InvariantCulture),
            "--journal", Journal,
            "--summary", LoadSummary,
        ];
        if (options.For is { } length)
            arguments.AddRange(["--for", $"{length.TotalMilliseconds.ToString("F0", CultureInfo.InvariantCulture)}ms"]);

        return Start("load", Lab, arguments, LabEnvironment);
    }

    /// <summary>Compares the targets with what the load produced.</summary>
    public Task<ToolResult> VerifyAsync(CancellationToken cancellation) =>
        new ToolRun("dotnet", [Lab, "verify", "--journal", Journal]) { Environment = LabEnvironment }.RunAsync(cancellation);

    /// <summary>Returns when one of the services has ended, which none does by itself.</summary>
    public async Task<Service> AnyEndAsync(CancellationToken cancellation)
    {
        var ends = _running.ToDictionary(service => service.WaitForExitAsync(cancellation));
        var first = await Task.WhenAny(ends.Keys);
        await first;
        return ends[first];
    }

    /// <summary>Stops what runs, what was started last first.</summary>
    public async ValueTask DisposeAsync()
    {
        foreach (var service in Enumerable.Reverse(_running))
            await service.DisposeAsync();
        _running.Clear();
    }

    private Service Start(string name, string program, IEnumerable<string> arguments, IReadOnlyDictionary<string, string> environment)
    {
        var service = Service.Start(name, program, arguments, environment, folder, _register);
        _running.Add(service);
        return service;
    }

    private static async Task RunAsync(
        string program, string[] arguments, IReadOnlyDictionary<string, string> environment, string failure, CancellationToken cancellation)
    {
        var result = await new ToolRun("dotnet", [program, .. arguments]) { Environment = environment }.RunAsync(cancellation);
        result.OrThrow(failure);
    }

    private async Task UntilAsync(Func<Task<bool>> isSo, Service service, string otherwise, CancellationToken cancellation)
    {
        var start = clock.GetTimestamp();
        while (!await isSo())
        {
            if (service.HasExited)
                throw service.Ended();
            if (clock.GetElapsedTime(start) > Patience)
                throw new RunException($"{otherwise} after {Patience.TotalSeconds:F0} s; its log is {Path.Combine(folder, service.Name)}.log.");
            await Task.Delay(Glance, clock, cancellation);
        }
    }

    private static async Task<bool> AnswersAsync(HttpClient http, Uri address, CancellationToken cancellation)
    {
        try
        {
            using var response = await http.GetAsync(address, cancellation);
            return response.IsSuccessStatusCode;
        }
        catch (Exception e) when (e is HttpRequestException || (e is TaskCanceledException && !cancellation.IsCancellationRequested))
        {
            return false;
        }
    }
}
