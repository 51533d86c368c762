using System.Net;
using System.Net.Sockets;
using Absorber.EmbeddedPostgres;

namespace Absorber.IntegrationTests.EmbeddedPostgres;

public sealed class EmbeddedServerErrorTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("absorber-test-").FullName;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task Start_PortInUse_SaysWhichAndWhatToDo()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var port = ((IPEndPoint)listener.LocalEndpoint).Port;

        var error = await FailAsync(new EmbeddedServerOptions { Folder = _folder, Port = port, Durable = false });

        Assert.Equal($"Port {port} for PostgreSQL is in use. Choose another one, or stop what listens there.", error.Message);
    }

    [Fact]
    public async Task Start_FolderInUse_SaysSo()
    {
        await using var first = await EmbeddedServer.StartAsync(new EmbeddedServerOptions { Folder = _folder, Durable = false }, cancellation: Cancellation);

        var error = await FailAsync(new EmbeddedServerOptions { Folder = _folder });

        Assert.Contains("is in use by another process", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Start_BinFolderWithoutPrograms_SaysWhatToGive()
    {
        var error = await FailAsync(new EmbeddedServerOptions { Folder = _folder, BinFolder = _folder });

        Assert.Contains("give the bin folder of a PostgreSQL server", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Start_DataFolderHoldsSomethingElse_LeavesItAlone()
    {
        Directory.CreateDirectory(Path.Combine(_folder, "data"));
        await File.WriteAllTextAsync(Path.Combine(_folder, "data", "precious.txt"), "mine", Cancellation);

        var error = await FailAsync(new EmbeddedServerOptions { Folder = _folder });

        Assert.Contains("holds no PostgreSQL data", error.Message, StringComparison.Ordinal);
        Assert.True(File.Exists(Path.Combine(_folder, "data", "precious.txt")));
    }

    [Fact]
    public async Task Start_SettingThatTheServerRefuses_CarriesItsWords()
    {
        var settings = new Dictionary<string, string>(StringComparer.Ordinal) { ["wal_level"] = "nonsense" };

        var error = await FailAsync(new EmbeddedServerOptions { Folder = _folder, Durable = false, Settings = settings });

        Assert.Contains("wal_level", error.Message, StringComparison.Ordinal);
    }

    private static Task<EmbeddedServerException> FailAsync(EmbeddedServerOptions options) =>
        Assert.ThrowsAsync<EmbeddedServerException>(() => EmbeddedServer.StartAsync(options, cancellation: Cancellation));
}
