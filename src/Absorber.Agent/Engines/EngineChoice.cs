using Absorber.Agent.Configuration;
using Absorber.Engine;
using Absorber.Engine.Catalog;

namespace Absorber.Agent.Engines;

/// <summary>The database engine that the options choose: nothing outside this folder knows which there are.</summary>
internal abstract class EngineChoice
{
    /// <summary>The key of the connection string.</summary>
    public abstract string Key { get; }

    /// <summary>The database that the connection string names; null for none.</summary>
    public abstract string? Database { get; }

    /// <summary>What the connection string tells of the server before it was reached.</summary>
    public abstract ServerInfo Unreached { get; }

    /// <summary>Whether a name typed with other capitals may mean the same table.</summary>
    public abstract bool IgnoresCase { get; }

    /// <summary>Opens the engine. Connects to nothing yet.</summary>
    public abstract IDatabaseEngine Open();

    /// <summary>Reads a table's name as the engine's SQL does.</summary>
    /// <exception cref="UsageException">The text is no such name; the message says why.</exception>
    public abstract TableName ParseTable(string text);

    /// <summary>The engine of options that have no problems.</summary>
    public static EngineChoice Of(AgentOptions options) => All(options).Single();

    /// <summary>What is wrong with the choice, in sentences that name the key and say what would be right.</summary>
    public static IEnumerable<string> FindProblems(AgentOptions options)
    {
        switch (All(options).ToList())
        {
            case []:
                yield return "SqlServer or PostgreSql is missing: say how to connect, for example "
                    + "--sqlserver \"Server=db07;Database=sales;User ID=absorber\" or --postgresql \"Host=localhost;Username=absorber;Database=sales\", "
                    + "or by the environment variable ABSORBER_SqlServer or ABSORBER_PostgreSql.";
                break;
            case [var one]:
                if (one.FindProblem() is { } problem) yield return problem;
                break;
            case var several:
                yield return $"{string.Join(" and ", several.Select(choice => choice.Key))} are both set: an agent serves one server. Leave one of them out.";
                break;
        }
    }

    /// <summary>What is wrong with the connection string, without repeating any of it; null for nothing.</summary>
    protected abstract string? FindProblem();

    private static IEnumerable<EngineChoice> All(AgentOptions options)
    {
        if (!string.IsNullOrWhiteSpace(options.SqlServer)) yield return new SqlServerChoice(options.SqlServer);
        if (!string.IsNullOrWhiteSpace(options.PostgreSql)) yield return new PostgreSqlChoice(options.PostgreSql);
    }
}
