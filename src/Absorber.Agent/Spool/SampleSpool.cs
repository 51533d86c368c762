using Absorber.Contracts;
using Microsoft.Extensions.Logging;

namespace Absorber.Agent.Spool;

/// <summary>
/// Keeps samples until the console has stored them: in memory for a moment, then in segment files, so that they outlive the process.
/// Bounded: beyond its limits the oldest samples are dropped and counted. A disk that takes nothing never stops a loop.
/// </summary>
/// <remarks>Safe to use from several threads. Appending never waits for the disk.</remarks>
internal sealed class SampleSpool : ISampleSink, IDisposable
{
    private readonly SpoolFolder _folder;
    private readonly SpoolOptions _options;
    private readonly TimeProvider _time;
    private readonly ILogger _logger;

    private readonly Lock _inbox = new();
    private readonly SemaphoreSlim _arrived = new(0, 1);
    private List<SpooledSample> _incoming = [];
    private List<SpooledSample> _outgoing = [];
    private long _overflow;

    private readonly Lock _store = new();
    private readonly List<Segment> _segments;
    private readonly MemoryTail _tail;
    private SegmentWriter? _writer;
    private SegmentReader? _reader;
    private long? _refused;
    private long _runFirst;
    private long _next;
    private long _acknowledged;
    private long _handedOut;
    private long _dropped;
    private long _droppedWritten;

    private SampleSpool(SpoolFolder folder, SpoolIdentity identity, SpoolOptions options, TimeProvider time, ILogger logger)
    {
        (_folder, _options, _time, _logger) = (folder, options, time, logger);
        Id = identity.Spool;
        _dropped = _droppedWritten = identity.Dropped;
        _segments = Segment.ReadAll(folder.Path);
        _next = _runFirst = _segments.Count > 0 ? _segments[^1].Next : 1;
        _segments.RemoveAll(segment => segment.Count == 0);
        _tail = new MemoryTail(options.MostInMemory);
    }

    /// <summary>The spool's identity, kept in its folder.</summary>
    public Guid Id { get; }

    /// <summary>How many samples this spool has dropped since it was made.</summary>
    public long Dropped
    {
        get
        {
            lock (_store) return _dropped;
        }
    }

    /// <summary>The sequence number that the next sample will get.</summary>
    public long Next
    {
        get
        {
            lock (_store) return _next;
        }
    }

    /// <exception cref="IOException">The folder cannot be used; the message says why.</exception>
    public static SampleSpool Open(string path, SpoolOptions options, TimeProvider time, ILogger logger)
    {
        var folder = SpoolFolder.Open(path);
        try
        {
            var identity = folder.ReadIdentity();
            if (identity is null)
            {
                identity = new SpoolIdentity(Guid.NewGuid(), 0);
                folder.WriteIdentity(identity);
            }

            return new SampleSpool(folder, identity, options, time, logger);
        }
        catch
        {
            folder.Dispose();
            throw;
        }
    }

    public void Append(AbsorberName absorber, Sample sample)
    {
        lock (_inbox)
        {
            if (_incoming.Count < _options.MostInMemory) _incoming.Add(new SpooledSample(absorber, sample));
            else _overflow++;
            if (_arrived.CurrentCount == 0) _arrived.Release();
        }
    }

    /// <summary>Waits until samples have come in since the last time this was waited for.</summary>
    public Task WaitForSamplesAsync(CancellationToken cancellation) => _arrived.WaitAsync(cancellation);

    /// <summary>Numbers what came in since the last time, and writes it.</summary>
    public void Flush()
    {
        lock (_store)
        {
            lock (_inbox)
            {
                (_incoming, _outgoing) = (_outgoing, _incoming);
                _dropped += _overflow;
                _overflow = 0;
            }

            if (_outgoing.Count > 0) Store(_outgoing);
            _outgoing.Clear();
            RememberDropped();
        }
    }

    /// <summary>The samples that follow a sequence number, as many as are at hand; null where there are none.</summary>
    /// <param name="after">The sequence number that the console has stored.</param>
    /// <param name="most">The most samples to return.</param>
    /// <remarks>Begins later than asked where samples were dropped.</remarks>
    public SampleBatch? Read(long after, int most)
    {
        lock (_store)
        {
            var first = after + 1;
            while (first < _next)
            {
                var samples = new List<SpooledSample>();
                if (_tail.Count > 0 && first >= _tail.First)
                {
                    for (var sequence = first; sequence < _next && samples.Count < most; sequence++) samples.Add(_tail[sequence]);
                }
                else if (FindSegment(first) is { } segment)
                {
                    first = Math.Max(first, segment.First);
                    ReadSegment(segment, first, most, samples);
                }
                else if (_tail.Count > 0)
                {
                    first = _tail.First;
                    continue;
                }
                else
                {
                    return null;
                }

                if (samples.Count > 0)
                {
                    _handedOut = Math.Max(_handedOut, first + samples.Count - 1);
                    return SampleBatches.Build(Id, first, samples, _dropped);
                }

                // One sample could not be read back.
                _dropped++;
                first++;
            }

            return null;
        }
    }

