using System.Runtime.CompilerServices;

namespace Absorber.Testing;

/// <summary>Waits for what other threads bring about.</summary>
public static class Eventually
{
    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(5);

    /// <summary>Waits until a condition holds.</summary>
    /// <exception cref="TimeoutException">It never did; the message holds the condition.</exception>
    public static async Task HoldsAsync(Func<bool> condition, TimeSpan? patience = null, [CallerArgumentExpression(nameof(condition))] string text = "")
    {
        var began = TimeProvider.System.GetTimestamp();
        while (!condition())
        {
            if (TimeProvider.System.GetElapsedTime(began) > (patience ?? Guards.Patience)) throw new TimeoutException($"Never held: {text}");

            await Task.Delay(Step, TimeProvider.System);
        }
    }
}
