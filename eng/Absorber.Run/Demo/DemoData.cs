using Absorber.EmbeddedPostgres;

namespace Absorber.Run.Demo;

/// <summary>What demos leave behind.</summary>
internal static class DemoData
{
    /// <summary>Removes databases, spool and logs. Nothing may run any more.</summary>
    public static async Task RemoveAsync(string folder)
    {
        await EmbeddedServer.RemoveAsync(new EmbeddedServerOptions { Folder = Path.Combine(folder, "postgres") });
        var spool = Path.Combine(folder, "agent");
        if (Directory.Exists(spool))
            Directory.Delete(spool, recursive: true);
    }
}
