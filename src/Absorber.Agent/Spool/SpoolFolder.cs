using System.Text.Json;

namespace Absorber.Agent.Spool;

/// <summary>The folder of a spool: its identity, and the lock that keeps a second agent out.</summary>
internal sealed class SpoolFolder : IDisposable
{
    private const string IdentityFile = "spool.json";

    private const string LockFile = "spool.lock";

    private readonly FileStream _lock;

    private SpoolFolder(string path, FileStream held)
    {
        Path = path;
        _lock = held;
    }

    public string Path { get; }

    /// <exception cref="IOException">The folder cannot be used, or another agent uses it.</exception>
    public static SpoolFolder Open(string path)
    {
        Directory.CreateDirectory(path);
        try
        {
            return new SpoolFolder(path, new FileStream(System.IO.Path.Combine(path, LockFile), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None));
        }
        catch (IOException error) when (error is not (DirectoryNotFoundException or PathTooLongException))
        {
            throw new IOException($"The folder '{path}' is in use by another agent, or cannot be written: give each agent a Data folder of its own. ({error.Message})", error);
        }
    }

    /// <summary>What the spool was when it was last used; null where it is new or cannot be told.</summary>
    public SpoolIdentity? ReadIdentity()
    {
        var path = System.IO.Path.Combine(Path, IdentityFile);
        try
        {
            return File.Exists(path) ? JsonSerializer.Deserialize(File.ReadAllBytes(path), SpoolJson.Default.SpoolIdentity) : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    /// <exception cref="IOException">The disk refused; what was written before still stands.</exception>
    public void WriteIdentity(SpoolIdentity identity)
    {
        var path = System.IO.Path.Combine(Path, IdentityFile);
        File.WriteAllBytes(path + ".new", JsonSerializer.SerializeToUtf8Bytes(identity, SpoolJson.Default.SpoolIdentity));
        File.Move(path + ".new", path, overwrite: true);
    }

    public void Dispose() => _lock.Dispose();
}
