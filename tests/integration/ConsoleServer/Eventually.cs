using System.Runtime.CompilerServices;

namespace Absorber.IntegrationTests.ConsoleServer;

internal static class Eventually
{
    /// <summary>Waits until something holds that happens by itself, a while at most.</summary>
    public static async Task HoldsAsync(Func<Task<bool>> holds, [CallerArgumentExpression(nameof(holds))] string what = "")
    {
        using var timer = new PeriodicTimer(TimeSpan.FromMilliseconds(25));
        for (var i = 0; i < 1_200; i++)
        {
            if (await holds())
                return;
            await timer.WaitForNextTickAsync();
        }
        Assert.Fail($"Still not so after 30 s: {what}");
    }

    public static Task HoldsAsync(Func<bool> holds, [CallerArgumentExpression(nameof(holds))] string what = "") =>
        HoldsAsync(() => Task.FromResult(holds()), what);
}
