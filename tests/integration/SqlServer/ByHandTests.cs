using System.Text.RegularExpressions;
using Absorber.EmbeddedPostgres;
using Absorber.IntegrationTests.Engines;
using Microsoft.Data.SqlClient;

namespace Absorber.IntegrationTests.SqlServer;

/// <summary>What a DBA does without agent: install, create, print, look, uninstall.</summary>
public sealed partial class ByHandTests
{
    private static readonly string Folder = Path.Combine(ProjectFolder.Find(), "sql", "sqlserver");

    [Fact]
    public async Task Install_TwiceAndUninstall_RefusesWhileRowsWaitAndLeavesNothing()
    {
        await using var bed = await OpenAsync();
        var before = await bed.RowsAsync(bed.Database.Objects);
        await RunFileAsync(bed, "install.sql");
        await bed.RunAsync("EXECUTE ShockAbsorber.[Create] @Object = N'sales.orders', @Buffer = 'disk'");
        await bed.RunAsync("INSERT INTO ShockAbsorber.sales_orders (id, line) VALUES (1, 1)");

        await RunFileAsync(bed, "install.sql");
        var refused = await Assert.ThrowsAsync<SqlException>(() => RunFileAsync(bed, "uninstall.sql"));
        Assert.Equal(1, await bed.DrainAsync());
        await RunFileAsync(bed, "uninstall.sql");

        Assert.Contains("not absorbed", refused.Message, StringComparison.Ordinal);
        Assert.Equal(before, await bed.RowsAsync(bed.Database.Objects));
        Assert.Equal(1, await bed.CountAsync("sales.orders"));
    }

    [Fact]
    public async Task Create_PrintOnly_ReturnsStatementsThatMakeTheAbsorber()
    {
        await using var bed = await OpenAsync();
        await RunFileAsync(bed, "install.sql");
        var before = await bed.RowsAsync(bed.Database.Objects);

        var statements = await bed.RowsAsync("EXECUTE ShockAbsorber.[Create] @Object = N'sales.orders', @Buffer = 'disk', @Print_only = 1");
        var after = await bed.RowsAsync(bed.Database.Objects);
        await bed.RunAsync(statements);
        await bed.RunAsync("INSERT INTO ShockAbsorber.sales_orders (id, line, note) VALUES (1, 1, 'a'), (1, 1, 'b')");

        Assert.Equal(before, after);
        Assert.Equal(2, await bed.DrainAsync());
        Assert.Equal(["1 1 b"], await bed.RowsAsync("SELECT id, line, note FROM sales.orders"));
    }

    [Fact]
    public async Task Create_TheSeedsCall_MakesAnAbsorber()
    {
        await using var bed = await OpenAsync();
        await RunFileAsync(bed, "install.sql");

        await bed.RunAsync("""
            EXECUTE ShockAbsorber.[Create] @Object = N'sales.orders', @ShockAbsorber_schema = N'ShockAbsorber', @Persisted = 1,
                @Interval_seconds = 2, @Interval_rows = 1000, @Drop_existing = 1, @Maxdop = 4, @HashBuckets = NULL
            """);

        var settings = Assert.Single(await bed.Engine.Absorbers.ReadAsync(bed.Database.Name, Bed.Cancellation)).Settings;
        Assert.Equal((1000, TimeSpan.FromSeconds(2), 4), (settings.BatchSize, settings.Interval, settings.MaxDop));
    }

    [Fact]
    public async Task Status_RowsWait_TellsHowMany()
    {
        await using var bed = await OpenAsync();
        await bed.CreateAsync("sales", "orders");
        await bed.InsertAsync(1, 5);

        await using var command = bed.Database.Source.CreateCommand("EXECUTE ShockAbsorber.[Status] @Object = N'sales.orders'");
        await using var reader = await command.ExecuteReaderAsync(Bed.Cancellation);

        Assert.True(await reader.ReadAsync(Bed.Cancellation));
        Assert.Equal(("sales", "orders"), (reader["Target_schema"], reader["Target_name"]));
        Assert.Equal((5L, 0L, 5L), (reader["Issued"], reader["Absorbed"], reader["Depth"]));
    }

    private static async Task<Bed> OpenAsync() =>
        await Bed.OpenAsync(await TestServers.CreateSqlServerDatabaseAsync(ServerKind.SqlServer, Bed.Cancellation), Bed.Orders);

    /// <summary>Runs a script as sqlcmd does: batch after batch on one connection.</summary>
    private static async Task RunFileAsync(Bed bed, string file)
    {
        var script = await File.ReadAllTextAsync(Path.Combine(Folder, file), Bed.Cancellation);
        await using var session = await bed.OpenSessionAsync();
        foreach (var batch in Separator().Split(script).Where(batch => !string.IsNullOrWhiteSpace(batch)))
            await session.RunAsync(batch);
    }

    [GeneratedRegex(@"^GO\r?$", RegexOptions.Multiline | RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 5000)]
    private static partial Regex Separator();
}
