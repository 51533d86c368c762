using Absorber.Agent.Spool;

namespace Absorber.UnitTests.Agent.Spool;

public sealed class SampleSpoolTests
{
    /// <summary>Small enough for every flush to fill a segment.</summary>
    private static readonly SpoolOptions TinySegments = new() { SegmentBytes = 1 };

    [Fact]
    public void Read_NothingFlushed_IsNull()
    {
        using var bench = new SpoolBench();
        bench.Spool.Append(SpoolBench.Orders, SpoolBench.Sample(1));

        Assert.Null(bench.Spool.Read(0, 10));
    }

    [Fact]
    public void Read_Flushed_NumbersFromOneAndPointsIntoItsAbsorbers()
    {
        using var bench = new SpoolBench();
        bench.Put(1, 1);
        bench.Put(2, 2, SpoolBench.Readings);

        var batch = bench.Spool.Read(0, 10)!;

        Assert.Equal((bench.Spool.Id, 1L, 0L), (batch.Spool, batch.FirstSequence, batch.Dropped));
        Assert.Equal([SpoolBench.Orders, SpoolBench.Readings], batch.Absorbers);
        Assert.Equal([0, 1], batch.Samples.Select(sample => sample.Absorber));
        Assert.Equal(SpoolBench.Sample(1), batch.Samples[0]);
    }

    [Fact]
    public void Open_AfterARestart_GoesOnWithTheSameIdentityAndNumbers()
    {
        using var bench = new SpoolBench();
        var id = bench.Spool.Id;
        bench.Put(1, 20);
        bench.Reopen();
        bench.Put(21, 30);

        Assert.Equal(id, bench.Spool.Id);
        Assert.Equal(Enumerable.Range(1, 30).Select(i => ((long)i, (long)i)), bench.ReadAll());
    }

    [Fact]
    public void Read_FromDisk_RestoresSamplesAndAbsorbers()
    {
        using var bench = new SpoolBench();
        bench.Spool.Append(SpoolBench.Orders, SpoolBench.Sample(1) with { Error = "Zeile\n\"ß\"" });
        bench.Spool.Append(SpoolBench.Readings, SpoolBench.Sample(2));
        bench.Reopen();

        var batch = bench.Spool.Read(0, 10)!;

        Assert.Equal([SpoolBench.Orders, SpoolBench.Readings], batch.Absorbers);
        Assert.Equal(SpoolBench.Sample(1) with { Error = "Zeile\n\"ß\"" }, batch.Samples[0]);
        Assert.Equal(SpoolBench.Sample(2) with { Absorber = 1 }, batch.Samples[1]);
    }

    [Fact]
    public void Acknowledge_WholeSegments_DeletesAllButTheLast()
    {
        using var bench = new SpoolBench(TinySegments);
        for (var i = 1; i <= 5; i++) bench.Put(i, i);
        Assert.Equal(5, bench.Segments.Length);

        bench.Spool.Acknowledge(3);
        Assert.Equal(2, bench.Segments.Length);
        bench.Spool.Acknowledge(5);
        Assert.Single(bench.Segments);
        bench.Reopen();
        bench.Put(6, 6);

        Assert.Equal([(6L, 6L)], bench.ReadAll(after: 5));
    }

    [Fact]
    public void Open_AfterACutAnywhere_KeepsEverySampleThatWasWrittenWhole()
    {
        using var source = new SpoolBench();
        source.Put(1, 6);
        source.Leave();
        var whole = File.ReadAllBytes(source.Segments[0]);
        var ends = whole.Index().Where(at => at.Item == Segment.LineEnd).Select(at => at.Index).ToArray();

        using var bench = new SpoolBench();
        bench.Put(1, 6);
        for (var cut = whole.Length; cut >= 0; cut--)
        {
            bench.Leave();
            foreach (var segment in bench.Segments) File.Delete(segment);
            File.WriteAllBytes(Path.Combine(bench.Folder, Path.GetFileName(source.Segments[0])), whole[..cut]);
            bench.Open();

            // The first line names the absorber.
            var kept = Math.Max(0, ends.Count(end => end < cut) - 1);
            bench.Put(100, 101);
            long[] expected = [.. Enumerable.Range(1, kept), 100, 101];
            Assert.Equal(expected.Index().Select(at => (at.Index + 1L, at.Item)), bench.ReadAll());
        }
    }

    [Fact]
    public void Read_LineOfZeros_IsLeftOutAndCounted()
    {
        using var bench = new SpoolBench();
        bench.Put(1, 5);
        bench.Leave();
        var bytes = File.ReadAllBytes(bench.Segments[0]);
        var lines = bytes.Index().Where(at => at.Item == Segment.LineEnd).Select(at => at.Index).ToArray();
        bytes.AsSpan((lines[2] + 1)..lines[3]).Clear();
        File.WriteAllBytes(bench.Segments[0], bytes);
        bench.Open();

        Assert.Equal([(1L, 1L), (2L, 2L), (4L, 4L), (5L, 5L)], bench.ReadAll());
        Assert.Equal(1, bench.Spool.Dropped);
    }

    [Fact]
    public void Flush_OverTheLimit_DropsTheOldestAndCountsThem()
    {
        using var bench = new SpoolBench(new SpoolOptions { SegmentBytes = 2_000, MostBytes = 10_000, MostInMemory = 10 });
        for (var i = 1; i <= 100; i++) bench.Put(i, i);

        var left = bench.ReadAll();

        Assert.Equal(100, left.Count + bench.Spool.Dropped);
        Assert.InRange(left.Count, 10, 60);
        Assert.Equal((100L, 100L), left[^1]);
        Assert.True(left.Zip(left.Skip(1)).All(pair => pair.Second.Sequence == pair.First.Sequence + 1));
        Assert.InRange(bench.Segments.Sum(segment => new FileInfo(segment).Length), 0, 12_000);

        var dropped = bench.Spool.Dropped;
        bench.Reopen();
        Assert.Equal(dropped, bench.Spool.Dropped);
        Assert.Equal(left, bench.ReadAll());
    }

