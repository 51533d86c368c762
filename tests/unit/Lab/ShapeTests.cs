using Absorber.Lab.Loading;
using Absorber.Lab.Shapes;

namespace Absorber.UnitTests.Lab;

public sealed class ShapeTests
{
    public static TheoryData<string> Targets { get; } = [.. DemoTargets.All.Select(shape => shape.Target.ToString())];

    [Theory]
    [MemberData(nameof(Targets))]
    public void Row_SameKeyAndRevision_HasSameValues(string target)
    {
        var shape = Shape(target);

        Assert.Equal(shape.Row(17, 4711), shape.Row(17, 4711));
        Assert.Equal(shape.Columns.Count, shape.Row(17, 4711).Length);
        Assert.Equal(4711L, shape.Row(17, 4711)[^1]);
    }

    [Theory]
    [MemberData(nameof(Targets))]
    public void Row_SomeRevisions_FillAndEmptyEveryColumnThatMayBeNull(string target)
    {
        var shape = Shape(target);
        var rows = Enumerable.Range(1, 200).Select(revision => shape.Row(3, revision)).ToList();

        for (var column = 0; column < shape.Columns.Count; column++)
            Assert.Contains(rows, row => row[column] is not null);
    }

    [Theory]
    [MemberData(nameof(Targets))]
    public void NextKey_SeveralProducers_ShareOnlySharedKeys(string target)
    {
        var shape = Shape(target);
        var keys = Enumerable.Range(0, 3)
            .Select(producer => new Planner(1, producer, 3, DemoTargets.All))
            .Select(planner => Enumerable.Range(0, 5_000).Select(_ => planner.NextKey(shape)).Where(key => key >= shape.SharedKeys).ToHashSet())
            .ToList();

        Assert.All(keys.SelectMany(own => own), key => Assert.InRange(key, 0, shape.Keys - 1));
        Assert.Empty(keys[0].Intersect(keys[1]));
        Assert.Empty(keys[0].Intersect(keys[2]));
        Assert.Empty(keys[1].Intersect(keys[2]));
    }

    private static TargetShape Shape(string target) => DemoTargets.All.Single(shape => shape.Target.ToString() == target);
}
