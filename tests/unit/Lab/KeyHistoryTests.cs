using Absorber.Lab.Journals;

namespace Absorber.UnitTests.Lab;

public sealed class KeyHistoryTests
{
    private readonly KeyHistory _history = new();

    [Fact]
    public void Acceptable_TransactionBeganAfterTheOtherHadCommitted_IsTheLaterAlone()
    {
        _history.Add(1, new CommittedSpan(0, 10));
        _history.Add(2, new CommittedSpan(11, 20));

        Assert.Equal([2], _history.Acceptable);
    }

    [Fact]
    public void Acceptable_TransactionsOverlapped_AreBoth()
    {
        _history.Add(1, new CommittedSpan(0, 10));
        _history.Add(2, new CommittedSpan(5, 20));

        Assert.Equal([1, 2], _history.Acceptable);
    }

    [Fact]
    public void Acceptable_LongTransactionCommitsAfterShortOnes_LeavesThoseThatItOverlapped()
    {
        _history.Add(1, new CommittedSpan(0, 10));
        _history.Add(2, new CommittedSpan(20, 30));
        _history.Add(3, new CommittedSpan(15, 40));

        Assert.Equal([2, 3], _history.Acceptable);
    }

    [Fact]
    public void Acceptable_EarlierTransactionIsHeardOfLate_DoesNotCount()
    {
        _history.Add(2, new CommittedSpan(20, 30));
        _history.Add(1, new CommittedSpan(0, 10));

        Assert.Equal([2], _history.Acceptable);
    }
}
