using System.Globalization;
using Absorber.EmbeddedPostgres;
using Npgsql;

namespace Absorber.IntegrationTests.EmbeddedPostgres;

public sealed class EmbeddedServerStartTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(RootStrategy.UserNamespace)]
    [InlineData(RootStrategy.OtherUser)]
    public async Task Start_RootInAFolderThatOnlyRootMayEnter_Runs(RootStrategy strategy)
    {
        Assert.SkipUnless(!OperatingSystem.IsWindows() && Environment.IsPrivilegedProcess, "Only root has to become somebody else.");
        var closed = Directory.CreateTempSubdirectory("absorber-test-").FullName;
        var folder = Path.Combine(closed, "server");
        var options = new EmbeddedServerOptions { Folder = folder, Durable = false, AsRoot = strategy };
        try
        {
            await using (var server = await EmbeddedServer.StartAsync(options, cancellation: Cancellation))
                Assert.Equal(1, await QueryAsync(server, "SELECT 1"));
            await using (var again = await EmbeddedServer.StartAsync(options, cancellation: Cancellation))
                Assert.Equal(2, await QueryAsync(again, "SELECT 2"));
        }
        catch (EmbeddedServerException e) when (strategy is RootStrategy.UserNamespace && e.Message.Contains("no user namespace", StringComparison.Ordinal))
        {
            Assert.Skip(e.Message);
        }
        finally
        {
            await EmbeddedServer.RemoveAsync(options, CancellationToken.None);
            Directory.Delete(closed, recursive: true);
        }
    }

    [Fact]
    public async Task StartAgain_PidFileNamesAnotherProcess_IsNotTakenForAServer()
    {
        var folder = Directory.CreateTempSubdirectory("absorber-test-").FullName;
        try
        {
            await using var server = await EmbeddedServer.StartAsync(new EmbeddedServerOptions { Folder = folder, Durable = false }, cancellation: Cancellation);
            var pidFile = Path.Combine(folder, "data", "postmaster.pid");
            var text = await File.ReadAllTextAsync(pidFile, Cancellation);
            await server.KillAsync(Cancellation);

            // As if the number had been given to somebody else since: to us.
            var own = Environment.ProcessId.ToString(CultureInfo.InvariantCulture);
            await File.WriteAllTextAsync(pidFile, own + text[text.IndexOf('\n', StringComparison.Ordinal)..], Cancellation);
            await server.StartAgainAsync(Cancellation);

            Assert.Equal(3, await QueryAsync(server, "SELECT 3"));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static async Task<int> QueryAsync(EmbeddedServer server, string sql)
    {
        await using var connection = new NpgsqlConnection(server.ConnectionString("postgres") + ";Pooling=false");
        await connection.OpenAsync(Cancellation);
        await using var command = new NpgsqlCommand(sql, connection);
        return (int)(await command.ExecuteScalarAsync(Cancellation))!;
    }
}
