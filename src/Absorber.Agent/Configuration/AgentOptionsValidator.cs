using Absorber.Agent.Engines;

namespace Absorber.Agent.Configuration;

/// <summary>Finds everything that is wrong with options, each problem in a sentence that names the key and says what would be right.</summary>
internal static class AgentOptionsValidator
{
    private const int LongestName = 100;

    public static IEnumerable<string> FindProblems(AgentOptions options)
    {
        if (string.IsNullOrWhiteSpace(options.Name)) yield return "Name is empty: give the agent a name that no other agent of the console has.";
        else if (options.Name.Length > LongestName) yield return $"Name has {options.Name.Length} characters: at most {LongestName} are allowed.";

        if (!string.IsNullOrEmpty(options.Console) && !IsConsoleAddress(options.Console))
        {
            yield return $"Console is '{options.Console}': give an address such as https://console.example.org:5443, without a path or password, or leave it empty to run without a console.";
        }

        if (string.IsNullOrWhiteSpace(options.Data)) yield return "Data is empty: name the folder in which samples wait for the console.";
        else if (File.Exists(options.Data)) yield return $"Data is '{options.Data}', which is a file: name a folder.";

        foreach (var problem in EngineChoice.FindProblems(options)) yield return problem;

        if (options.Databases.Any(string.IsNullOrWhiteSpace)) yield return "Databases holds an empty name: remove it, or leave the whole list out to look after all databases.";

        if (options.SpoolMegabytes is < 8 or > 1_000_000) yield return $"SpoolMegabytes is {options.SpoolMegabytes}: from 8 to 1000000 are allowed.";

        if (options.StopGrace < TimeSpan.Zero || options.StopGrace > TimeSpan.FromMinutes(10)) yield return $"StopGrace is {options.StopGrace}: from 00:00:00 to 00:10:00 are allowed.";
    }

    private static bool IsConsoleAddress(string text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var uri)
        && (uri.Scheme == Uri.UriSchemeHttp || uri.Scheme == Uri.UriSchemeHttps)
        && uri.UserInfo.Length == 0 && uri.Query.Length == 0 && uri.Fragment.Length == 0 && uri.AbsolutePath == "/";
}
