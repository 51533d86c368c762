using System.Net;
using System.Net.Sockets;
using Absorber.ConsoleServer.Configuration;
using Absorber.ConsoleServer.Store;
using Absorber.ConsoleServer.Store.Samples;
using Absorber.Testing.Databases;
using Microsoft.EntityFrameworkCore;
using Npgsql;

namespace Absorber.IntegrationTests.ConsoleServer;

public sealed class StoreStartTests(PostgresServers servers)
{
    [Theory]
    [EachPostgres]
    public async Task Start_DatabaseIsMissing_IsMadeAndUsedAgainTheNextTime(PostgresVersion version)
    {
        await using var database = await servers.CreateDatabaseAsync(version);
        var store = new NpgsqlConnectionStringBuilder(database.ConnectionString) { Database = $"{database.Name}_store" }.ConnectionString;

        for (var i = 0; i < 2; i++)
        {
            await using var console = await RunningConsole.StartAsync(store);
            Assert.Equal(HttpStatusCode.OK, (await console.Http.GetAsync("/health/ready")).StatusCode);
            await using var context = await console.Get<IDbContextFactory<StoreContext>>().CreateDbContextAsync();
            Assert.False(context.Database.HasPendingModelChanges());
        }
    }

    [Fact]
    public async Task Start_StoreIsAway_SaysSoInOneLine()
    {
        var error = await Assert.ThrowsAsync<StartupException>(() => RunningConsole.StartAsync($"Host=127.0.0.1;Port={FreePort()};Database=x;Username=y"));

        Assert.Contains("cannot be reached", Assert.Single(error.Problems), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Start_WrongPassword_SaysSoInOneLine()
    {
        await using var database = await servers.CreateDatabaseAsync();
        var store = new NpgsqlConnectionStringBuilder(database.ConnectionString) { Password = "wrong" }.ConnectionString;

        var error = await Assert.ThrowsAsync<StartupException>(() => RunningConsole.StartAsync(store));

        Assert.Contains("refuses the sign-in", Assert.Single(error.Problems), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Start_DatabaseOfANewerConsole_IsRefused()
    {
        await using var database = await servers.CreateDatabaseAsync();
        await (await RunningConsole.StartAsync(database.ConnectionString)).DisposeAsync();
        await database.ExecuteAsync("""INSERT INTO console.migrations VALUES ('29990101000000_Later', '99.0')""");

        var error = await Assert.ThrowsAsync<StartupException>(() => RunningConsole.StartAsync(database.ConnectionString));

        Assert.Contains("newer console", Assert.Single(error.Problems), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Start_PortIsTaken_SaysSoInOneLine()
    {
        await using var database = await servers.CreateDatabaseAsync();
        await using var first = await RunningConsole.StartAsync(database.ConnectionString);

        var error = await Assert.ThrowsAsync<StartupException>(() => RunningConsole.StartAsync(database.ConnectionString, $"--urls={first.Address}"));

        Assert.Contains("another program listens there", Assert.Single(error.Problems), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Prepare_PartitionsPastTheRetention_AreDroppedAndTheRestStays()
    {
        await using var database = await servers.CreateDatabaseAsync();
        await (await RunningConsole.StartAsync(database.ConnectionString)).DisposeAsync();
        await using var connection = await database.Source.OpenConnectionAsync();
        var noon = new DateTimeOffset(2026, 5, 4, 12, 30, 0, TimeSpan.Zero);
        var partitions = new SamplePartitions(TimeSpan.FromHours(25));

        await partitions.PrepareAsync(connection, noon, CancellationToken.None);
        await partitions.PrepareAsync(connection, noon.AddHours(26), CancellationToken.None);

        Assert.Equal(
            "samples_2026050413 samples_2026050414 samples_2026050514 samples_2026050515 samples_2026050516",
            await database.QueryAsync<string>("SELECT string_agg(relname, ' ' ORDER BY relname) FROM pg_class WHERE relname ~ '^samples_[0-9]{10}$'"));
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
