using Absorber.Agent.Spool;

namespace Absorber.UnitTests.Agent.Spool;

public sealed class MemoryTailTests
{
    [Fact]
    public void Add_BeyondTheFirstRing_KeepsOrder()
    {
        var tail = new MemoryTail(5_000);
        for (var sequence = 1; sequence <= 3_000; sequence++)
        {
            tail.Add(sequence, new SpooledSample(SpoolBench.Orders, SpoolBench.Sample(sequence)), onDisk: true);
            if (sequence % 3 == 0) tail.RemoveFirst();
        }

        Assert.Equal((1_001L, 2_000), (tail.First, tail.Count));
        Assert.All(Enumerable.Range(1_001, 2_000), sequence => Assert.Equal(sequence, tail[sequence].Sample.Batch));
    }

    [Fact]
    public void RemoveUpTo_BeyondItsEnd_EmptiesIt()
    {
        var tail = new MemoryTail(10);
        tail.Add(7, new SpooledSample(SpoolBench.Orders, SpoolBench.Sample(7)), onDisk: false);

        tail.RemoveUpTo(100);

        Assert.Equal(0, tail.Count);
    }
}
