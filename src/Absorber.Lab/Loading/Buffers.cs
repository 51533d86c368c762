using Absorber.Engine.PostgreSql;
using Absorber.Lab.Shapes;
using Npgsql;

namespace Absorber.Lab.Loading;

/// <summary>Finds the buffers that a load writes into.</summary>
internal static class Buffers
{
    /// <summary>The buffer's name of each of the demo's targets, quoted for use in SQL.</summary>
    /// <exception cref="LabException">A target has no absorber.</exception>
    public static async Task<IReadOnlyDictionary<TargetShape, string>> FindAsync(string connectionString, CancellationToken cancellation)
    {
        var database = new NpgsqlConnectionStringBuilder(connectionString).Database ?? "";
        await using var engine = new PostgreSqlEngine(connectionString);
        var absorbers = await engine.Absorbers.ReadAsync(database, cancellation);

        return DemoTargets.All.ToDictionary(
            shape => shape,
            shape => absorbers.FirstOrDefault(absorber => absorber.Name.Schema == shape.Target.Schema && absorber.Name.Table == shape.Target.Name)?.Buffer
                ?? throw new LabException($"{shape.Target} in database {database} has no absorber: create one with absorber create {shape.Target} --database {database}."));
    }
}
