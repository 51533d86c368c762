using System.CommandLine;
using Absorber.Agent.Configuration;
using Absorber.Agent.Engines;
using Absorber.Contracts;
using Absorber.Engine;
using Absorber.Engine.Absorbers;
using Absorber.Engine.Catalog;
using Microsoft.Extensions.Configuration;
using Spectre.Console;

namespace Absorber.Agent.Commands;

/// <summary>What a command works with.</summary>
internal sealed record CommandContext
{
    public required ParseResult Parsed { get; init; }

    public required AgentOptions Options { get; init; }

    public required IConfiguration Logging { get; init; }

    public required EngineChoice Choice { get; init; }

    public required IDatabaseEngine Engine { get; init; }

    /// <summary>Where results go; messages go to the error stream.</summary>
    public required IAnsiConsole Output { get; init; }

    /// <summary>Finish what is in flight, then end.</summary>
    public required CancellationToken Stopping { get; init; }

    /// <summary>Cancel what is in flight, then end.</summary>
    public required CancellationToken Abort { get; init; }

    /// <summary>The database that the command is about.</summary>
    /// <exception cref="UsageException">None was named anywhere.</exception>
    public string Database =>
        Parsed.GetValue(SharedOptions.Database)
        ?? (Options.Databases.Count == 1 ? Options.Databases[0] : null)
        ?? Choice.Database
        ?? throw new UsageException("Which database? Name it with --database, or in the connection string.");

    public TableName Table(Argument<string> argument) => Choice.ParseTable(Parsed.GetRequiredValue(argument));

    public AbsorberName Absorber(Argument<string> argument)
    {
        var table = Table(argument);
        return new AbsorberName(Database, table.Schema, table.Name);
    }

    /// <exception cref="CommandException">There is no such absorber.</exception>
    public async Task<AbsorberInfo> FindAsync(Argument<string> argument)
    {
        var name = Absorber(argument);
        var absorbers = await Engine.Absorbers.ReadAsync(name.Database, Stopping);
        return absorbers.FirstOrDefault(absorber => absorber.Name == name)
            ?? (Choice.IgnoresCase ? FindIgnoringCase(absorbers, name) : null)
            ?? throw new CommandException($"Database {name.Database} has no absorber for {name}. 'absorber status' lists what there is; 'absorber create' makes one.");
    }

    private static AbsorberInfo? FindIgnoringCase(IReadOnlyList<AbsorberInfo> absorbers, AbsorberName name)
    {
        var found = absorbers.Where(absorber => absorber.Name.ToString().Equals(name.ToString(), StringComparison.OrdinalIgnoreCase)).Take(2).ToList();
        return found is [var one] ? one : null;
    }
}
