namespace Absorber.Testing.Databases;

/// <summary>The PostgreSQL versions that tests run on.</summary>
public enum PostgresVersion
{
    /// <summary>The system's own, oldest supported one; tests are skipped where it is not installed.</summary>
    V15,

    /// <summary>The embedded one.</summary>
    V18,
}
