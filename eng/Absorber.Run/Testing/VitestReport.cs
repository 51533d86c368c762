using System.Text.Json;

namespace Absorber.Run.Testing;

/// <summary>Reads vitest's JSON report.</summary>
internal static class VitestReport
{
    public static void Count(string json, TestTotals totals)
    {
        using var report = JsonDocument.Parse(json);
        foreach (var file in report.RootElement.GetProperty("testResults").EnumerateArray())
        {
            var tests = file.GetProperty("assertionResults").EnumerateArray().ToList();
            foreach (var test in tests)
                Count(test, totals);

            // A file that cannot even be loaded has no tests.
            if (tests.Count == 0 && file.GetProperty("status").GetString() == "failed")
                totals.Fail($"browser: {file.GetProperty("name").GetString()}", file.GetProperty("message").GetString() ?? "");
        }
    }

    private static void Count(JsonElement test, TestTotals totals)
    {
        var name = $"browser: {test.GetProperty("fullName").GetString()}";
        switch (test.GetProperty("status").GetString())
        {
            case "passed":
                totals.Pass();
                break;
            case "failed":
                totals.Fail(name, string.Join(Environment.NewLine, test.GetProperty("failureMessages").EnumerateArray().Select(message => message.GetString())));
                break;
            default:
                totals.Skip(name, "marked so in the test");
                break;
        }
    }
}
