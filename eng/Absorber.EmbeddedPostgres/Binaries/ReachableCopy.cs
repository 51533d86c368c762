using Absorber.EmbeddedPostgres.Launching;

namespace Absorber.EmbeddedPostgres.Binaries;

/// <summary>
/// For a server that runs as another user: data where that user may write, and programs where it may read them. A clone in
/// root's home offers neither, so both go to a folder of our own under /var/tmp.
/// </summary>
internal static class ReachableCopy
{
    public static string FolderFor(string folder)
    {
        var hash = System.Security.Cryptography.SHA256.HashData(System.Text.Encoding.UTF8.GetBytes(Path.GetFullPath(folder)));
        return Path.Combine("/var/tmp", $"shock-absorber-{Convert.ToHexStringLower(hash.AsSpan(0, 6))}");
    }

    /// <summary>Makes the folder that data moves to, and refuses one that somebody else put there.</summary>
    public static async Task MakeAsync(string folder, Launcher launcher, Account account, CancellationToken cancellation)
    {
        var isOld = Directory.Exists(folder) || new DirectoryInfo(folder).LinkTarget is not null;
        if (isOld && !await IsOursAsync(folder, launcher, cancellation))
            throw new EmbeddedServerException($"{folder} was not made by us: remove it.");

        if (!isOld && !OperatingSystem.IsWindows())
            Directory.CreateDirectory(folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        await GiveAsync(folder, account, cancellation);
    }

    /// <summary>Makes everything in a folder the account's own.</summary>
    public static async Task GiveAsync(string folder, Account account, CancellationToken cancellation)
    {
        var owned = await Tool.RunAsync("chown", ["-R", "-h", $"{account.User}:{account.Group}", folder], cancellation);
        if (!owned.Succeeded)
            throw new EmbeddedServerException($"Could not give {folder} to user {account.Name}: {owned.LastLines()}");
    }

    private static async Task<bool> IsOursAsync(string folder, Launcher launcher, CancellationToken cancellation) =>
        new DirectoryInfo(folder).LinkTarget is null
        && (await launcher.RunAsync("test", ["-O", folder], cancellation)).Succeeded;

    public static async Task<PostgresBinaries> CopyAsync(PostgresBinaries binaries, string folder, CancellationToken cancellation)
    {
        var source = Path.GetDirectoryName(binaries.BinFolder)!;
        var target = Path.Combine(folder, "programs");
        var copied = await Tool.RunAsync("cp", ["-R", "-P", "-p", source + "/.", Directory.CreateDirectory(target).FullName], cancellation);
        return copied.Succeeded
            ? new PostgresBinaries(Path.Combine(target, Path.GetFileName(binaries.BinFolder)))
            : throw new EmbeddedServerException($"Could not copy PostgreSQL from {source} to {target}: {copied.LastLines()}");
    }
}
