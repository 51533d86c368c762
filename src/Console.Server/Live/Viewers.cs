using System.Collections.Concurrent;
using Absorber.ConsoleServer.Hubs;
using Microsoft.AspNetCore.SignalR;

namespace Absorber.ConsoleServer.Live;

/// <summary>All browsers that are connected.</summary>
internal sealed class Viewers(LiveContent content)
{
    private readonly ConcurrentDictionary<string, Viewer> _viewers = new(StringComparer.Ordinal);

    public IEnumerable<Viewer> All => _viewers.Values;

    public Viewer? Find(string connection) => _viewers.GetValueOrDefault(connection);

    public void Add(HubConnectionContext connection)
    {
        var viewer = new Viewer(connection, content);
        _viewers[connection.ConnectionId] = viewer;
        viewer.Start();
    }

    public void Remove(HubConnectionContext connection)
    {
        if (_viewers.TryRemove(connection.ConnectionId, out var viewer))
            viewer.Stop();
    }
}

/// <summary>
/// Hands connections to <see cref="Viewers"/>. SignalR's own groups would wait for the slowest browser or queue for it;
/// here every browser takes the latest when it is ready, and a message is still put into bytes once for all.
/// </summary>
internal sealed class LiveConnections(ILogger<DefaultHubLifetimeManager<LiveHub>> log, Viewers viewers) : DefaultHubLifetimeManager<LiveHub>(log)
{
    public override async Task OnConnectedAsync(HubConnectionContext connection)
    {
        await base.OnConnectedAsync(connection);
        viewers.Add(connection);
    }

    public override Task OnDisconnectedAsync(HubConnectionContext connection)
    {
        viewers.Remove(connection);
        return base.OnDisconnectedAsync(connection);
    }
}
