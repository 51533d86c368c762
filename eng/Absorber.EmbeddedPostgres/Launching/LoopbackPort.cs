using System.Net;
using System.Net.Sockets;

namespace Absorber.EmbeddedPostgres.Launching;

/// <summary>Ports on 127.0.0.1.</summary>
public static class LoopbackPort
{
    /// <summary>A port that was free a moment ago.</summary>
    public static int FindFree()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    /// <summary>Whether somebody listens on the port.</summary>
    public static bool IsTaken(int port)
    {
        try
        {
            using var listener = new TcpListener(IPAddress.Loopback, port);
            listener.Start();
            return false;
        }
        catch (SocketException)
        {
            return true;
        }
    }
}
