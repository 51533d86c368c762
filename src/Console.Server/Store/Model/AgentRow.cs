using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Absorber.ConsoleServer.Store.Model;

/// <summary>An agent that has registered at least once.</summary>
internal sealed class AgentRow
{
    public int Id { get; set; }

    public required string Name { get; set; }

    public required string Server { get; set; }

    public required string Engine { get; set; }

    public required string Version { get; set; }

    /// <summary>When it was last heard of; while it is connected, correct to about a minute.</summary>
    public required DateTimeOffset Seen { get; set; }

    /// <summary>Samples that its spools have dropped because they were full.</summary>
    public long DroppedSamples { get; set; }
}

internal sealed class AgentRowConfiguration : IEntityTypeConfiguration<AgentRow>
{
    public void Configure(EntityTypeBuilder<AgentRow> builder)
    {
        builder.ToTable("agents");
        builder.HasKey(agent => agent.Id);
        builder.HasIndex(agent => agent.Name).IsUnique();
    }
}
