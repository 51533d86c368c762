using Xunit;

namespace Absorber.Testing.Databases;

/// <summary>Where the programs of a version are, and whether tests may do without.</summary>
internal static class PostgresPrograms
{
    private const string SystemFolder = "/usr/lib/postgresql/15/bin";

    /// <summary>Whether a missing server fails tests instead of skipping them.</summary>
    public static bool IsRequired => Environment.GetEnvironmentVariable("CI") == "true";

    /// <summary>The bin folder of a version, null for the embedded one. Skips the running test where the version is not installed.</summary>
    public static string? BinFolder(PostgresVersion version)
    {
        if (version is PostgresVersion.V18)
            return null;

        if (!File.Exists(Path.Combine(SystemFolder, "postgres")))
            Assert.Skip($"PostgreSQL 15 is not installed in {SystemFolder}: on Debian 12, apt-get install postgresql-15.");
        return SystemFolder;
    }
}
