namespace Absorber.Lab.Shapes;

/// <summary>The targets of the demo.</summary>
internal static class DemoTargets
{
    public static IReadOnlyList<TargetShape> All { get; } = [new OrderLines(), new Customers(), new Prices()];
}