    /// <summary>Forgets what the console has stored.</summary>
    public void Acknowledge(long sequence)
    {
        lock (_store)
        {
            _acknowledged = Math.Max(_acknowledged, sequence);
            _tail.RemoveUpTo(sequence);

            // The last segment stays, for its name tells the next process where to go on counting.
            while (_segments.Count > 1 && _segments[0].Next - 1 <= sequence) Delete(_segments[0]);
        }
    }

    /// <summary>
    /// Goes on after what the console has stored of this spool. Should the console know numbers that were lost here in a crash
    /// of the machine, then what this process has spooled under those numbers gets new ones.
    /// </summary>
    public void Continue(long stored)
    {
        lock (_store)
        {
            if (stored >= _runFirst && stored > _handedOut) Renumber(stored + 1 - _runFirst);
            Acknowledge(stored);
        }
    }

    public void Dispose()
    {
        Flush();
        lock (_store)
        {
            _writer?.Dispose();
            _reader?.Dispose();
            _folder.Dispose();
            _arrived.Dispose();
        }
    }

    private void Store(List<SpooledSample> samples)
    {
        var onDisk = TryWrite(samples);
        foreach (var sample in samples)
        {
            if (_tail.IsFull && !_tail.RemoveFirst()) _dropped++;
            _tail.Add(_next++, sample, onDisk);
        }

        KeepWithinLimit();
    }

    private bool TryWrite(List<SpooledSample> samples)
    {
        if (_refused is { } refused && _time.GetElapsedTime(refused) < _options.RetryDisk) return false;

        try
        {
            if (_writer?.Segment.Bytes >= _options.SegmentBytes) CloseWriter();
            if (_writer is null)
            {
                _writer = new SegmentWriter(Segment.Begin(_folder.Path, _next));
                _segments.Add(_writer.Segment);
            }

            _writer.Write(samples);
            if (_refused is not null) _logger.DiskTakesAgain(_folder.Path);
            _refused = null;
            return true;
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            if (_refused is null) _logger.DiskRefuses(_folder.Path, error.Message, _options.MostInMemory);
            _refused = _time.GetTimestamp();
            if (_writer is { Segment.Count: 0 }) _segments.Remove(_writer.Segment);
            CloseWriter();
            return false;
        }
    }

    private Segment? FindSegment(long sequence)
    {
        var end = _tail.Count > 0 ? _tail.First : _next;
        var index = _segments.FindIndex(segment => segment.Next > sequence);
        return index >= 0 && _segments[index].First < end ? _segments[index] : null;
    }

    private void ReadSegment(Segment segment, long first, int most, List<SpooledSample> samples)
    {
        try
        {
            if (_reader?.Segment != segment || _reader.Next > first)
            {
                CloseReader();
                _reader = new SegmentReader(segment);
            }

            while (samples.Count < most && _reader.TryRead(out var sample))
            {
                if (_reader.Next <= first) continue;
                if (sample is not { } understood) break;

                samples.Add(understood);
            }
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            // All but the one sample that the caller counts.
            _dropped += segment.Next - first - 1;
            _logger.SegmentUnreadable(segment.Path, error.Message);
            Delete(segment);
        }
    }

    private void KeepWithinLimit()
    {
        var bytes = _segments.Sum(segment => segment.Bytes);
        while (bytes > _options.MostBytes && _segments.Count > 1)
        {
            var oldest = _segments[0];
            var firstLost = Math.Max(oldest.First, _acknowledged + 1);
            var lost = Math.Max(0, Math.Min(oldest.Next, _tail.First) - firstLost);
            _dropped += lost;
            bytes -= oldest.Bytes;
            Delete(oldest);
            if (lost > 0) _logger.SegmentDropped(lost, _options.MostBytes >> 20);
        }
    }

    private void Renumber(long offset)
    {
        _logger.Renumbered(_runFirst, offset);
        CloseWriter();
        CloseReader();
        foreach (var segment in _segments.Where(segment => segment.First >= _runFirst).Reverse()) segment.MoveTo(segment.First + offset);
        _tail.Shift(offset);
        _next += offset;
        _runFirst += offset;
    }

    private void Delete(Segment segment)
    {
        if (_reader?.Segment == segment) CloseReader();
        if (_writer?.Segment == segment) CloseWriter();
        _segments.Remove(segment);
        try
        {
            File.Delete(segment.Path);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            _logger.SegmentNotDeleted(segment.Path, error.Message);
        }
    }

    private void RememberDropped()
    {
        if (_dropped == _droppedWritten) return;

        try
        {
            _folder.WriteIdentity(new SpoolIdentity(Id, _dropped));
            _droppedWritten = _dropped;
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            // A full disk is reported where samples are written; the count stays in memory and is tried again.
            _logger.CountNotWritten(error.Message);
        }
    }

    private void CloseWriter()
    {
        _writer?.Dispose();
        _writer = null;
    }

    private void CloseReader()
    {
        _reader?.Dispose();
        _reader = null;
    }
}
