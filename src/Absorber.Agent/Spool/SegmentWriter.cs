using System.Buffers;
using System.Text.Json;
using Absorber.Contracts;

namespace Absorber.Agent.Spool;

/// <summary>Appends samples to a new segment, one write for many. Nothing is forced to disk: what was written survives the process, not the machine.</summary>
internal sealed class SegmentWriter : IDisposable
{
    private readonly FileStream _file;
    private readonly ArrayBufferWriter<byte> _buffer = new(1 << 16);
    private readonly Utf8JsonWriter _json;
    private readonly Dictionary<AbsorberName, int> _absorbers = [];

    public SegmentWriter(Segment segment)
    {
        Segment = segment;
        _file = new FileStream(segment.Path, FileMode.CreateNew, FileAccess.Write, FileShare.Read | FileShare.Delete, bufferSize: 0);
        _json = new Utf8JsonWriter(_buffer, new JsonWriterOptions { SkipValidation = true });
    }

    public Segment Segment { get; }

    /// <exception cref="IOException">The disk refused; the file ends where it ended before, but take another segment.</exception>
    public void Write(IReadOnlyList<SpooledSample> samples)
    {
        _buffer.ResetWrittenCount();
        foreach (var (name, sample) in samples) Encode(name, sample);
        try
        {
            _file.Write(_buffer.WrittenSpan);
        }
        catch (IOException)
        {
            _file.SetLength(Segment.Bytes);
            throw;
        }

        Segment.Count += samples.Count;
        Segment.Bytes += _buffer.WrittenCount;
    }

    public void Dispose()
    {
        _json.Dispose();
        _file.Dispose();
    }

    private void Encode(AbsorberName name, Sample sample)
    {
        if (!_absorbers.TryGetValue(name, out var index))
        {
            index = _absorbers.Count;
            _absorbers.Add(name, index);
            _buffer.Write([Segment.AbsorberMark]);
            EncodeLine(name, SpoolJson.Default.AbsorberName);
        }

        EncodeLine(sample with { Absorber = index }, SpoolJson.Default.Sample);
    }

    private void EncodeLine<T>(T value, System.Text.Json.Serialization.Metadata.JsonTypeInfo<T> type)
    {
        _json.Reset();
        JsonSerializer.Serialize(_json, value, type);
        _json.Flush();
        _buffer.Write([Segment.LineEnd]);
    }
}
