namespace Absorber.Testing;

/// <summary>Keeps a test that waits for what never comes from waiting for ever.</summary>
public static class Guards
{
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    public static Task WithinPatience(this Task task) => task.WaitAsync(Patience);

    public static Task<T> WithinPatience<T>(this Task<T> task) => task.WaitAsync(Patience);
}
