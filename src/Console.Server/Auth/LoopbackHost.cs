using System.Net;

namespace Absorber.ConsoleServer.Auth;

/// <summary>Knows the names of this machine that nobody else can have.</summary>
internal static class LoopbackHost
{
    public static bool IsLoopback(string host) =>
        string.Equals(host, "localhost", StringComparison.OrdinalIgnoreCase)
        || (IPAddress.TryParse(host.Trim('[', ']'), out var address) && IPAddress.IsLoopback(address));
}
