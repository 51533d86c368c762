using Absorber.Run.Testing;

namespace Absorber.UnitTests.Run;

public sealed class XunitMessagesTests
{
    private readonly TestTotals _totals = new();
    private readonly XunitMessages _messages;

    public XunitMessagesTests() => _messages = new XunitMessages("unit", _totals, new Progress<string>());

    [Fact]
    public void Take_TestsOfEveryOutcome_AreCountedWithNameAndReason()
    {
        Take(
            """{"$type":"test-starting","TestUniqueID":"a","TestDisplayName":"A.Passes"}""",
            """{"$type":"test-passed","TestUniqueID":"a"}""",
            """{"$type":"test-finished","TestUniqueID":"a"}""",
            """{"$type":"test-starting","TestUniqueID":"b","TestDisplayName":"A.Fails"}""",
            """{"$type":"test-failed","TestUniqueID":"b","Messages":["Expected 1"],"StackTraces":["at A.Fails()"]}""",
            """{"$type":"test-starting","TestUniqueID":"c","TestDisplayName":"A.Skips"}""",
            """{"$type":"test-skipped","TestUniqueID":"c","Reason":"no server"}""",
            """{"$type":"test-assembly-finished"}""");

        Assert.Equal("1 passed, 1 failed, 1 skipped", _totals.ToString());
        Assert.Equal(new TestFinding("unit: A.Fails", $"Expected 1{Environment.NewLine}at A.Fails()"), Assert.Single(_totals.Failures));
        Assert.Equal(new TestFinding("unit: A.Skips", "no server"), Assert.Single(_totals.Skips));
        Assert.True(_messages.HasFinished);
    }

    [Fact]
    public void Take_ProgramEndsInTheMiddle_TellsWhatRanAndItsLastWords()
    {
        Take(
            """{"$type":"test-starting","TestUniqueID":"a","TestDisplayName":"A.Crashes"}""",
            "Unhandled exception. Out of luck.");

        Assert.False(_messages.HasFinished);
        Assert.Equal(" (running: A.Crashes)", _messages.WhatRan());
        Assert.Equal("Unhandled exception. Out of luck.", _messages.LastWords);
    }

    [Fact]
    public void Take_CleaningUpFails_IsAFailure()
    {
        Take("""{"$type":"test-assembly-cleanup-failure","Messages":["still in use"],"StackTraces":[null]}""");

        Assert.Equal("still in use", Assert.Single(_totals.Failures).Why);
    }

    private void Take(params string[] lines)
    {
        foreach (var line in lines)
            _messages.Take(line);
    }
}
