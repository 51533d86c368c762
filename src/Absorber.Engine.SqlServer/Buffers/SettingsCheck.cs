using Absorber.Contracts;
using Absorber.Engine.Errors;

namespace Absorber.Engine.SqlServer.Buffers;

/// <summary>Refuses what the framework's types would round or overflow.</summary>
internal static class SettingsCheck
{
    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(10);

    private const int MostProcessors = 64;

    private const long MostBuckets = 1L << 30;

    /// <exception cref="EngineException">A setting cannot be; the message says what would be right.</exception>
    public static void Check(AbsorberSettings settings)
    {
        if (settings.Interval.Ticks % Step.Ticks != 0)
            throw Refuse($"An interval of {settings.Interval.TotalMilliseconds:0.####} ms cannot be kept: SQL Server's framework counts in steps of 10 ms.");
        if (settings.MaxDop is < 1 or > MostProcessors)
            throw Refuse($"MAXDOP {settings.MaxDop} is out of range: from 1 to {MostProcessors} are allowed, or none for the server's own setting.");
        if (settings.HashBuckets is < 1 or > MostBuckets)
            throw Refuse($"{settings.HashBuckets} hash buckets are out of range: from 1 to {MostBuckets} are allowed, or none for an ordered index.");
        if (settings is { HashBuckets: not null, Buffer: BufferKind.Disk })
            throw Refuse("Hash buckets belong to a buffer in memory, and this one is on disk. Leave them out, or choose a buffer in memory.");
    }

    private static EngineException Refuse(string message) => new(EngineErrorKind.BadRequest, message);
}
