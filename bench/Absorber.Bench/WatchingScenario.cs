using System.Diagnostics;
using Absorber.Bench.Servers;
using Absorber.Bench.Tables;
using Absorber.Contracts;
using Absorber.EmbeddedPostgres;

namespace Absorber.Bench;

/// <summary>
/// What sampling and streaming cost a loop: <c>absorber sync</c>, which keeps no samples, against an agent that spools them and streams
/// them to a console, which stores them on the same server. The rate is read from the database's own record of the batches.
/// </summary>
internal sealed class WatchingScenario : IScenario
{
    private const int ConsolePort = 5905;

    public string Name => "watching";

    public async Task<IReadOnlyList<Finding>> RunAsync(BenchContext context, CancellationToken cancellation)
    {
        if (context.Server is not PostgreSqlBench server)
        {
            context.Say("watching: left out, because it stores the console's data on the measured server, which has to be PostgreSQL");
            return [];
        }

        var table = (PostgreSqlTable)await context.CreateTableAsync(new AbsorberSettings { BatchSize = 1_000 }, cancellation);
        await table.CreateWorkAsync(context.Rows, cancellation);
        var plain = new List<double>();
        var watched = new List<double>();
        var watching = new List<double>();
        for (var round = 1; round <= context.Rounds; round++)
        {
            context.Say($"watching, round {round} of {context.Rounds}");
            using (var sync = Start(context, server, table, "Absorber.Agent", "absorber.dll", "sync", "bench.target"))
                plain.Add((await MeasureAsync(context, table, [sync], cancellation)).Rate);

            using var console = Start(context, server, table, "Console.Server", "Console.Server.dll", "--urls", $"http://127.0.0.1:{ConsolePort}");
            using var agent = Start(context, server, table, "Absorber.Agent", "absorber.dll", "run");
            var (rate, cpu) = await MeasureAsync(context, table, [agent, console], cancellation);
            watched.Add(rate);
            watching.Add(cpu);
        }

        var cost = 100 * (1 - Median.Of(plain.Zip(watched, (off, on) => on / off)));
        return
        [
            new Finding(
                "rate that a loop loses to sampling and streaming, at about a hundred batches per second", $"{cost:N1} %", "at most 3 %", cost <= 3,
                $"{Median.Of(watched):N0} against {Median.Of(plain):N0} rows/s; agent and console take {100 * Median.Of(watching):N0} % of a core"),
        ];
    }

    /// <summary>The rate of a second run, when the processes have warmed up, and the share of a core that they took in it.</summary>
    private static async Task<(double Rate, double Cpu)> MeasureAsync(BenchContext context, PostgreSqlTable table, Process[] processes, CancellationToken cancellation)
    {
        try
        {
            await FillAsync(context, table, cancellation);
            await WaitForDrainAsync(context, table, processes, cancellation);
            var first = await FillAsync(context, table, cancellation);
            var (cpu, start) = (Cpu(processes), Stopwatch.GetTimestamp());
            await WaitForDrainAsync(context, table, processes, cancellation);
            return (await RateAsync(table, first, cancellation), (Cpu(processes) - cpu) / Stopwatch.GetElapsedTime(start));
        }
        finally
        {
            foreach (var process in processes)
            {
                process.Kill();
                await process.WaitForExitAsync(cancellation);
            }
        }
    }

    private static TimeSpan Cpu(Process[] processes) => processes.Aggregate(TimeSpan.Zero, (sum, process) =>
    {
        process.Refresh();
        return sum + process.TotalProcessorTime;
    });

    private static async Task<long> FillAsync(BenchContext context, PostgreSqlTable table, CancellationToken cancellation)
    {
        await using var command = table.Source.CreateCommand("SELECT max(batch) FROM absorber.batch");
        var last = (long)(await command.ExecuteScalarAsync(cancellation))!;
        await table.ResetTargetAsync(cancellation);
        await table.FillBufferAsync(cancellation);
        return last;
    }

    private static async Task WaitForDrainAsync(BenchContext context, PostgreSqlTable table, Process[] processes, CancellationToken cancellation)
    {
        while (true)
        {
            if (processes.FirstOrDefault(process => process.HasExited) is { } ended)
                throw new InvalidOperationException($"A process ended with exit code {ended.ExitCode}: {ended.StartInfo.ArgumentList[0]}.");

            var watermarks = await context.Engine.Absorbers.ReadWatermarksAsync(table.Absorber.Name.Database, cancellation);
            if (watermarks[table.Absorber.Name].Depth == 0) return;
            await Task.Delay(TimeSpan.FromSeconds(1), TimeProvider.System, cancellation);
        }
    }

    /// <summary>Rows per second from the 20th batch of a run on.</summary>
    private static async Task<double> RateAsync(PostgreSqlTable table, long first, CancellationToken cancellation)
    {
        await using var command = table.Source.CreateCommand(
            """
            SELECT (sum(picked) FILTER (WHERE batch > $1 + 20) / extract(epoch FROM max(at) - min(at)))::float8
            FROM absorber.batch WHERE batch >= $1 + 20 AND picked > 0
            """);
        command.Parameters.Add(new() { Value = first });
        return (double)(await command.ExecuteScalarAsync(cancellation))!;
    }

    private static Process Start(BenchContext context, PostgreSqlBench server, PostgreSqlTable table, string project, string assembly, params string[] arguments)
    {
        var root = ProjectFolder.Find();
        var folder = Path.Combine(root, "var", "bench");
        var start = new ProcessStartInfo("dotnet")
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            ArgumentList = { Path.Combine(root, "artifacts", "bin", project, "release", assembly) },
            Environment =
            {
                ["ABSORBER_PostgreSql"] = server.ConnectionString(table.Absorber.Name.Database),
                ["ABSORBER_Databases"] = table.Absorber.Name.Database,
                ["ABSORBER_Console"] = project == "Absorber.Agent" && arguments[0] == "run" ? $"http://127.0.0.1:{ConsolePort}" : "",
                ["ABSORBER_Data"] = Path.Combine(folder, "agent"),
                ["ABSORBER_Name"] = "bench",
                ["ConnectionStrings__Store"] = server.ConnectionString("bench_console"),
                ["DOTNET_ENVIRONMENT"] = "Production",
            },
        };
        foreach (var argument in arguments) start.ArgumentList.Add(argument);

        var process = Process.Start(start)!;
        process.OutputDataReceived += static (_, _) => { };
        process.ErrorDataReceived += (_, line) =>
        {
            if (line.Data is { Length: > 0 } text) context.Say($"{assembly}: {text}");
        };
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        return process;
    }
}
