using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Absorber.ConsoleServer.Store.Model;

/// <summary>How far the samples of one spool are stored. Moves only in the transaction that stores them.</summary>
internal sealed class SpoolPositionRow
{
    public int AgentId { get; set; }

    public Guid Spool { get; set; }

    /// <summary>The highest sequence number stored; 0 for none.</summary>
    public long Sequence { get; set; }

    public DateTimeOffset StoredAt { get; set; }
}

internal sealed class SpoolPositionRowConfiguration : IEntityTypeConfiguration<SpoolPositionRow>
{
    public void Configure(EntityTypeBuilder<SpoolPositionRow> builder)
    {
        builder.ToTable("spool_positions");
        builder.HasKey(position => new { position.AgentId, position.Spool });
        builder.HasOne<AgentRow>().WithMany().HasForeignKey(position => position.AgentId).OnDelete(DeleteBehavior.Restrict);
    }
}
