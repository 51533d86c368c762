namespace Absorber.EmbeddedPostgres.Cluster;

/// <summary>Turns what PostgreSQL's programs say when they fail into one clear line.</summary>
internal static class FailureText
{
    private static readonly string[] Telling = ["FATAL:", "PANIC:", "ERROR:", "error:", "fatal:", "could not", "invalid value"];

    public static EmbeddedServerException Explain(string what, string log)
    {
        if (log.Contains("No space left on device", StringComparison.Ordinal) || log.Contains("Disk quota exceeded", StringComparison.Ordinal))
            return new EmbeddedServerException($"{what}: the disk is full. Make room and start again.");

        if (log.Contains("could not bind", StringComparison.Ordinal))
            return new EmbeddedServerException($"{what}: its port is in use. Choose another one, or stop what listens there.");

        var lines = log.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        var told = lines.Where(line => Telling.Any(word => line.Contains(word, StringComparison.Ordinal))).TakeLast(3).ToList();
        return new EmbeddedServerException($"{what}: {string.Join(" | ", told is [] ? lines.TakeLast(3) : told)}");
    }
}
