namespace Absorber.EmbeddedPostgres.Cluster;

/// <summary>Where the parts of a private server are.</summary>
internal sealed record ServerFolder(string Root)
{
    private const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    /// <summary>The name of the server's only login.</summary>
    public const string Superuser = "postgres";

    public string Data => Path.Combine(Root, "data");

    /// <summary>Where initdb works; renamed to <see cref="Data"/> when it is complete, so that a killed initdb leaves no half cluster.</summary>
    public string NewData => Path.Combine(Root, "data.new");

    public string Configuration => Path.Combine(Data, "private.conf");

    public string PasswordFile => Path.Combine(Root, "password");

    public string Log => Path.Combine(Root, "server.log");

    public bool HasCluster => File.Exists(Path.Combine(Data, "PG_VERSION"));

    public string ReadPassword() => File.ReadAllText(PasswordFile).Trim();

    public void WritePassword(string password)
    {
        var options = new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = OwnerOnly;

        using var writer = new StreamWriter(PasswordFile, options);
        writer.WriteLine(password);
    }
}
