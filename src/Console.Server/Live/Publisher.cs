using System.Collections.Concurrent;
using Absorber.ConsoleServer.Configuration;
using Microsoft.Extensions.Options;

namespace Absorber.ConsoleServer.Live;

/// <summary>
/// Twice a second renders each fragment that someone watches, once for all, and wakes the browsers. A slow fragment holds up
/// itself only.
/// </summary>
internal sealed class Publisher(
    Viewers viewers,
    LiveContent content,
    FragmentRenderer renderer,
    IOptions<ConsoleOptions> options,
    TimeProvider time,
    ILogger<Publisher> log) : BackgroundService
{
    private static readonly TimeSpan BetweenPulses = TimeSpan.FromSeconds(1);

    private readonly ConcurrentDictionary<string, bool> _rendering = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, long> _rendered = new(StringComparer.Ordinal);
    private readonly SemaphoreSlim _hurry = new(0, 1);
    private long _lastPulse;

    /// <summary>Someone watches something new: renders what has not been rendered just now.</summary>
    public void Hurry()
    {
        try
        {
            _hurry.Release();
        }
        catch (SemaphoreFullException)
        {
            // It hurries already.
        }
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        try
        {
            while (!stoppingToken.IsCancellationRequested)
            {
                TryPublish(stoppingToken);
                await _hurry.WaitAsync(options.Value.FragmentInterval, stoppingToken);
            }
        }
        catch (OperationCanceledException) when (stoppingToken.IsCancellationRequested)
        {
            // The end.
        }
    }

    private void TryPublish(CancellationToken stopping)
    {
        try
        {
            Publish(stopping);
        }
        catch (Exception error) when (error is not OperationCanceledException)
        {
            log.PublishFailed(error);
        }
    }

    private void Publish(CancellationToken stopping)
    {
        var watching = viewers.All.ToArray();
        var fragments = watching.SelectMany(viewer => viewer.Fragments).ToHashSet(StringComparer.Ordinal);
        content.Keep(fragments, watching.Select(viewer => viewer.Absorber).OfType<int>().ToHashSet());
        foreach (var forgotten in _rendered.Keys.Where(name => !fragments.Contains(name)))
            _rendered.TryRemove(forgotten, out _);
        foreach (var name in fragments.Where(name => IsDue(name) && _rendering.TryAdd(name, true)))
            _ = RenderAsync(name, stopping);

        if (_lastPulse == 0 || time.GetElapsedTime(_lastPulse) >= BetweenPulses - TimeSpan.FromMilliseconds(100))
        {
            _lastPulse = time.GetTimestamp();
            content.Pulse = LiveMessages.Pulse(time.GetUtcNow());
        }
        foreach (var viewer in watching)
            viewer.Wake();
    }

    /// <summary>A little early counts as due, or every other turn would miss.</summary>
    private bool IsDue(string name) =>
        !_rendered.TryGetValue(name, out var last) || time.GetElapsedTime(last) >= options.Value.FragmentInterval * 0.9;

    private async Task RenderAsync(string name, CancellationToken stopping)
    {
        await Task.Yield();
        try
        {
            _rendered[name] = time.GetTimestamp();
            if (await renderer.RenderAsync(name, stopping) is { } html && content.Put(name, html))
                WakeThoseWhoShow(name);
        }
        catch (Exception error) when (error is not OperationCanceledException)
        {
            log.FragmentFailed(error, name);
        }
        finally
        {
            _rendering.TryRemove(name, out _);
        }
    }

    private void WakeThoseWhoShow(string name)
    {
        foreach (var viewer in viewers.All)
        {
            if (viewer.Shows(name))
                viewer.Wake();
        }
    }
}
