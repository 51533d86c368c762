using System.Text.Json;

namespace Absorber.Run.Testing;

/// <summary>Reads the lines that an xunit.v3 program writes with its JSON reporter.</summary>
internal sealed class XunitMessages(string suite, TestTotals totals, IProgress<string> progress)
{
    private const int KeptWords = 5;

    private readonly Dictionary<string, string> _running = new(StringComparer.Ordinal);
    private readonly Queue<string> _words = new();

    /// <summary>Whether the program said that all tests have run.</summary>
    public bool HasFinished { get; private set; }

    /// <summary>The last lines that were no messages.</summary>
    public string LastWords => string.Join(" | ", _words);

    /// <summary>Which tests had begun and not ended.</summary>
    public string WhatRan() => _running.Count == 0 ? "" : $" (running: {string.Join(", ", _running.Values)})";

    public void Take(string line)
    {
        if (!TryParse(line, out var message))
        {
            Remember(line);
            return;
        }

        using (message)
            Take(message.RootElement);
    }

    private void Take(JsonElement message)
    {
        var test = Text(message, "TestUniqueID");
        switch (Text(message, "$type"))
        {
            case "test-starting":
                _running[test] = Text(message, "TestDisplayName");
                progress.Report(_running[test]);
                break;
            case "test-passed":
                totals.Pass();
                break;
            case "test-failed":
                totals.Fail(Name(test), Failure(message));
                break;
            case "test-skipped":
                totals.Skip(Name(test), Text(message, "Reason"));
                break;
            case "test-finished":
                _running.Remove(test);
                break;
            case "test-assembly-finished":
                HasFinished = true;
                break;
            case "error":
                totals.Fail($"{suite}: the runner", Failure(message));
                break;
            case var type when type.EndsWith("-cleanup-failure", StringComparison.Ordinal):
                totals.Fail($"{suite}: cleaning up after {(_running.TryGetValue(test, out var name) ? name : "tests")}", Failure(message));
                break;
        }
    }

    private string Name(string test) => $"{suite}: {_running.GetValueOrDefault(test, test)}";

    private void Remember(string line)
    {
        if (string.IsNullOrWhiteSpace(line))
            return;

        _words.Enqueue(line.Trim());
        if (_words.Count > KeptWords)
            _words.Dequeue();
    }

    private static string Failure(JsonElement message)
    {
        var parts = Texts(message, "Messages").Zip(Texts(message, "StackTraces").Concat(Enumerable.Repeat("", 100)));
        return string.Join(Environment.NewLine, parts.SelectMany(part => new[] { part.First, part.Second }).Where(text => text.Length > 0));
    }

    private static IEnumerable<string> Texts(JsonElement message, string name) =>
        message.TryGetProperty(name, out var list) && list.ValueKind is JsonValueKind.Array
            ? list.EnumerateArray().Select(item => item.GetString() ?? "")
            : [];

    private static string Text(JsonElement message, string name) =>
        message.TryGetProperty(name, out var value) && value.ValueKind is JsonValueKind.String ? value.GetString()! : "";

    private static bool TryParse(string line, out JsonDocument message)
    {
        message = null!;
        if (!line.StartsWith('{'))
            return false;

        try
        {
            message = JsonDocument.Parse(line);
            return true;
        }
        catch (JsonException)
        {
            return false;
        }
    }
}
