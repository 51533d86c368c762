namespace Absorber.EndToEndTests.Staging;

/// <summary>The targets that the load generator writes to.</summary>
internal static class Demo
{
    public const string OrderLines = "sales.order_lines";

    public const string Customers = "crm.customers";

    public const string Prices = "ref.prices";

    public static readonly string[] Targets = [OrderLines, Customers, Prices];

    /// <summary>What an absorber of a target is created with.</summary>
    public static string[] SettingsOf(string target) => target == Prices ? ["--persisted", "false", "--interval", "200ms"] : ["--batch-size", "1000"];
}
