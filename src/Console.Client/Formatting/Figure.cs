namespace Absorber.ConsoleClient.Formatting;

/// <summary>A number as people read it, apart from its unit so that pages can set the unit smaller.</summary>
public readonly record struct Figure(string Value, string Unit)
{
    /// <summary>What stands where a figure is unknown.</summary>
    public static Figure Unknown { get; } = new("–", "");

    /// <summary>Value and unit, which never part at the end of a line.</summary>
    public override string ToString() => Unit.Length == 0 ? Value : $"{Value}\u00a0{Unit}";
}
