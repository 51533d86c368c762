namespace Absorber.Run.Processes;

/// <summary>How a full disk shows.</summary>
internal static class DiskFull
{
    public const string Message = "the disk is full. Make room and start again.";

    private const int NoSpaceOnUnix = 28;
    private const int NoSpaceOnWindows = unchecked((int)0x80070070);

    private static readonly string[] Signs = ["No space left on device", "ENOSPC", "There is not enough space on the disk", "Disk quota exceeded"];

    public static bool IsMeantBy(string line) => Signs.Any(sign => line.Contains(sign, StringComparison.OrdinalIgnoreCase));

    public static bool IsMeantBy(IOException e) => e.HResult is NoSpaceOnUnix or NoSpaceOnWindows || IsMeantBy(e.Message);
}
