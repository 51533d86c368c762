using Absorber.EmbeddedPostgres;
using Absorber.Testing.Databases;

namespace Absorber.IntegrationTests.EmbeddedPostgres;

public sealed class EmbeddedServerTests(PostgresServers servers)
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory]
    [EachPostgres]
    public async Task CreateDatabase_OnEachVersion_IsThatVersion(PostgresVersion version)
    {
        await using var database = await servers.CreateDatabaseAsync(version, Cancellation);

        var major = await database.QueryAsync<string>("SHOW server_version_num", Cancellation);

        Assert.StartsWith(version is PostgresVersion.V15 ? "15" : "18", major, StringComparison.Ordinal);
    }

    [Theory]
    [EachPostgres]
    public async Task Kill_ThenStartAgain_KeepsWhatWasCommitted(PostgresVersion version)
    {
        await using var server = await servers.StartPrivateAsync(version, Cancellation);
        await using var database = await servers.CreateDatabaseOnAsync(server, Cancellation);
        await database.ExecuteAsync("CREATE TABLE kept (id int PRIMARY KEY); INSERT INTO kept VALUES (42)", Cancellation);
        var port = server.Port;

        await server.KillAsync(Cancellation);
        await Assert.ThrowsAnyAsync<Npgsql.NpgsqlException>(() => database.ExecuteAsync("SELECT 1", Cancellation));
        await server.StartAgainAsync(Cancellation);

        Assert.Equal(port, server.Port);
        Assert.Equal(42, await database.QueryAsync<int>("SELECT id FROM kept", Cancellation));
    }
}
