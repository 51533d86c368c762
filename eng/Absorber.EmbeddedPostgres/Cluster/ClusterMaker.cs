using System.Security.Cryptography;
using Absorber.EmbeddedPostgres.Binaries;
using Absorber.EmbeddedPostgres.Launching;

namespace Absorber.EmbeddedPostgres.Cluster;

/// <summary>Makes the data folder of a new server.</summary>
internal static class ClusterMaker
{
    public static async Task MakeAsync(
        ServerFolder folder, PostgresBinaries binaries, Launcher launcher, bool durable, CancellationToken cancellation)
    {
        if (Directory.Exists(folder.NewData))
            Directory.Delete(folder.NewData, recursive: true);
        if (Directory.Exists(folder.Data))
            throw new EmbeddedServerException($"{folder.Data} is there but holds no PostgreSQL data: move it away.");

        folder.WritePassword(Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(24)));
        if (launcher.RunsAs is { } account)
            await ReachableCopy.GiveAsync(folder.Root, account, cancellation);

        List<string> arguments =
        [
            "-D", folder.NewData,
            "-U", ServerFolder.Superuser,
            $"--pwfile={folder.PasswordFile}",
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale=C",
        ];
        if (!durable)
            arguments.Add("--no-sync");

        var made = await launcher.RunAsync(binaries.InitDb, arguments, cancellation);
        if (!made.Succeeded)
            throw FailureText.Explain($"initdb could not make {folder.Data}", made.Output);

        await File.AppendAllTextAsync(
            Path.Combine(folder.NewData, "postgresql.conf"),
            $"{Environment.NewLine}include '{Path.GetFileName(folder.Configuration)}'{Environment.NewLine}",
            cancellation);
        Directory.Move(folder.NewData, folder.Data);
    }
}
