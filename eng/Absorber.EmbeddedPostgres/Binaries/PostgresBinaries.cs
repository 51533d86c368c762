namespace Absorber.EmbeddedPostgres.Binaries;

/// <summary>PostgreSQL's programs on this machine.</summary>
internal sealed record PostgresBinaries(string BinFolder)
{
    private static readonly string Suffix = OperatingSystem.IsWindows() ? ".exe" : "";

    public string InitDb => Program("initdb");

    public string PgCtl => Program("pg_ctl");

    public string Postgres => Program("postgres");

    /// <summary>The programs in a given folder, or those of the npm package.</summary>
    public static PostgresBinaries Find(string? binFolder)
    {
        if (binFolder is null)
            return NpmPackage.Prepare(ProjectFolder.Find());

        var binaries = new PostgresBinaries(Path.GetFullPath(binFolder));
        foreach (var program in (string[])[binaries.InitDb, binaries.PgCtl, binaries.Postgres])
        {
            if (!File.Exists(program))
                throw new EmbeddedServerException($"No {program}: give the bin folder of a PostgreSQL server, such as /usr/lib/postgresql/15/bin.");
        }

        return binaries;
    }

    private string Program(string name) => Path.Combine(BinFolder, name + Suffix);
}
