namespace Absorber.ConsoleClient.Fleet;

/// <summary>The agent's command lines that empty pages teach.</summary>
public static class AgentCommands
{
    public const string Run = "absorber run --postgresql \"Host=localhost;Username=absorber;Database=sales\" --console";

    public const string Tables = "absorber tables --postgresql \"Host=localhost;Username=absorber;Database=sales\"";

    public const string Create = "absorber create sales.orders --postgresql \"Host=localhost;Username=absorber;Database=sales\"";
}
