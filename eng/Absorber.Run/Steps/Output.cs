using Spectre.Console;

namespace Absorber.Run.Steps;

/// <summary>Where we write: with colours and spinners to a terminal, as plain lines of any length to everything else.</summary>
internal static class Output
{
    private const int WidthOfFiles = 1_000;

    public static IAnsiConsole Open()
    {
        if (!Console.IsOutputRedirected)
            return AnsiConsole.Console;

        var plain = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = AnsiSupport.No,
            ColorSystem = ColorSystemSupport.NoColors,
            Interactive = InteractionSupport.No,
        });
        plain.Profile.Width = WidthOfFiles;
        return plain;
    }
}
