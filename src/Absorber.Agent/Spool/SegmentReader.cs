using System.Text.Json;
using Absorber.Contracts;

namespace Absorber.Agent.Spool;

/// <summary>Reads a segment from front to back, as far as it is written.</summary>
internal sealed class SegmentReader(Segment segment) : IDisposable
{
    private readonly FileStream _file = new(segment.Path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);
    private readonly List<AbsorberName?> _absorbers = [];
    private byte[] _buffer = new byte[1 << 16];
    private int _start;
    private int _end;
    private long _read;

    public Segment Segment => segment;

    /// <summary>The sequence number of the sample that is read next.</summary>
    public long Next => segment.First + _read;

    /// <summary>Reads the next sample; false at the end of what is written.</summary>
    /// <param name="sample">The sample; null where its line cannot be understood.</param>
    public bool TryRead(out SpooledSample? sample)
    {
        sample = null;
        while (Next < segment.Next && TryReadLine(out var line))
        {
            if (line.Span[0] == Segment.AbsorberMark)
            {
                _absorbers.Add(Understand(line.Span[1..], SpoolJson.Default.AbsorberName));
                continue;
            }

            _read++;
            var read = Understand(line.Span, SpoolJson.Default.Sample);
            if (read is not null && read.Absorber >= 0 && read.Absorber < _absorbers.Count && _absorbers[read.Absorber] is { } name) sample = new SpooledSample(name, read);
            return true;
        }

        return false;
    }

    public void Dispose() => _file.Dispose();

    private static T? Understand<T>(ReadOnlySpan<byte> json, System.Text.Json.Serialization.Metadata.JsonTypeInfo<T> type)
        where T : class
    {
        try
        {
            return JsonSerializer.Deserialize(json, type);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    /// <summary>The next line without its end, at least one byte: of an empty one, the end itself.</summary>
    private bool TryReadLine(out ReadOnlyMemory<byte> line)
    {
        var searched = _start;
        while (true)
        {
            var length = _buffer.AsSpan(searched, _end - searched).IndexOf(Segment.LineEnd);
            if (length >= 0)
            {
                var end = searched + length;
                line = _buffer.AsMemory(_start, Math.Max(1, end - _start));
                _start = end + 1;
                return true;
            }

            MakeRoom();
            searched = _end;
            var read = _file.Read(_buffer, _end, _buffer.Length - _end);
            if (read == 0)
            {
                line = default;
                return false;
            }

            _end += read;
        }
    }

    private void MakeRoom()
    {
        if (_start > 0)
        {
            _buffer.AsSpan(_start, _end - _start).CopyTo(_buffer);
            (_start, _end) = (0, _end - _start);
        }

        if (_end == _buffer.Length) Array.Resize(ref _buffer, _buffer.Length * 2);
    }
}
