using Absorber.EmbeddedPostgres;

namespace Absorber.Testing.Databases;

/// <summary>Folders of servers that last as long as a test run.</summary>
internal static class TestFolders
{
    private const string Prefix = "absorber-server-";
    private static readonly TimeSpan SurelyOld = TimeSpan.FromHours(1);
    private static bool _isTidy;

    public static string Create()
    {
        if (!Interlocked.Exchange(ref _isTidy, true))
            RemoveForgotten();
        return Directory.CreateTempSubdirectory(Prefix).FullName;
    }

    public static string Server(string folder) => Path.Combine(folder, "server");

    /// <summary>Removes what killed test runs left: folders that are old and that no process holds.</summary>
    private static void RemoveForgotten()
    {
        var old = TimeProvider.System.GetUtcNow().UtcDateTime - SurelyOld;
        foreach (var folder in Directory.EnumerateDirectories(Path.GetTempPath(), Prefix + "*").Where(folder => Directory.GetLastWriteTimeUtc(folder) < old))
        {
            try
            {
                using (var free = Directory.Exists(Server(folder)) ? FolderLock.TryTake(Server(folder)) : null)
                {
                    if (free is null)
                        continue;
                }

                Directory.Delete(folder, recursive: true);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // Somebody else's.
            }
        }
    }
}
