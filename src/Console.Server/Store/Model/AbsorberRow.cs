using Absorber.Contracts;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Absorber.ConsoleServer.Store.Model;

/// <summary>An absorber as its agent last reported it. Its number stands in addresses, so a row is never deleted.</summary>
internal sealed class AbsorberRow
{
    public int Id { get; set; }

    public int AgentId { get; set; }

    public required string Database { get; set; }

    public required string Schema { get; set; }

    public required string Table { get; set; }

    public AbsorberState State { get; set; }

    public string? Reason { get; set; }

    public DateTimeOffset Since { get; set; }

    public long? BatchSize { get; set; }

    public TimeSpan Interval { get; set; }

    public int MaxErrors { get; set; }

    public bool Persisted { get; set; }

    public string Buffer { get; set; } = "";

    /// <summary>Since when the agent no longer reports it; null while it does.</summary>
    public DateTimeOffset? Removed { get; set; }

    public AbsorberName Name => new(Database, Schema, Table);

    public AbsorberReport ToReport() => new()
    {
        Name = Name,
        State = State,
        Reason = Reason,
        Since = Since,
        Buffer = Buffer,
        Settings = new AbsorberSettings { BatchSize = BatchSize, Interval = Interval, MaxErrors = MaxErrors, Persisted = Persisted },
    };

    public void Take(AbsorberReport report)
    {
        State = report.State;
        Reason = report.Reason;
        Since = report.Since.ToUniversalTime();
        BatchSize = report.Settings.BatchSize;
        Interval = report.Settings.Interval;
        MaxErrors = report.Settings.MaxErrors;
        Persisted = report.Settings.Persisted;
        Buffer = report.Buffer;
        Removed = null;
    }
}

internal sealed class AbsorberRowConfiguration : IEntityTypeConfiguration<AbsorberRow>
{
    public void Configure(EntityTypeBuilder<AbsorberRow> builder)
    {
        builder.ToTable("absorbers");
        builder.HasKey(absorber => absorber.Id);
        builder.Ignore(absorber => absorber.Name);
        builder.Property(absorber => absorber.State).HasConversion<string>();
        builder.HasOne<AgentRow>().WithMany().HasForeignKey(absorber => absorber.AgentId).OnDelete(DeleteBehavior.Restrict);
        builder.HasIndex(absorber => new { absorber.AgentId, absorber.Database, absorber.Schema, absorber.Table }).IsUnique();
    }
}
