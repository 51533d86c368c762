using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Absorber.ConsoleServer.Store.Model;

/// <summary>The audit of one thing that someone did through the console, whether it succeeded or not.</summary>
internal sealed class ActionRow
{
    public long Id { get; set; }

    public required DateTimeOffset At { get; set; }

    public required string Who { get; set; }

    public required string What { get; set; }

    public int? AbsorberId { get; set; }

    /// <summary>The state before; null where it was not known.</summary>
    public string? Before { get; set; }

    /// <summary>The state after; null while the outcome is not known.</summary>
    public string? After { get; set; }

    public bool Succeeded { get; set; }

    public required string Outcome { get; set; }
}

internal sealed class ActionRowConfiguration : IEntityTypeConfiguration<ActionRow>
{
    public void Configure(EntityTypeBuilder<ActionRow> builder)
    {
        builder.ToTable("actions");
        builder.HasKey(action => action.Id);
        builder.HasOne<AbsorberRow>().WithMany().HasForeignKey(action => action.AbsorberId).OnDelete(DeleteBehavior.Restrict);
        builder.HasIndex(action => new { action.AbsorberId, action.At });
    }
}
