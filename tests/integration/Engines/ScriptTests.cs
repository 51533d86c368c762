using System.Text.RegularExpressions;
using Absorber.Testing.SqlServer;
using Microsoft.Data.SqlClient;

namespace Absorber.IntegrationTests.Engines;

/// <summary>What the framework writes on a live server for awkward tables is what the unit tests parse, check and approve.</summary>
public sealed partial class ScriptTests
{
    [Theory]
    [InlineData(ServerKind.SqlServer)]
    [InlineData(ServerKind.SqlServerInMemory)]
    public async Task Create_PrintOnly_WritesWhatTheTemplatesSay(ServerKind kind)
    {
        var cancellation = TestContext.Current.CancellationToken;
        await using var database = await TestServers.CreateSqlServerDatabaseAsync(kind, cancellation);
        await using var connection = (SqlConnection)database.CreateConnection();
        await connection.OpenAsync(cancellation);
        foreach (var batch in FrameworkScripts.Batches(FrameworkScripts.Read("install.sql")))
            await RunAsync(connection, batch);
        var options = await ReadCapabilitiesAsync(connection);

        var compared = new List<string>();
        var differences = new List<string>();
        foreach (var shape in TargetShapes.All)
        {
            if (!await TryCreateAsync(connection, shape))
                continue;
            var expected = AbsorberScript.Statements(shape, options with { InMemory = options.InMemory && shape.InMemory });
            var written = await PrintAsync(connection, shape);
            differences.AddRange(Differences(expected, written).Select(d => $"{shape.Name}: {d}"));
            compared.Add(shape.Name);
        }

        Assert.Empty(differences);
        Assert.True(compared.Count >= 15, $"Only {compared.Count} tables could be made: {string.Join(", ", compared)}.");
    }

    /// <summary>Makes the target; false where the server lacks what it needs, or cannot quote its names.</summary>
    private static async Task<bool> TryCreateAsync(SqlConnection connection, TargetShape shape)
    {
        try
        {
            foreach (var batch in shape.CreateBatches())
                await RunAsync(connection, batch);
        }
        catch (SqlException)
        {
            return false;
        }

        await using var command = new SqlCommand("SELECT Obstacles FROM ShockAbsorber.Eligibility WHERE Schema_name = @schema AND Table_name = @table", connection);
        command.Parameters.AddWithValue("@schema", shape.Schema);
        command.Parameters.AddWithValue("@table", shape.Table);
        return await command.ExecuteScalarAsync(TestContext.Current.CancellationToken) is "";
    }

    private static async Task<ScriptOptions> ReadCapabilitiesAsync(SqlConnection connection)
    {
        await using var command = new SqlCommand(
            """
            DECLARE @merge bit, @waitfor bit, @escalation bit, @options nvarchar(200), @obstacles nvarchar(4000);
            EXECUTE ShockAbsorber.Capabilities @Has_merge = @merge OUTPUT, @Has_waitfor = @waitfor OUTPUT, @Has_lock_escalation = @escalation OUTPUT,
                @Index_options = @options OUTPUT, @Memory_obstacles = @obstacles OUTPUT;
            SELECT @merge AS Merges, @waitfor AS Waits, @escalation AS Escalates, @options AS Options, @obstacles AS Obstacles;
            """, connection);
        await using var reader = await command.ExecuteReaderAsync(TestContext.Current.CancellationToken);
        Assert.True(await reader.ReadAsync(TestContext.Current.CancellationToken));
        return new ScriptOptions(
            InMemory: reader.GetString(4).Length == 0, Merge: reader.GetBoolean(0), HasWaitfor: reader.GetBoolean(1), HasLockEscalation: reader.GetBoolean(2),
            IndexOptions: reader.GetString(3));
    }

    private static async Task<List<string>> PrintAsync(SqlConnection connection, TargetShape shape)
    {
        await using var command = new SqlCommand("EXECUTE ShockAbsorber.[Create] @Object = @object, @Print_only = 1", connection);
        command.Parameters.AddWithValue("@object", $"{TemplateFiller.Quote(shape.Schema)}.{TemplateFiller.Quote(shape.Table)}");
        await using var reader = await command.ExecuteReaderAsync(TestContext.Current.CancellationToken);
        var statements = new List<string>();
        while (await reader.ReadAsync(TestContext.Current.CancellationToken))
            statements.Add(reader.GetString(0));
        return statements;
    }

    private static IEnumerable<string> Differences(IEnumerable<string> expected, IEnumerable<string> written)
    {
        var (ours, theirs) = (Lines(expected), Lines(written));
        return ours.Zip(theirs).Where(l => l.First != l.Second).Select(l => $"{l.First} | {l.Second}")
            .Concat(ours.Count == theirs.Count ? [] : [$"{ours.Count} lines | {theirs.Count} lines"]);
    }

    private static List<string> Lines(IEnumerable<string> statements) => [.. statements.SelectMany(s => Normalized(s).Split('\n'))];

    private static async Task RunAsync(SqlConnection connection, string sql)
    {
        await using var command = new SqlCommand(sql, connection) { CommandTimeout = 120 };
        await command.ExecuteNonQueryAsync(TestContext.Current.CancellationToken);
    }

    /// <summary>Servers of other makes fold names to lower case, have collations of their own, and write defaults in their own way.</summary>
    private static string Normalized(string statement) => Unlike().Replace(statement, "").ToUpperInvariant();

    [GeneratedRegex(@" COLLATE \w+|(?<=[0-9])\.00(?=,)| DEFAULT [^\n]*(?=[,\n])", RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture, 5000)]
    private static partial Regex Unlike();
}
