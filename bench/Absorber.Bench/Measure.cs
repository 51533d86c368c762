using System.Diagnostics;
using System.Globalization;

namespace Absorber.Bench;

/// <summary>What one measured piece of work took.</summary>
/// <param name="Elapsed">Wall time.</param>
/// <param name="Cpu">Processor time of the database server and of this process together; null where the platform does not tell.</param>
internal sealed record Cost(TimeSpan Elapsed, TimeSpan? Cpu)
{
    public double RowsPerSecond(long rows) => rows / Elapsed.TotalSeconds;

    public double? CpuMicrosecondsPerRow(long rows) => Cpu?.TotalMicroseconds / rows;
}

/// <summary>Measures wall time, and the processor time of this process and of a PostgreSQL server on this machine with all its backends (from /proc).</summary>
internal sealed class Meter(int? postmaster)
{
    private const double TicksPerSecond = 100;

    public async Task<Cost> MeasureAsync(Func<Task> work)
    {
        var cpuBefore = ReadCpu();
        var start = Stopwatch.GetTimestamp();
        await work();
        var elapsed = Stopwatch.GetElapsedTime(start);
        var cpuAfter = ReadCpu();
        return new Cost(elapsed, cpuAfter - cpuBefore);
    }

    private TimeSpan? ReadCpu()
    {
        if (postmaster is null || !OperatingSystem.IsLinux()) return null;
        using var self = Process.GetCurrentProcess();
        var ticks = Directory.EnumerateDirectories("/proc")
            .Select(folder => ReadStat(Path.Combine(folder, "stat")))
            .Where(stat => stat.Pid == postmaster || stat.Parent == postmaster)
            .Sum(stat => stat.Ticks);
        return self.TotalProcessorTime + TimeSpan.FromSeconds(ticks / TicksPerSecond);
    }

    /// <summary>A process's own and its waited-for children's time: the postmaster's holds that of backends that have ended.</summary>
    private static (int Pid, int Parent, long Ticks) ReadStat(string path)
    {
        try
        {
            var text = File.ReadAllText(path);
            var pid = int.Parse(text.AsSpan(0, text.IndexOf(' ', StringComparison.Ordinal)), CultureInfo.InvariantCulture);
            var fields = text[(text.LastIndexOf(')') + 2)..].Split(' ');
            var ticks = fields[11..15].Sum(field => long.Parse(field, CultureInfo.InvariantCulture));
            return (pid, int.Parse(fields[1], CultureInfo.InvariantCulture), ticks);
        }
        catch (Exception gone) when (gone is IOException or UnauthorizedAccessException or FormatException or ArgumentOutOfRangeException)
        {
            return default;
        }
    }
}