    [Fact]
    public void Flush_OverTheLimitButStored_CountsNothing()
    {
        using var bench = new SpoolBench(new SpoolOptions { SegmentBytes = 2_000, MostBytes = 10_000, MostInMemory = 10 });
        for (var i = 1; i <= 100; i++)
        {
            bench.Put(i, i);
            bench.Spool.Acknowledge(i);
        }

        Assert.Equal(0, bench.Spool.Dropped);
    }

    [Fact]
    public void Append_MoreThanFitsInMemory_IsDroppedAndCounted()
    {
        using var bench = new SpoolBench(new SpoolOptions { MostInMemory = 10 });
        bench.Put(1, 15);

        Assert.Equal(10, bench.ReadAll().Count);
        Assert.Equal(5, bench.Spool.Dropped);
    }

    [Fact]
    public void Flush_DiskRefuses_KeepsTheNewestInMemoryAndCountsTheRest()
    {
        using var bench = new SpoolBench(new SpoolOptions { MostInMemory = 10 });
        Directory.Delete(bench.Folder, recursive: true);
        for (var i = 1; i <= 15; i++) bench.Put(i, i);

        Assert.Equal(Enumerable.Range(6, 10).Select(i => ((long)i, (long)i)), bench.ReadAll());
        Assert.Equal(5, bench.Spool.Dropped);
    }

    [Fact]
    public void Flush_DiskTakesAgain_WritesAfterAPause()
    {
        using var bench = new SpoolBench();
        Directory.Delete(bench.Folder, recursive: true);
        bench.Put(1, 2);
        Directory.CreateDirectory(bench.Folder);
        bench.Put(3, 3);
        Assert.Empty(bench.Segments);

        bench.Time.Advance(bench.Options.RetryDisk);
        bench.Put(4, 4);

        Assert.Single(bench.Segments);
        Assert.Equal([(1L, 1L), (2L, 2L), (3L, 3L), (4L, 4L)], bench.ReadAll());
    }

    [Fact]
    public void Continue_ConsoleKnowsNumbersThatWereLostHere_NumbersAnew()
    {
        using var bench = new SpoolBench();
        bench.Put(1, 5);
        bench.Reopen();
        bench.Put(101, 103);

        // A crash of the machine lost samples 6 to 20 after they had been stored.
        bench.Spool.Continue(20);
        bench.Put(104, 104);

        Assert.Equal([(21L, 101L), (22L, 102L), (23L, 103L), (24L, 104L)], bench.ReadAll(after: 20));
        bench.Reopen();
        Assert.Equal([(21L, 101L), (22L, 102L), (23L, 103L), (24L, 104L)], bench.ReadAll(after: 20));
    }

    [Fact]
    public void Continue_Reconnected_KeepsNumbers()
    {
        using var bench = new SpoolBench();
        bench.Put(1, 5);
        bench.ReadAll();

        bench.Spool.Continue(3);

        Assert.Equal([(4L, 4L), (5L, 5L)], bench.ReadAll(after: 3));
    }

    [Fact]
    public void Continue_ConsoleHasLostItsStore_SendsWhatIsLeft()
    {
        using var bench = new SpoolBench(TinySegments);
        for (var i = 1; i <= 5; i++) bench.Put(i, i);
        bench.ReadAll();
        bench.Spool.Acknowledge(3);

        bench.Spool.Continue(0);

        Assert.Equal([(4L, 4L), (5L, 5L)], bench.ReadAll());
    }

    [Fact]
    public void Open_FolderInUse_SaysSo()
    {
        using var bench = new SpoolBench();

        var error = Assert.Throws<IOException>(() => SampleSpool.Open(bench.Folder, bench.Options, bench.Time, Microsoft.Extensions.Logging.Abstractions.NullLogger.Instance));

        Assert.Contains("in use by another agent", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Open_IdentityUnreadable_BeginsANewOneAndKeepsSamples()
    {
        using var bench = new SpoolBench();
        bench.Put(1, 3);
        var id = bench.Spool.Id;
        bench.Leave();
        File.WriteAllText(Path.Combine(bench.Folder, "spool.json"), "{");
        bench.Open();

        Assert.NotEqual(id, bench.Spool.Id);
        Assert.Equal(3, bench.ReadAll().Count);
    }

    [Fact]
    public async Task Append_ManyThreadsWhileReading_LosesAndDoublesNothing()
    {
        const int threads = 4, each = 2_500;
        using var bench = new SpoolBench(new SpoolOptions { SegmentBytes = 20_000, MostInMemory = 100_000 });
        var writing = Task.WhenAll(Enumerable.Range(0, threads).Select(thread => Task.Run(() =>
        {
            for (var i = 0; i < each; i++) bench.Spool.Append(SpoolBench.Orders, SpoolBench.Sample((thread * each) + i));
        })));

        var seen = new List<long>();
        var after = 0L;
        while (seen.Count < threads * each)
        {
            bench.Spool.Flush();
            if (bench.Spool.Read(after, 100) is not { } batch)
            {
                await Task.Yield();
                continue;
            }

            Assert.Equal(after + 1, batch.FirstSequence);
            seen.AddRange(batch.Samples.Select(sample => sample.Batch));
            after += batch.Samples.Count;
            if (after % 300 == 0) bench.Spool.Acknowledge(after);
        }

        await writing.WithinPatience();
        Assert.Equal(threads * each, seen.Distinct().Count());
    }
}
