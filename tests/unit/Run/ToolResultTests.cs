using Absorber.Run.Processes;

namespace Absorber.UnitTests.Run;

public sealed class ToolResultTests
{
    [Fact]
    public void Reason_OutputHasErrors_IsTheFirstOfThemInOneLine() =>
        Assert.Equal(
            "A.cs(1,2): error CS1: wrong | B.cs(3,4): error CS2: worse",
            new ToolResult(1, ["Restoring", "A.cs(1,2): error CS1: wrong", "A.cs(1,2): error CS1: wrong", "B.cs(3,4): error CS2: worse", ""]).Reason());

    [Theory]
    [InlineData("npm error nospc ENOSPC: no space left on device, write")]
    [InlineData("There is not enough space on the disk.")]
    public void Reason_DiskIsFull_SaysSo(string line) =>
        Assert.Equal("the disk is full. Make room and start again.", new ToolResult(1, ["one", line, "error: three"]).Reason());

    [Fact]
    public void Reason_SilentFailure_IsTheExitCode() => Assert.Equal("exit code 7.", new ToolResult(7, [" "]).Reason());
}
