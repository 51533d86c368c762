using System.Globalization;

namespace Absorber.EmbeddedPostgres.Launching;

/// <summary>Starts PostgreSQL's programs as somebody whom they accept: as ourselves, unless we are root.</summary>
/// <param name="Prefix">The command that the program's own command line is appended to; empty to run it as it is.</param>
/// <param name="RunsAs">The user whom data and programs must be readable for; null where that is ourselves.</param>
internal sealed record Launcher(IReadOnlyList<string> Prefix, Account? RunsAs)
{
    private static readonly Launcher Ourselves = new([], null);

    public static async Task<Launcher> FindAsync(RootStrategy strategy, string folder, string program, CancellationToken cancellation)
    {
        if (OperatingSystem.IsWindows() || !Environment.IsPrivilegedProcess)
            return Ourselves;

        var account = Account.FindUnprivileged();
        if (strategy is not RootStrategy.OtherUser)
        {
            var inNamespace = UserNamespace(account);
            if (await inNamespace.ReachesAsync(folder, program, cancellation))
                return inNamespace;

            if (strategy is RootStrategy.UserNamespace)
                throw new EmbeddedServerException("PostgreSQL refuses to run as root and this system allows no user namespace (unshare --user): run this as an ordinary user.");
        }

        foreach (var prefix in OtherUserCommands(account))
        {
            if ((await Tool.RunAsync(prefix[0], [.. prefix.Skip(1), "true"], cancellation)).Succeeded)
                return new Launcher(prefix, account);
        }

        throw new EmbeddedServerException("PostgreSQL refuses to run as root, and none of unshare, setpriv, runuser and sudo can start it as another user here: run this as an ordinary user.");
    }

    public Task<ToolResult> RunAsync(string program, IEnumerable<string> arguments, CancellationToken cancellation) => Prefix is []
        ? Tool.RunAsync(program, arguments, cancellation)
        : Tool.RunAsync(Prefix[0], [.. Prefix.Skip(1), program, .. arguments], cancellation);

    /// <summary>Whether the program can be run and the folder written to by whom we start it as.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="program">A program that loads libraries of its own package.</param>
    /// <param name="cancellation">Stops looking.</param>
    public async Task<bool> ReachesAsync(string folder, string program, CancellationToken cancellation)
    {
        // Being able to start a program does not mean much: setpriv still has root's rights when it does so, and loses them then.
        var access = await RunAsync("test", ["-O", folder, "-a", "-w", folder, "-a", "-x", folder, "-a", "-r", program], cancellation);
        return access.Succeeded && (await RunAsync(program, ["--version"], cancellation)).Succeeded;
    }

    private static Launcher UserNamespace(Account account) => new(
        ["unshare", "--user", $"--map-user={Number(account.User)}", $"--map-group={Number(account.Group)}", "--"],
        null);

    private static IEnumerable<string[]> OtherUserCommands(Account account) =>
    [
        ["setpriv", $"--reuid={Number(account.User)}", $"--regid={Number(account.Group)}", "--clear-groups", "--"],
        ["runuser", "-u", account.Name, "--"],
        ["sudo", "-n", "-u", account.Name, "--"],
    ];

    private static string Number(int number) => number.ToString(CultureInfo.InvariantCulture);
}
