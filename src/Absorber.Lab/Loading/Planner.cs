using Absorber.Lab.Shapes;

namespace Absorber.Lab.Loading;

/// <summary>What one producer does next: mostly short transactions, now and then one that stays open, some rolled back.</summary>
internal sealed class Planner
{
    private const int RollbackOneIn = 30;
    private const int LongOneIn = 120;
    private const int MostRows = 2_000;
    private const int CopiesFrom = 20;

    private readonly Random _random;
    private readonly IReadOnlyList<TargetShape> _shapes;
    private readonly int _producer;
    private readonly int _producers;

    public Planner(int seed, int producer, int producers, IReadOnlyList<TargetShape> shapes)
    {
        _random = new Random(unchecked(seed * 7919 + producer));
        _producer = producer;
        _producers = producers;
        _shapes = [.. shapes.SelectMany(shape => Enumerable.Repeat(shape, shape.Weight))];
    }

    /// <param name="rate">Rows per second that all producers together shall write: higher rates make bigger transactions.</param>
    public Plan Next(double rate)
    {
        var isLong = _random.Next(LongOneIn) == 0;
        var writes = Enumerable.Range(0, isLong ? _random.Next(4, 9) : _random.Next(1, 4)).Select(_ => NextWrite(rate)).ToList();
        return new Plan(
            writes,
            isLong ? TimeSpan.FromMilliseconds(_random.Next(100, 400)) : TimeSpan.Zero,
            _random.Next(RollbackOneIn) == 0);
    }

    /// <summary>A key for this producer: often one of a few hot ones, sometimes one that others write as well.</summary>
    public int NextKey(TargetShape shape)
    {
        var owned = (shape.Keys - shape.SharedKeys) / _producers;
        if (owned == 0 || _random.Next(50) == 0)
            return _random.Next(shape.SharedKeys);

        var hot = Math.Max(1, owned / 100);
        var index = _random.Next(2) == 0 ? _random.Next(hot) : _random.Next(owned);
        return shape.SharedKeys + index * _producers + _producer;
    }

    private PlannedWrite NextWrite(double rate)
    {
        var mean = Math.Clamp(rate / 200, 2, 500);
        var rows = (int)Math.Clamp(-Math.Log(1 - _random.NextDouble()) * mean, 1, MostRows);
        var copies = rows >= CopiesFrom ? _random.Next(10) > 0 : _random.Next(10) == 0;
        return new PlannedWrite(_shapes[_random.Next(_shapes.Count)], rows, copies);
    }
}
