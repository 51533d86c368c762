using System.Net;
using System.Net.Sockets;

namespace Absorber.IntegrationTests.Agent;

/// <summary>Stands between two sides and can fall silent without closing anything, as a broken network does. Connections made later go through.</summary>
internal sealed class FrozenRelay : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _disposed = new();
    private CancellationTokenSource _frozen = new();

    public FrozenRelay(Uri target)
    {
        _listener.Start();
        _ = AcceptAsync(target);
    }

    public Uri Address => new($"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}");

    public void Freeze() => Interlocked.Exchange(ref _frozen, new CancellationTokenSource()).Cancel();

    public void Dispose()
    {
        _disposed.Cancel();
        _listener.Dispose();
    }

    private async Task AcceptAsync(Uri target)
    {
        while (!_disposed.IsCancellationRequested)
        {
            var near = await _listener.AcceptSocketAsync(_disposed.Token);
            var far = new Socket(SocketType.Stream, ProtocolType.Tcp);
            await far.ConnectAsync(target.Host, target.Port, _disposed.Token);
            var frozen = _frozen.Token;
            _ = PassAsync(near, far, frozen);
            _ = PassAsync(far, near, frozen);
        }
    }

    private static async Task PassAsync(Socket from, Socket to, CancellationToken frozen)
    {
        var buffer = new byte[1 << 16];
        while (await from.ReceiveAsync(buffer, frozen) is var read and > 0) await to.SendAsync(buffer.AsMemory(0, read), CancellationToken.None);
        to.Shutdown(SocketShutdown.Send);
    }
}
