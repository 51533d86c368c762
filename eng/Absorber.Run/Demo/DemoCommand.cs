using System.CommandLine;
using System.Globalization;
using Absorber.Lab;
using Absorber.Run.Steps;

namespace Absorber.Run.Demo;

/// <summary><c>demo</c>: everything of the product, running on this machine.</summary>
internal static class DemoCommand
{
    public static Command Create(CancellationToken stop)
    {
        var length = new Option<TimeSpan?>("--for")
        {
            Description = "Run the load this long (30s, 2m, 1h), check that nothing was lost, and end; without it, stay until Ctrl-C",
            CustomParser = result =>
            {
                if (result.Tokens is [var token] && Duration.TryParse(token.Value, out var duration))
                    return duration;

                result.AddError($"--for takes {Duration.Expected}.");
                return null;
            },
        };
        var port = Number("--port", "The console's port on 127.0.0.1", 5005, 1, 65_535);
        var databasePort = new Option<int?>("--database-port") { Description = "PostgreSQL's port on 127.0.0.1; by default any free one" };
        var sqlServer = new Option<string?>("--sqlserver")
        {
            Description = "Absorb on this SQL Server instead, such as \"Server=db07;User ID=sa;Password=...\"; its database is used, or one of the demo's own is made. By default the environment variable ABSORBER_DEMO_SQLSERVER",
            DefaultValueFactory = _ => Environment.GetEnvironmentVariable("ABSORBER_DEMO_SQLSERVER") is { Length: > 0 } connection ? connection : null,
        };
        var fresh = new Option<bool>("--fresh") { Description = "Begin with empty databases" };
        var calm = Number("--calm", "Rows per second while calm", 2_000, 1, 10_000_000);
        var burst = Number("--burst", "Rows per second in a burst", 40_000, 1, 10_000_000);
        var seed = Number("--seed", "The same seed gives the same transactions", 1, 0, int.MaxValue);

        var command = new Command("demo", "Start PostgreSQL, console, agent and a bursty load on this machine")
        {
            length, port, databasePort, sqlServer, fresh, calm, burst, seed,
        };
        command.SetAction((parsed, _) => new DemoRun(
            new DemoOptions
            {
                For = parsed.GetValue(length),
                Port = parsed.GetRequiredValue(port),
                DatabasePort = parsed.GetValue(databasePort),
                SqlServer = parsed.GetValue(sqlServer),
                Fresh = parsed.GetValue(fresh),
                Calm = parsed.GetRequiredValue(calm),
                Burst = parsed.GetRequiredValue(burst),
                Seed = parsed.GetRequiredValue(seed),
            },
            Output.Open(),
            TimeProvider.System).RunAsync(stop));
        return command;
    }

    private static Option<int> Number(string name, string description, int fallback, int least, int most) => new(name)
    {
        Description = description,
        DefaultValueFactory = _ => fallback,
        Validators =
        {
            result =>
            {
                if (result.Tokens is [var token] && long.TryParse(token.Value, CultureInfo.InvariantCulture, out var number) && (number < least || number > most))
                    result.AddError($"{name} must be from {least} to {most}, not {number}.");
            },
        },
    };
}
