using Absorber.Contracts;
using Microsoft.AspNetCore.SignalR;
using Microsoft.AspNetCore.SignalR.Protocol;

namespace Absorber.ConsoleServer.Live;

/// <summary>A fragment's present content, ready to send.</summary>
internal sealed record FragmentMessage(string Html, long Version, SerializedHubMessage Message);

/// <summary>Points that changed between two versions of a series; without a message if there are none.</summary>
internal sealed record PointsMessage(long? From, long Version, SerializedHubMessage? Message);

/// <summary>A sign of life.</summary>
internal sealed record PulseMessage(SerializedHubMessage Message);

/// <summary>Makes messages of <see cref="ILiveClient"/> that are put into bytes once, however many browsers get them.</summary>
internal static class LiveMessages
{
    public static SerializedHubMessage Fragment(string name, string html) => Invoke(nameof(ILiveClient.Fragment), name, html);

    public static SerializedHubMessage Points(int absorber, IReadOnlyList<SeriesPoint> points) => Invoke(nameof(ILiveClient.Points), absorber, points);

    public static PulseMessage Pulse(DateTimeOffset now) => new(Invoke(nameof(ILiveClient.Pulse), now.ToUnixTimeMilliseconds()));

    private static SerializedHubMessage Invoke(string method, params object?[] arguments) => new(new InvocationMessage(method, arguments));
}
