using Absorber.Testing.Databases;

[assembly: AssemblyFixture(typeof(PostgresServers))]
