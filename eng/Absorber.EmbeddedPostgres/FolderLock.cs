namespace Absorber.EmbeddedPostgres;

/// <summary>Says that a folder is in use. The system drops it with our process, so a killed owner leaves none behind.</summary>
public sealed class FolderLock : IDisposable
{
    private readonly FileStream _file;

    private FolderLock(FileStream file) => _file = file;

    /// <summary>Takes the lock of a folder, without waiting; null where another process holds it.</summary>
    public static FolderLock? TryTake(string folder)
    {
        try
        {
            return new FolderLock(new FileStream(Path.Combine(folder, "in-use"), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None));
        }
        catch (IOException) when (Directory.Exists(folder))
        {
            return null;
        }
    }

    public void Dispose() => _file.Dispose();
}
