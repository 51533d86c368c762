using System.Globalization;

namespace Absorber.Agent.Spool;

/// <summary>
/// A file of consecutive samples, named for the sequence number of its first. Its lines are samples in JSON, preceded by a line
/// for each absorber that they point to; a line that does not end was cut off by a crash and does not count.
/// </summary>
internal sealed class Segment(string path, long first)
{
    public const string Extension = ".samples";

    /// <summary>Begins a line that names an absorber: the first such line of a segment is absorber 0, and so on.</summary>
    public const byte AbsorberMark = (byte)'@';

    public const byte LineEnd = (byte)'\n';

    public string Path { get; private set; } = path;

    public long First { get; private set; } = first;

    public long Count { get; set; }

    public long Bytes { get; set; }

    /// <summary>The sequence number after the last sample.</summary>
    public long Next => First + Count;

    public static Segment Begin(string folder, long first) => new(PathOf(folder, first), first);

    /// <summary>The segments that a folder holds, oldest first, their samples counted.</summary>
    public static List<Segment> ReadAll(string folder)
    {
        var segments = new List<Segment>();
        foreach (var path in Directory.EnumerateFiles(folder, "*" + Extension))
        {
            var name = System.IO.Path.GetFileNameWithoutExtension(path);
            if (!long.TryParse(name, NumberStyles.None, CultureInfo.InvariantCulture, out var first) || first < 1) continue;

            var segment = new Segment(path, first) { Bytes = new FileInfo(path).Length };
            segment.Count = CountSamples(path);
            segments.Add(segment);
        }

        segments.Sort((left, right) => left.First.CompareTo(right.First));
        return segments;
    }

    public void MoveTo(long first)
    {
        var moved = PathOf(System.IO.Path.GetDirectoryName(Path)!, first);
        File.Move(Path, moved);
        (Path, First) = (moved, first);
    }

    private static string PathOf(string folder, long first) =>
        System.IO.Path.Combine(folder, first.ToString("D19", CultureInfo.InvariantCulture) + Extension);

    private static long CountSamples(string path)
    {
        using var file = File.OpenRead(path);
        var buffer = new byte[1 << 16];
        var count = 0L;
        var atStart = true;
        var isSample = false;
        for (int read; (read = file.Read(buffer)) > 0;)
        {
            var rest = buffer.AsSpan(0, read);
            while (rest.Length > 0)
            {
                if (atStart) isSample = rest[0] != AbsorberMark;
                var end = rest.IndexOf(LineEnd);
                atStart = end >= 0;
                if (atStart && isSample) count++;
                rest = atStart ? rest[(end + 1)..] : [];
            }
        }

        return count;
    }
}
