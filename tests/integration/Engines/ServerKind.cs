namespace Absorber.IntegrationTests.Engines;

/// <summary>The kinds of server that engine-neutral tests run on.</summary>
public enum ServerKind
{
    PostgreSql15,
    PostgreSql18,

    /// <summary>What <c>ABSORBER_TEST_SQLSERVER</c> names, with buffers on disk.</summary>
    SqlServer,

    /// <summary>The same server with memory-optimized buffers, where it has In-Memory OLTP.</summary>
    SqlServerInMemory,
}
