using System.CommandLine;
using Absorber.Agent.Configuration;
using Absorber.Contracts;

namespace Absorber.Agent.Commands;

/// <summary>The options that set an absorber's settings.</summary>
internal sealed class SettingsOptions
{
    private readonly Option<string?> _batchSize = new("--batch-size") { Description = "The most rows per batch, or all.", HelpName = "rows" };
    private readonly Option<string?> _interval = new("--interval") { Description = "The wait after a batch that found nothing, such as 250ms or 1s.", HelpName = "duration" };
    private readonly Option<int?> _maxErrors = new("--max-errors") { Description = "How many consecutive errors make the loop give up.", HelpName = "count" };
    private readonly Option<bool?> _persisted = new("--persisted") { Description = "Whether rows in the buffer survive a crash of the server.", HelpName = "true|false" };

    private readonly Option<string?> _maxDop = new("--maxdop") { Description = "SQL Server: the most processors per batch, or default for the server's own setting.", HelpName = "count" };
    private readonly Option<string?> _hashBuckets = new("--hash-buckets") { Description = "SQL Server: hash buckets of a buffer in memory, or none for an ordered index.", HelpName = "count" };
    private readonly Option<BufferKind?> _buffer = new("--buffer") { Description = "SQL Server: where the buffer lies; by default in memory where the server can.", HelpName = "memory|disk" };

    public void AddTo(Command command)
    {
        command.Options.Add(_batchSize);
        command.Options.Add(_interval);
        command.Options.Add(_maxErrors);
        command.Options.Add(_persisted);
        command.Options.Add(_maxDop);
        command.Options.Add(_hashBuckets);
        command.Options.Add(_buffer);
    }

    /// <summary>The settings with what was given changed.</summary>
    /// <exception cref="UsageException">A value is out of its range.</exception>
    public AbsorberSettings Apply(ParseResult parsed, AbsorberSettings settings)
    {
        if (parsed.GetValue(_batchSize) is { } batchSize) settings = settings with { BatchSize = SettingsText.ParseBatchSize(batchSize) };
        if (parsed.GetValue(_interval) is { } interval) settings = settings with { Interval = SettingsText.ParseInterval(interval) };
        if (parsed.GetValue(_maxErrors) is { } maxErrors) settings = settings with { MaxErrors = SettingsText.CheckMaxErrors(maxErrors) };
        if (parsed.GetValue(_persisted) is { } persisted) settings = settings with { Persisted = persisted };
        if (parsed.GetValue(_maxDop) is { } maxDop) settings = settings with { MaxDop = SettingsText.ParseMaxDop(maxDop) };
        if (parsed.GetValue(_hashBuckets) is { } hashBuckets) settings = settings with { HashBuckets = SettingsText.ParseHashBuckets(hashBuckets) };
        if (parsed.GetValue(_buffer) is { } buffer) settings = settings with { Buffer = buffer };
        return settings;
    }
}
