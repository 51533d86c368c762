using System.Net;
using System.Net.Http.Json;
using Absorber.ConsoleServer.History;
using Absorber.ConsoleServer.Series;
using Absorber.Contracts;
using Absorber.Testing.Databases;
using static Absorber.IntegrationTests.ConsoleServer.FakeAgent;

namespace Absorber.IntegrationTests.ConsoleServer;

public sealed class PointsTests(PostgresServers servers)
{
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public async Task ReadAsync_SamplesOfTenMinutes_TheStoreReckonsAsMemoryDoes(int seed)
    {
        await using var database = await servers.CreateDatabaseAsync();
        await using var console = await RunningConsole.StartAsync(database.ConnectionString);
        await using var agent = await RegisterAsync(console);
        var samples = Stream(new Random(seed));
        await agent.SendAsync(1, samples);

        var series = new AbsorberSeries();
        Array.ForEach(samples, series.Add);
        var remembered = series.Between(samples[0].At, samples[^1].At.AddSeconds(1)).Select(bucket => bucket.ToPoint() with { RollingOutPerSecond = null }).ToList();
        var first = samples[0].At.ToUnixTimeSeconds();
        var stored = await console.Get<PointReader>().ReadAsync(1, first, first + 900, 1, CancellationToken.None);

        Assert.Equal(remembered, stored.Select(point => point with { RollingOutPerSecond = null }));
    }

    [Fact]
    public async Task Get_OlderThanMemory_ComesFromTheStoreInTheStepAskedFor()
    {
        await using var database = await servers.CreateDatabaseAsync();
        await using var console = await RunningConsole.StartAsync(database.ConnectionString);
        await using var agent = await RegisterAsync(console);
        var hourAgo = new DateTimeOffset((TimeProvider.System.GetUtcNow().UtcTicks / TimeSpan.TicksPerHour * TimeSpan.TicksPerHour) - TimeSpan.TicksPerHour, TimeSpan.Zero);
        await agent.SendAsync(1, [.. Enumerable.Range(0, 601).Select(i => Sample(hourAgo.AddSeconds(i), issued: 1_000 * (i + 1)))]);

        var points = await console.Http.GetFromJsonAsync<List<SeriesPoint>>($"/api/absorbers/1/points?from={hourAgo.ToUnixTimeMilliseconds()}&to={hourAgo.AddMinutes(10).ToUnixTimeMilliseconds()}&step=60");

        Assert.Equal(Enumerable.Range(0, 11).Select(i => hourAgo.AddMinutes(i).ToUnixTimeMilliseconds()), points!.Select(point => point.Time));
        Assert.All(points!.Take(10), point => Assert.Equal(1_000, point.InPerSecond!.Value, 0.1));
        Assert.All(points!.Take(10), point => Assert.Equal(10, point.OutPerSecond!.Value, 0.1));
        Assert.Equal(60, points![3].Batches);
    }

    [Fact]
    public async Task Get_LastMinutes_HasWhatHasJustBeenSentAndNothingWhereNothingWas()
    {
        await using var database = await servers.CreateDatabaseAsync();
        await using var console = await RunningConsole.StartAsync(database.ConnectionString);
        await using var agent = await RegisterAsync(console);
        var now = TimeProvider.System.GetUtcNow();
        await agent.SendAsync(1, Sample(now.AddSeconds(-20), 1), Sample(now.AddSeconds(-5), 2));

        var points = await console.Http.GetFromJsonAsync<List<SeriesPoint>>("/api/absorbers/1/points");

        Assert.Equal([now.AddSeconds(-20).ToUnixTimeSeconds(), now.AddSeconds(-5).ToUnixTimeSeconds()], points!.Select(point => point.Time / 1000));
    }

    [Theory]
    [InlineData("?from=yesterday", "from")]
    [InlineData("?to=-5", "to")]
    [InlineData("?step=0", "step")]
    [InlineData("?step=1.5", "step")]
    [InlineData("?from=1000&to=1000", "from")]
    [InlineData("?from=0&step=1", "step")]
    [InlineData("?from=999999999999999999", "from")]
    public async Task Get_BadInput_SaysWhatWouldBeRight(string query, string field)
    {
        await using var database = await servers.CreateDatabaseAsync();
        await using var console = await RunningConsole.StartAsync(database.ConnectionString);
        await using var agent = await RegisterAsync(console);

        var response = await console.Http.GetAsync("/api/absorbers/1/points" + query);

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Equal("application/problem+json", response.Content.Headers.ContentType?.MediaType);
        Assert.Contains($"\"{field}\":[", await response.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }

    private static Sample[] Stream(Random random)
    {
        var at = TimeProvider.System.GetUtcNow().AddMinutes(-11);
        at = at.AddTicks(-(at.Ticks % TimeSpan.TicksPerMillisecond));
        var issued = 1_000L;
        var samples = new List<Sample>();
        for (var i = 0; i < 500; i++)
        {
            at = at.AddMilliseconds(random.Next(100) == 0 ? random.Next(20_000, 70_000) : random.Next(1, 1_300));
            issued = random.Next(80) == 0 ? 5 : issued + random.Next(1, 3_000);
            if (at > TimeProvider.System.GetUtcNow())
                break;
            samples.Add(Sample(at, issued, (SampleKind)(random.Next(10) == 0 ? 1 : 0)) with { Picked = random.Next(1, 2_000), Depth = random.Next(100), LagSeconds = random.Next(100) });
        }
        return [.. samples];
    }
}
