using System.Globalization;
using Npgsql;

namespace Absorber.IntegrationTests.PostgreSql.Oracle;

/// <summary>Runs batches and rotates at every chance; gets into the way of others like it, and is killed now and then.</summary>
internal sealed class RandomLoop(string connectionString, int mostRows, int seed)
{
    private readonly Random _random = new(seed);

    /// <summary>Runs until told to stop. Returns how many batches found rows.</summary>
    public async Task<long> RunAsync(CancellationToken stop)
    {
        var batches = 0L;
        while (!stop.IsCancellationRequested)
        {
            await using var session = await Session.OpenAsync(connectionString, Bed.Cancellation);
            using var life = new CancellationTokenSource();
            var killer = KillLaterAsync(session.Pid, life.Token);
            try
            {
                while (!stop.IsCancellationRequested)
                    batches += await StepAsync(session);
            }
            catch (NpgsqlException e) when (e.SqlState is null or PostgresErrorCodes.AdminShutdown)
            {
                // Killed; whatever it was doing is rolled back or committed, and the next one goes on from there.
            }

            await life.CancelAsync();
            await killer;
        }

        return batches;
    }

    private async Task<int> StepAsync(Session session)
    {
        try
        {
            if (_random.Next(4) == 0)
            {
                await session.AskAsync<bool>("SELECT absorber.reclaim(1, 20, '0')");
                return 0;
            }

            var picked = await session.AskAsync<long>(string.Create(CultureInfo.InvariantCulture, $"SELECT b.picked FROM absorber.batch_1({_random.Next(1, mostRows)}) b"));
            return picked > 0 ? 1 : 0;
        }
        catch (PostgresException e) when (e.SqlState == "AB409")
        {
            return 0; // the other one holds the lock
        }
    }

    private async Task KillLaterAsync(int pid, CancellationToken cancellation)
    {
        try
        {
            await Task.Delay(TimeSpan.FromMilliseconds(_random.Next(20, 800)), TimeProvider.System, cancellation);
        }
        catch (OperationCanceledException)
        {
            return;
        }

        await using var session = await Session.OpenAsync(connectionString, Bed.Cancellation);
        await session.AskAsync<bool>(string.Create(CultureInfo.InvariantCulture, $"SELECT pg_terminate_backend({pid})"));
    }
}
