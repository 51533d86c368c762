using Absorber.ConsoleServer.Store.Model;
using Microsoft.EntityFrameworkCore;

namespace Absorber.ConsoleServer.Store;

/// <summary>Configuration and audit. Samples are not entities: they are appended and read in bulk, see <see cref="Samples"/>.</summary>
internal sealed class StoreContext(DbContextOptions<StoreContext> options) : DbContext(options)
{
    /// <summary>All tables of the console live in this schema, so that its database may hold other things too.</summary>
    public const string Schema = "console";

    public DbSet<AgentRow> Agents => Set<AgentRow>();

    public DbSet<AbsorberRow> Absorbers => Set<AbsorberRow>();

    public DbSet<ActionRow> Actions => Set<ActionRow>();

    public DbSet<SpoolPositionRow> SpoolPositions => Set<SpoolPositionRow>();

    protected override void OnModelCreating(ModelBuilder modelBuilder)
    {
        modelBuilder.HasDefaultSchema(Schema);
        modelBuilder.ApplyConfigurationsFromAssembly(typeof(StoreContext).Assembly);
        SnakeCase.Apply(modelBuilder.Model);
    }
}
