namespace Absorber.Run.Processes;

/// <param name="ExitCode">The program's exit code, or <see cref="NotFound"/>.</param>
/// <param name="Lines">The last lines that it wrote.</param>
internal sealed record ToolResult(int ExitCode, IReadOnlyList<string> Lines)
{
    /// <summary>There is no such program.</summary>
    public const int NotFound = -1;

    public bool Succeeded => ExitCode == 0;

    /// <exception cref="RunException">The program failed; the message carries its most telling lines.</exception>
    public ToolResult OrThrow(string what) => Succeeded ? this : throw new RunException($"{what}: {Reason()}");

    /// <summary>Why it failed, in one line.</summary>
    public string Reason()
    {
        if (ExitCode == NotFound)
            return "the program was not found.";

        if (Lines.Any(DiskFull.IsMeantBy))
            return DiskFull.Message;

        var said = Lines.Where(line => !string.IsNullOrWhiteSpace(line)).Select(line => line.Trim()).Distinct(StringComparer.Ordinal).ToList();
        var errors = said.Where(line => line.Contains("error", StringComparison.OrdinalIgnoreCase)).Take(3).ToList();
        var reason = string.Join(" | ", errors is [] ? said.TakeLast(3) : errors);
        return reason.Length > 0 ? reason : $"exit code {ExitCode}.";
    }
}
