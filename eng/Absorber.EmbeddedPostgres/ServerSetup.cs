using Absorber.EmbeddedPostgres.Binaries;
using Absorber.EmbeddedPostgres.Cluster;
using Absorber.EmbeddedPostgres.Launching;

namespace Absorber.EmbeddedPostgres;

/// <summary>Everything that comes before the start: programs, folder, lock, cleaning up after a killed owner.</summary>
internal static class ServerSetup
{
    /// <summary>Takes hold of a server's folder. The server does not run then, and may not exist yet.</summary>
    public static async Task<EmbeddedServer> ClaimAsync(EmbeddedServerOptions options, CancellationToken cancellation)
    {
        var binaries = PostgresBinaries.Find(options.BinFolder);
        var folder = new ServerFolder(Path.GetFullPath(options.Folder));
        Directory.CreateDirectory(folder.Root);

        var launcher = await Launcher.FindAsync(options.AsRoot, folder.Root, binaries.InitDb, cancellation);
        if (launcher.RunsAs is { } account)
            (folder, binaries) = await ReachAsync(folder, binaries, launcher, account, cancellation);

        var @lock = FolderLock.TryTake(folder.Root)
            ?? throw new EmbeddedServerException($"The server in {folder.Root} is in use by another process: stop that one first.");
        var server = EmbeddedServer.Over(options, folder, binaries, launcher, @lock);
        try
        {
            // A server that a killed process left behind.
            await server.StopAsync(cancellation);
            return server;
        }
        catch
        {
            @lock.Dispose();
            throw;
        }
    }

    private static async Task<(ServerFolder Folder, PostgresBinaries Binaries)> ReachAsync(
        ServerFolder folder, PostgresBinaries binaries, Launcher launcher, Account account, CancellationToken cancellation)
    {
        var canEnter = (await launcher.RunAsync("test", ["-x", folder.Root], cancellation)).Succeeded;
        if (canEnter)
        {
            await ReachableCopy.GiveAsync(folder.Root, account, cancellation);
        }
        else
        {
            folder = new ServerFolder(ReachableCopy.FolderFor(folder.Root));
            await ReachableCopy.MakeAsync(folder.Root, launcher, account, cancellation);
        }

        if (!await launcher.ReachesAsync(folder.Root, binaries.InitDb, cancellation))
            binaries = await ReachableCopy.CopyAsync(binaries, folder.Root, cancellation);

        return (folder, binaries);
    }
}
