using System.Net;
using System.Net.WebSockets;
using Microsoft.AspNetCore.Connections;

namespace Absorber.Agent.Connection;

/// <summary>Opens the connections of a SignalR client as web sockets, straight away and without negotiation.</summary>
internal sealed class WebSocketConnectionFactory : IConnectionFactory
{
    /// <summary>How long a silent connection is trusted before the other side is asked for a sign of life, and how long that may take.</summary>
    private static readonly TimeSpan Silence = TimeSpan.FromSeconds(5);

    public async ValueTask<ConnectionContext> ConnectAsync(EndPoint endpoint, CancellationToken cancellationToken = default)
    {
        if (endpoint is not UriEndPoint { Uri: var uri }) throw new ArgumentException("A UriEndPoint is expected.", nameof(endpoint));

        var socket = new ClientWebSocket();
        try
        {
            socket.Options.KeepAliveInterval = Silence;
            socket.Options.KeepAliveTimeout = Silence;
            await socket.ConnectAsync(uri, cancellationToken);
            return WebSocketConnection.Start(socket, endpoint);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }
}
