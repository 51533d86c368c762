using System.Globalization;
using Absorber.EmbeddedPostgres.Launching;
using Absorber.Testing.Databases;
using Npgsql;

namespace Absorber.EndToEndTests.Staging;

/// <summary>The real thing: a console and an agent as processes, over databases of their own.</summary>
internal sealed class Stage(TestDatabase store, TestDatabase targets) : IAsyncDisposable
{
    private static readonly HttpClient Http = new() { Timeout = TimeSpan.FromSeconds(5) };

    private readonly string _folder = Directory.CreateTempSubdirectory("absorber-e2e-").FullName;
    private readonly int _port = LoopbackPort.FindFree();
    private ServiceProcess? _console;
    private ServiceProcess? _agent;
    private ServiceProcess? _load;

    /// <summary>The agent's name.</summary>
    public const string AgentName = "db07";

    /// <summary>The console's address; it stays when the console is started again.</summary>
    public string Address => string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{_port}");

    /// <summary>The database of the targets.</summary>
    public TestDatabase Targets => targets;

    /// <summary>The console's own database.</summary>
    public TestDatabase Store => store;

    public ServiceProcess Console => _console ?? throw new InvalidOperationException("No console was started.");

    public ServiceProcess Agent => _agent ?? throw new InvalidOperationException("No agent was started.");

    private Dictionary<string, string> AgentEnvironment => new(StringComparer.Ordinal)
    {
        ["ABSORBER_PostgreSql"] = targets.ConnectionString,
        ["ABSORBER_Databases__0"] = targets.Name,
        ["ABSORBER_Console"] = Address,
        ["ABSORBER_Data"] = Path.Combine(_folder, "agent"),
        ["ABSORBER_Name"] = AgentName,
    };

    private Dictionary<string, string> LabEnvironment => new(StringComparer.Ordinal) { ["ABSORBER_LAB_CONNECTION"] = targets.ConnectionString };

    /// <summary>Starts the console, for the first time or after it was ended, and returns when it answers.</summary>
    public async Task StartConsoleAsync()
    {
        if (_console is not null)
            await _console.DisposeAsync();
        var console = _console = ServiceProcess.Start(Programs.Console, ["--urls", Address], new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["ConnectionStrings__Store"] = store.ConnectionString,
        });
        await Eventually.IsSoAsync(
            async () => console.HasExited ? throw new InvalidOperationException($"The console ended: {console.Output}") : await AnswersAsync(),
            $"the console answers at {Address}");
    }

    /// <summary>Starts the agent, for the first time or after it was ended.</summary>
    public async Task StartAgentAsync()
    {
        if (_agent is not null)
            await _agent.DisposeAsync();
        _agent = ServiceProcess.Start(Programs.Agent, ["run"], AgentEnvironment);
    }

    /// <summary>Makes an absorber as a DBA does: at the agent's command line.</summary>
    public Task CreateAbsorberAsync(string target, params string[] settings) =>
        ServiceProcess.RunAsync(Programs.Agent, ["create", target, "--database", targets.Name, .. settings], AgentEnvironment);

    public async Task CreateDemoAbsorbersAsync()
    {
        await ServiceProcess.RunAsync(Programs.Lab, ["tables"], LabEnvironment);
        foreach (var target in Demo.Targets)
            await CreateAbsorberAsync(target, Demo.SettingsOf(target));
    }

    /// <summary>Lets producers write to the demo's targets from now on, in rows per second.</summary>
    public void StartLoad(int calm, int burst, string calmFor = "5s", string burstFor = "3s") => _load = ServiceProcess.Start(
        Programs.Lab,
        ["load", "--calm", Number(calm), "--burst", Number(burst), "--calm-for", calmFor, "--burst-for", burstFor, "--connections", "3"],
        LabEnvironment);

    public async Task StopLoadAsync()
    {
        if (_load is not null)
            await _load.StopAsync();
    }

    /// <summary>Starts what a test before has ended.</summary>
    public async Task MendAsync()
    {
        await StopLoadAsync();
        await targets.ExecuteAsync("UPDATE absorber.absorber SET enabled = true WHERE NOT enabled");
        if (Console.HasExited)
            await StartConsoleAsync();
        if (Agent.HasExited)
            await StartAgentAsync();
        await Eventually.IsSoAsync(
            async () => await store.QueryAsync<long>("SELECT count(DISTINCT absorber_id) FROM console.samples WHERE at > now() - interval '3 s'") == Demo.Targets.Length + 1,
            $"the console stores samples of all absorbers; {Outputs()}");
    }

    /// <summary>Returns when the console has stored samples of all these targets.</summary>
    public Task UntilReportedAsync(params string[] names) => Eventually.IsSoAsync(
        async () => await store.QueryAsync<long>("SELECT count(DISTINCT absorber_id) FROM console.samples") >= names.Length,
        $"the console stores samples of {string.Join(", ", names)}; the agent says: {_agent?.Output}");

    /// <summary>The console's number of an absorber.</summary>
    public async Task<int> NumberOfAsync(string target)
    {
        var parts = target.Split('.');
        await using var command = store.Source.CreateCommand("""SELECT id FROM console.absorbers WHERE "schema" = $1 AND "table" = $2""");
        command.Parameters.Add(new NpgsqlParameter { Value = parts[0] });
        command.Parameters.Add(new NpgsqlParameter { Value = parts[1] });
        return await command.ExecuteScalarAsync() is int id ? id : throw new InvalidOperationException($"The console knows no absorber of {target}.");
    }

    /// <summary>What the processes wrote, for a test that failed.</summary>
    public string Outputs() => $"CONSOLE{Environment.NewLine}{_console?.Output}{Environment.NewLine}AGENT{Environment.NewLine}{_agent?.Output}{Environment.NewLine}LOAD{Environment.NewLine}{_load?.Output}";

    public async ValueTask DisposeAsync()
    {
        foreach (var process in new[] { _load, _agent, _console })
        {
            if (process is not null)
                await process.DisposeAsync();
        }

        await targets.DisposeAsync();
        await store.DisposeAsync();
        Directory.Delete(_folder, recursive: true);
    }

    private async Task<bool> AnswersAsync()
    {
        try
        {
            using var answer = await Http.GetAsync(new Uri($"{Address}/health/ready"));
            return answer.IsSuccessStatusCode;
        }
        catch (Exception error) when (error is HttpRequestException or TaskCanceledException)
        {
            return false;
        }
    }

    private static string Number(int number) => number.ToString(CultureInfo.InvariantCulture);
}
