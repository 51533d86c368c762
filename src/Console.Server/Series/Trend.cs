namespace Absorber.ConsoleServer.Series;

/// <summary>Lag and errors of the last 15 minutes in steps of 15 seconds, for sparklines and counts. Not safe for concurrent use.</summary>
internal sealed class Trend
{
    /// <summary>How many steps are kept.</summary>
    public const int Steps = 60;

    private const int StepSeconds = BucketRing.Length / Steps;

    private readonly (long Step, float Lag, int Errors)[] _steps = new (long, float, int)[Steps];

    public void Add(long second, double lag, int errors)
    {
        var step = second / StepSeconds;
        ref var slot = ref _steps[step % Steps];
        if (slot.Step > step)
            return;
        if (slot.Step < step)
            slot = (step, float.NaN, 0);
        slot.Lag = (float)Bucket.Greater(slot.Lag, lag);
        slot.Errors += errors;
    }

    /// <summary>The greatest lag of each step up to now, oldest first; null steps are gaps.</summary>
    public double?[] Lags(DateTimeOffset now)
    {
        var last = now.ToUnixTimeSeconds() / StepSeconds;
        var lags = new double?[Steps];
        for (var i = 0; i < Steps; i++)
        {
            var step = last - Steps + 1 + i;
            var slot = _steps[step % Steps];
            lags[i] = slot.Step == step && !float.IsNaN(slot.Lag) ? Math.Round(slot.Lag, 2) : null;
        }
        return lags;
    }

    public int Errors(DateTimeOffset now)
    {
        var last = now.ToUnixTimeSeconds() / StepSeconds;
        var errors = 0;
        foreach (var slot in _steps)
        {
            if (slot.Step > last - Steps && slot.Step <= last)
                errors += slot.Errors;
        }
        return errors;
    }
}
