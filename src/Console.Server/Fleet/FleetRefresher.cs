namespace Absorber.ConsoleServer.Fleet;

/// <summary>Keeps the fleet's view fresh, and brings to the store what it missed.</summary>
internal sealed class FleetRefresher(FleetMemory fleet, AgentDirectory directory, AuditTrail audit, TimeProvider time, ILogger<FleetRefresher> log) : BackgroundService
{
    private static readonly TimeSpan BetweenViews = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan BetweenSaves = TimeSpan.FromSeconds(15);

    protected override Task ExecuteAsync(CancellationToken stoppingToken) => Task.WhenAll(
        RepeatAsync(BetweenViews, Refresh, stoppingToken),
        RepeatAsync(BetweenSaves, SaveAsync, stoppingToken));

    private Task Refresh(CancellationToken stopping)
    {
        fleet.Refresh();
        return Task.CompletedTask;
    }

    private async Task SaveAsync(CancellationToken stopping)
    {
        await directory.SaveAsync(stopping);
        await audit.SaveAsync(stopping);
    }

    private async Task RepeatAsync(TimeSpan period, Func<CancellationToken, Task> step, CancellationToken stopping)
    {
        using var timer = new PeriodicTimer(period, time);
        try
        {
            while (await timer.WaitForNextTickAsync(stopping))
            {
                try
                {
                    await step(stopping);
                }
                catch (Exception error) when (error is not OperationCanceledException)
                {
                    log.RefreshFailed(error);
                }
            }
        }
        catch (OperationCanceledException) when (stopping.IsCancellationRequested)
        {
            // The end.
        }
    }
}
