namespace Absorber.EndToEndTests.Staging;

/// <summary>Waits for what happens outside of a page; within pages, assertions of the browser wait by themselves.</summary>
internal static class Eventually
{
    private static readonly TimeSpan Glance = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(45);

    /// <summary>Returns when it has become so; fails with the words given when it does not.</summary>
    public static async Task IsSoAsync(Func<Task<bool>> isSo, string what, TimeSpan? patience = null)
    {
        var most = patience ?? Patience;
        var start = TimeProvider.System.GetTimestamp();
        while (!await isSo())
        {
            if (TimeProvider.System.GetElapsedTime(start) > most)
                Assert.Fail($"Not so after {most.TotalSeconds:0} s: {what}.");
            await Task.Delay(Glance, TimeProvider.System);
        }
    }
}
