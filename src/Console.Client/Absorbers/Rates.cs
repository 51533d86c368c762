using Absorber.ConsoleClient.Views;

namespace Absorber.ConsoleClient.Absorbers;

/// <summary>What follows from an absorber's rates.</summary>
public static class Rates
{
    /// <summary>Rows per second by which the depth grows; negative where it shrinks, null where a rate is unknown.</summary>
    public static double? GrowthOf(AbsorberView absorber) => absorber.InPerSecond - absorber.OutPerSecond;
}
