using Microsoft.Playwright;

namespace Absorber.EndToEndTests.Browsing;

/// <summary>
/// Notes what no page of ours may do: errors in the browser's console, requests to another origin, breaches of the
/// Content-Security-Policy, failed requests.
/// </summary>
internal sealed class PageWatch
{
    private const string PolicyScript = """
        document.addEventListener("securitypolicyviolation", e => console.error(`Content-Security-Policy: ${e.violatedDirective} ${e.blockedURI}`));
        """;

    private readonly string _origin;
    private readonly List<string> _complaints = [];
    private readonly List<string> _excused = [];

    private PageWatch(string origin) => _origin = origin;

    /// <summary>What was noted and is not excused.</summary>
    public IReadOnlyList<string> Complaints
    {
        get
        {
            lock (_complaints)
                return [.. _complaints.Where(complaint => !_excused.Exists(words => complaint.Contains(words, StringComparison.Ordinal)))];
        }
    }

    /// <summary>Watches all pages of a context.</summary>
    /// <param name="context">The context, before its first page.</param>
    /// <param name="origin">Where alone its pages may ask for anything, such as <c>http://127.0.0.1:5005</c>.</param>
    public static async Task<PageWatch> OverAsync(IBrowserContext context, string origin)
    {
        var watch = new PageWatch(origin);
        await context.AddInitScriptAsync(PolicyScript);
        context.Console += (_, message) => watch.Note(message.Type == "error", $"console: {message.Text} ({message.Location})");
        context.WebError += (_, error) => watch.Note(true, $"script: {error.Error}");
        context.Request += (_, request) => watch.Note(watch.IsElsewhere(request.Url), $"another origin: {request.Url}");
        context.Response += (_, response) => watch.Note(response.Status >= 400, $"answer {response.Status}: {response.Url}");
        context.Page += (_, page) => page.WebSocket += (_, socket) => watch.Note(watch.IsElsewhere(socket.Url), $"another origin: {socket.Url}");
        return watch;
    }

    /// <summary>Lets complaints with these words pass, because the test brings them about.</summary>
    public void Excuse(params string[] words) => _excused.AddRange(words);

    private bool IsElsewhere(string url) =>
        !url.StartsWith(_origin + "/", StringComparison.Ordinal)
        && !url.StartsWith(_origin.Replace("http", "ws", StringComparison.Ordinal) + "/", StringComparison.Ordinal)
        && !url.StartsWith("data:", StringComparison.Ordinal);

    private void Note(bool isComplaint, string text)
    {
        if (!isComplaint)
            return;

        lock (_complaints)
            _complaints.Add(text);
    }
}
