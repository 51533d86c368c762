using Absorber.ConsoleClient.Views;
using Absorber.ConsoleServer.Auth;
using Absorber.ConsoleServer.History;
using Absorber.Contracts;

namespace Absorber.ConsoleServer.Api;

/// <summary><c>GET /api/absorbers/{id}/points?from=&amp;to=&amp;step=</c>: the points of a chart. Times are Unix milliseconds, the step is in seconds.</summary>
internal static class PointsEndpoint
{
    private const int LongestStep = 3_600;
    private static readonly TimeSpan Default = TimeSpan.FromMinutes(15);

    public static IEndpointRouteBuilder MapPoints(this IEndpointRouteBuilder endpoints)
    {
        endpoints.MapGet("/api/absorbers/{id:int}/points", ReadAsync).RequireAuthorization(Policies.Viewer);
        return endpoints;
    }

    private static async Task<IResult> ReadAsync(int id, string? from, string? to, string? step, IFleet fleet, IHistory history, TimeProvider time, CancellationToken cancellation)
    {
        if (fleet.Find(id) is null)
            return Results.Problem($"There is no absorber {id}. The page / lists them all.", statusCode: StatusCodes.Status404NotFound, title: "No such absorber");

        var problems = new Dictionary<string, string[]>(StringComparer.Ordinal);
        var now = time.GetUtcNow();
        var until = Moment(to, now, nameof(to), problems);
        var since = Moment(from, until - Default, nameof(from), problems);
        var seconds = Seconds(step, until - since, problems);
        if (problems.Count == 0 && since >= until)
            problems[nameof(from)] = ["Must be before 'to'."];
        if (problems.Count == 0 && (until - since).TotalSeconds / seconds > HistoryReader.MostPoints)
            problems[nameof(step)] = [$"These are more than {HistoryReader.MostPoints} points. Ask for a step of at least {Math.Ceiling((until - since).TotalSeconds / HistoryReader.MostPoints):0} s, or for a shorter time."];
        return problems.Count > 0
            ? Results.ValidationProblem(problems, title: "The points asked for make no sense")
            : Results.Json<IReadOnlyList<SeriesPoint>>(await history.ReadPointsAsync(id, since, until, TimeSpan.FromSeconds(seconds), cancellation));
    }

    private static DateTimeOffset Moment(string? text, DateTimeOffset otherwise, string name, Dictionary<string, string[]> problems)
    {
        if (text is null)
            return otherwise;
        if (long.TryParse(text, System.Globalization.NumberStyles.None, System.Globalization.CultureInfo.InvariantCulture, out var milliseconds) && milliseconds <= DateTimeOffset.MaxValue.ToUnixTimeMilliseconds())
            return DateTimeOffset.FromUnixTimeMilliseconds(milliseconds);
        problems[name] = [$"'{text}' is not a time. Give Unix milliseconds, such as {otherwise.ToUnixTimeMilliseconds()}."];
        return otherwise;
    }

    private static long Seconds(string? text, TimeSpan length, Dictionary<string, string[]> problems)
    {
        var fitting = Math.Clamp((long)Math.Ceiling(length.TotalSeconds / (HistoryReader.MostPoints / 2.0)), 1, LongestStep);
        if (text is null)
            return fitting;
        if (long.TryParse(text, System.Globalization.NumberStyles.None, System.Globalization.CultureInfo.InvariantCulture, out var seconds) && seconds is >= 1 and <= LongestStep)
            return seconds;
        problems["step"] = [$"'{text}' is not a step. Give whole seconds from 1 to {LongestStep}, such as {fitting}."];
        return fitting;
    }
}
