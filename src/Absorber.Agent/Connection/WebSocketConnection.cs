using System.Buffers;
using System.IO.Pipelines;
using System.Net;
using System.Net.WebSockets;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http.Features;

namespace Absorber.Agent.Connection;

/// <summary>A web socket as the pair of pipes that SignalR speaks through: text messages, whose ends the hub protocol marks itself.</summary>
internal sealed class WebSocketConnection : ConnectionContext, ITransferFormatFeature
{
    private const int ReadSize = 16 << 10;

    private static readonly TimeSpan FarewellPatience = TimeSpan.FromSeconds(1);

    private readonly WebSocket _socket;
    private readonly Duplex _wire;
    private readonly CancellationTokenSource _closed = new();
    private readonly TaskCompletionSource _pumped = new(TaskCreationOptions.RunContinuationsAsynchronously);

    private WebSocketConnection(WebSocket socket, EndPoint endpoint)
    {
        _socket = socket;
        RemoteEndPoint = endpoint;
        var incoming = new Pipe();
        var outgoing = new Pipe();
        Transport = new Duplex(incoming.Reader, outgoing.Writer);
        _wire = new Duplex(outgoing.Reader, incoming.Writer);
        Features.Set<ITransferFormatFeature>(this);
        ConnectionClosed = _closed.Token;
    }

    public override string ConnectionId { get; set; } = Guid.NewGuid().ToString("N");

    public override IFeatureCollection Features { get; } = new FeatureCollection();

    public override IDictionary<object, object?> Items { get; set; } = new Dictionary<object, object?>();

    public override IDuplexPipe Transport { get; set; }

    public TransferFormat SupportedFormats => TransferFormat.Text;

    public TransferFormat ActiveFormat { get; set; } = TransferFormat.Text;

    public static WebSocketConnection Start(WebSocket socket, EndPoint endpoint)
    {
        var connection = new WebSocketConnection(socket, endpoint);
        _ = connection.PumpAsync();
        return connection;
    }

    public override void Abort(ConnectionAbortedException abortReason) => _socket.Abort();

    public override async ValueTask DisposeAsync()
    {
        await Transport.Output.CompleteAsync();
        await Transport.Input.CompleteAsync();
        using (var patience = new CancellationTokenSource(FarewellPatience))
        using (patience.Token.Register(_socket.Abort))
        {
            await _pumped.Task;
        }

        _socket.Dispose();
        _closed.Dispose();
        await base.DisposeAsync();
    }

    private async Task PumpAsync()
    {
        var receiving = ReceiveAsync();
        var sending = SendAsync();
        await Task.WhenAny(receiving, sending);

        // Whichever side ended first, the other has nothing left to do.
        _wire.Input.CancelPendingRead();
        await sending;
        await receiving;
        await _closed.CancelAsync();
        _pumped.SetResult();
    }

    private async Task ReceiveAsync()
    {
        Exception? failure = null;
        try
        {
            while (true)
            {
                var received = await _socket.ReceiveAsync(_wire.Output.GetMemory(ReadSize), CancellationToken.None);
                if (received.MessageType == WebSocketMessageType.Close) break;

                _wire.Output.Advance(received.Count);
                var flushed = await _wire.Output.FlushAsync();
                if (flushed.IsCompleted || flushed.IsCanceled) break;
            }
        }
        catch (Exception error)
        {
            failure = error;
        }

        await _wire.Output.CompleteAsync(failure);
    }

    private async Task SendAsync()
    {
        Exception? failure = null;
        try
        {
            while (true)
            {
                var read = await _wire.Input.ReadAsync();
                if (read.IsCanceled) break;

                if (!read.Buffer.IsEmpty) await SendAsync(read.Buffer);
                _wire.Input.AdvanceTo(read.Buffer.End);
                if (read.IsCompleted) break;
            }

            await SayGoodbyeAsync();
        }
        catch (Exception error)
        {
            failure = error;
        }

        await _wire.Input.CompleteAsync(failure);
    }

    private async Task SendAsync(ReadOnlySequence<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            var part = bytes.First;
            bytes = bytes.Slice(part.Length);
            await _socket.SendAsync(part, WebSocketMessageType.Text, endOfMessage: bytes.IsEmpty, CancellationToken.None);
        }
    }

    private async Task SayGoodbyeAsync()
    {
        if (_socket.State is WebSocketState.Open or WebSocketState.CloseReceived)
        {
            using var patience = new CancellationTokenSource(FarewellPatience);
            await _socket.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, null, patience.Token);
        }
    }

    private sealed record Duplex(PipeReader Input, PipeWriter Output) : IDuplexPipe;
}
