namespace Absorber.EmbeddedPostgres;

/// <summary>The folder of the clone that we were built in.</summary>
public static class ProjectFolder
{
    private const string Marker = "ShockAbsorber.slnx";

    /// <summary>The nearest folder above the running program that holds the solution.</summary>
    /// <exception cref="EmbeddedServerException">The program runs outside a clone of the project.</exception>
    public static string Find()
    {
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(Path.Combine(folder.FullName, Marker)))
                return folder.FullName;
        }

        throw new EmbeddedServerException($"No {Marker} in {AppContext.BaseDirectory} or above: run this from a clone of the project.");
    }
}
