using Absorber.EmbeddedPostgres;

namespace Absorber.EndToEndTests.Staging;

/// <summary>The built programs that tests run, of the same build configuration as the tests.</summary>
internal static class Programs
{
    private static readonly string Configuration = new DirectoryInfo(AppContext.BaseDirectory).Name;

    public static string Console => Find("Console.Server", "Console.Server");

    public static string Agent => Find("Absorber.Agent", "absorber");

    public static string Lab => Find("Absorber.Lab", "Absorber.Lab");

    /// <summary>Where tests leave what explains a failure; not kept in git.</summary>
    public static string Traces => Path.Combine(ProjectFolder.Find(), "artifacts", "e2e");

    /// <exception cref="InvalidOperationException">Pages would be without style and script.</exception>
    public static void DemandPageAssets()
    {
        var folder = Path.Combine(ProjectFolder.Find(), "src", "Console.Client", "wwwroot", "dist");
        if (!File.Exists(Path.Combine(folder, "app.js")) || !File.Exists(Path.Combine(folder, "app.css")))
            throw new InvalidOperationException($"The pages' script and styles are missing in {folder}: run ./test, or npm ci && npm run build in src/Console.Client, and build the solution again.");
    }

    private static string Find(string project, string assembly)
    {
        var path = Path.Combine(ProjectFolder.Find(), "artifacts", "bin", project, Configuration, assembly + ".dll");
        return File.Exists(path) ? path : throw new InvalidOperationException($"{path} is missing: build the solution first, or run ./test.");
    }
}
