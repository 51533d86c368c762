using System.Globalization;

namespace Absorber.Run.Testing;

/// <summary>What came of tests: of one suite, or of all.</summary>
internal sealed class TestTotals
{
    private readonly List<TestFinding> _failures = [];
    private readonly List<TestFinding> _skips = [];

    public int Passed { get; private set; }

    public int Failed => _failures.Count;

    public int Skipped => _skips.Count;

    public IReadOnlyList<TestFinding> Failures => _failures;

    public IReadOnlyList<TestFinding> Skips => _skips;

    public void Pass(int count = 1) => Passed += count;

    public void Fail(string name, string why) => _failures.Add(new TestFinding(name, why));

    public void Skip(string name, string why) => _skips.Add(new TestFinding(name, why));

    public void Add(TestTotals other)
    {
        Passed += other.Passed;
        _failures.AddRange(other._failures);
        _skips.AddRange(other._skips);
    }

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Passed} passed, {Failed} failed, {Skipped} skipped");
}

/// <param name="Name">The test, with its suite.</param>
/// <param name="Why">Why it failed or was skipped.</param>
internal sealed record TestFinding(string Name, string Why);
