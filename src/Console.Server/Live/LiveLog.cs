namespace Absorber.ConsoleServer.Live;

/// <summary>Event ids 3500 to 3599.</summary>
internal static partial class LiveLog
{
    [LoggerMessage(3501, LogLevel.Error, "Fragment {Name} could not be rendered; browsers keep what they show")]
    public static partial void FragmentFailed(this ILogger log, Exception error, string name);

    [LoggerMessage(3502, LogLevel.Error, "Browsers were not told of changes this time")]
    public static partial void PublishFailed(this ILogger log, Exception error);
}
