using System.Collections.Concurrent;

namespace Absorber.IntegrationTests.Engines.Oracle;

/// <summary>
/// What producers did, by one logical clock. Of two committed transactions that wrote a key, the later replaces the earlier when
/// it began after the earlier had committed; of transactions that overlapped, either may win.
/// </summary>
internal sealed class History
{
    private readonly ConcurrentBag<Transaction> _committed = [];
    private long _clock;
    private long _values;

    /// <summary>A value that no other row has.</summary>
    public long NextValue() => Interlocked.Increment(ref _values);

    /// <summary>To be called before BEGIN is sent, and again after the answer to COMMIT has come.</summary>
    public long Tick() => Interlocked.Increment(ref _clock);

    public void Committed(long began, IReadOnlyDictionary<int, long> lastValues) => _committed.Add(new(began, Tick(), lastValues));

    public void Judge(Dictionary<int, long> target)
    {
        Assert.True(_committed.Count > 50, $"Only {_committed.Count} transactions were committed.");
        var problems = new List<string>();
        var keys = _committed.SelectMany(t => t.LastValues.Keys).ToHashSet();
        problems.AddRange(target.Keys.Except(keys).Select(key => $"key {key}: nobody committed a row of it"));
        foreach (var key in keys)
        {
            var writers = _committed.Where(t => t.LastValues.ContainsKey(key)).ToList();
            var acceptable = writers.Where(t => !writers.Exists(later => later.Began > t.Ended)).Select(t => t.LastValues[key]).ToHashSet();
            if (!target.TryGetValue(key, out var value))
                problems.Add($"key {key}: lost");
            else if (!acceptable.Contains(value))
                problems.Add($"key {key}: {value}, not one of {string.Join(' ', acceptable.Order())}");
        }

        Assert.True(problems.Count == 0, string.Join('\n', problems.Take(20)));
    }

    private sealed record Transaction(long Began, long Ended, IReadOnlyDictionary<int, long> LastValues);
}
