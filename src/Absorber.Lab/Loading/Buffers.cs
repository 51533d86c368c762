using Absorber.Lab.Engines;
using Absorber.Lab.Shapes;

namespace Absorber.Lab.Loading;

/// <summary>Finds the buffers that a load writes into.</summary>
internal static class Buffers
{
    /// <summary>The buffer's name of each of the demo's targets, quoted for use in SQL.</summary>
    /// <exception cref="LabException">A target has no absorber.</exception>
    public static async Task<IReadOnlyDictionary<TargetShape, string>> FindAsync(ILabDatabase database, CancellationToken cancellation)
    {
        await using var engine = database.OpenEngine();
        var absorbers = await engine.Absorbers.ReadAsync(database.Name, cancellation);

        return DemoTargets.All.ToDictionary(
            shape => shape,
            shape => absorbers.FirstOrDefault(absorber => absorber.Name.Schema == shape.Target.Schema && absorber.Name.Table == shape.Target.Name)?.Buffer
                ?? throw new LabException($"{shape.Target} in database {database.Name} has no absorber: create one with absorber create {shape.Target} --database {database.Name}."));
    }
}
