using System.Data.Common;

namespace Absorber.IntegrationTests.Engines.Oracle;

/// <summary>Runs one batch after another by hand; gets into the way of others like it, and is killed now and then.</summary>
internal sealed class RandomLoop(Bed bed, long mostRows, int seed)
{
    private readonly Random _random = new(seed);

    /// <summary>Runs until told to stop. Returns how many batches found rows.</summary>
    public async Task<long> RunAsync(CancellationToken stop)
    {
        var batches = 0L;
        while (!stop.IsCancellationRequested)
        {
            await using var session = await bed.OpenSessionAsync();
            using var life = new CancellationTokenSource();
            var killer = KillLaterAsync(await session.AskAsync<int>(bed.Database.SessionId), life.Token);
            try
            {
                while (!stop.IsCancellationRequested)
                    batches += await bed.Database.StepAsync(session, bed.Absorber, _random.NextInt64(1, mostRows), _random) ? 1 : 0;
            }
            catch (DbException e) when (bed.Database.IsKilled(e))
            {
                // Whatever it was doing is rolled back or committed, and the next one goes on from there.
            }

            await life.CancelAsync();
            await killer;
        }

        return batches;
    }

    private async Task KillLaterAsync(int number, CancellationToken cancellation)
    {
        try
        {
            await Task.Delay(TimeSpan.FromMilliseconds(_random.Next(20, 800)), TimeProvider.System, cancellation);
        }
        catch (OperationCanceledException)
        {
            return;
        }

        await using var session = await bed.OpenSessionAsync();
        await session.RunAsync(bed.Database.Kill(number));
    }
}
