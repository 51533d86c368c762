using Absorber.Contracts;
using Absorber.Engine.Errors;

namespace Absorber.Engine.PostgreSql.Buffers;

/// <summary>Settings that do something on other engines only, and why they do nothing here.</summary>
internal static class OtherEnginesSettings
{
    public const string MaxDop =
        "PostgreSQL has no MAXDOP: statements that write, such as a batch's merge, run in one process. max_parallel_workers_per_gather of the server rules its reads.";

    public const string HashBuckets = "PostgreSQL has no tables in memory, so its buffers have no hash buckets.";

    public const string Buffer = "PostgreSQL keeps its buffers as tables on disk, and hot ones in its cache. --persisted false spares them the log.";

    /// <exception cref="EngineException">One of them is set.</exception>
    public static void Refuse(AbsorberSettings settings)
    {
        var why = settings switch
        {
            { MaxDop: not null } => $"Leave MAXDOP out. {MaxDop}",
            { HashBuckets: not null } => $"Leave hash buckets out. {HashBuckets}",
            { Buffer: not null } => $"Leave the buffer's kind out. {Buffer}",
            _ => null,
        };
        if (why is not null)
            throw new EngineException(EngineErrorKind.BadRequest, why);
    }
}
