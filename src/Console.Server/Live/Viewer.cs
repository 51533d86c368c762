using System.Threading.Channels;
using Absorber.Contracts;
using Microsoft.AspNetCore.SignalR;
using Microsoft.AspNetCore.SignalR.Protocol;

namespace Absorber.ConsoleServer.Live;

/// <summary>
/// One browser: what it shows, and which versions it has been sent. Nothing is queued for it. Whenever it has taken what was sent
/// before, it gets the latest of everything, so a slow browser sees fewer steps and costs no memory.
/// </summary>
internal sealed class Viewer(HubConnectionContext connection, LiveContent content)
{
    private readonly Channel<bool> _wake = Channel.CreateBounded<bool>(new BoundedChannelOptions(1) { FullMode = BoundedChannelFullMode.DropWrite });
    private volatile Watched _watched = new([], null);

    /// <summary>Names of the fragments it shows.</summary>
    public IReadOnlyCollection<string> Fragments => _watched.Fragments.Keys;

    public bool Shows(string fragment) => _watched.Fragments.ContainsKey(fragment);

    public int? Absorber => _watched.Absorber;

    public void Watch(IReadOnlyList<string> fragments, int? absorber)
    {
        _watched = new Watched(fragments.Distinct(StringComparer.Ordinal).ToDictionary(name => name, _ => 0L, StringComparer.Ordinal), absorber);
        Wake();
    }

    public void Start() => _ = PumpAsync();

    public void Wake() => _wake.Writer.TryWrite(true);

    public void Stop() => _wake.Writer.TryComplete();

    private async Task PumpAsync()
    {
        var pulsed = content.Pulse;
        try
        {
            while (await _wake.Reader.WaitToReadAsync(connection.ConnectionAborted))
            {
                _wake.Reader.TryRead(out _);
                pulsed = await SendPulseAsync(pulsed);
                var watched = _watched;
                await SendPointsAsync(watched);
                await SendFragmentsAsync(watched);
            }
        }
        catch (Exception error) when (error is OperationCanceledException or IOException or ObjectDisposedException or InvalidOperationException)
        {
            // The browser is gone, and with it this viewer.
        }
    }

    private async Task<PulseMessage?> SendPulseAsync(PulseMessage? sent)
    {
        var pulse = content.Pulse;
        if (pulse is not null && pulse != sent)
            await SendAsync(pulse.Message);
        return pulse;
    }

    private async Task SendFragmentsAsync(Watched watched)
    {
        foreach (var (name, sent) in watched.Fragments.ToArray())
        {
            if (content.Fragment(name) is not { } fragment || fragment.Version == sent)
                continue;
            await SendAsync(fragment.Message);
            watched.Fragments[name] = fragment.Version;
        }
    }

    private async Task SendPointsAsync(Watched watched)
    {
        if (watched.Absorber is not { } absorber || content.Points(absorber, watched.PointsSent) is not { } points)
            return;
        if (points.Message is { } message)
            await SendAsync(message);
        watched.PointsSent = points.Version;
    }

    private Task SendAsync(SerializedHubMessage message) => connection.WriteAsync(message, connection.ConnectionAborted).AsTask();

    private sealed record Watched(Dictionary<string, long> Fragments, int? Absorber)
    {
        /// <summary>The version of the series that the browser has; null before the first points.</summary>
        public long? PointsSent { get; set; }
    }
}
