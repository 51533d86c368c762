using Absorber.Contracts;

namespace Absorber.Agent.Connection;

/// <summary>Where the console's hub for agents is.</summary>
internal static class HubAddress
{
    /// <summary>The address of the hub's web socket: <c>ws</c> for a console at <c>http</c>, <c>wss</c> for one at <c>https</c>.</summary>
    public static Uri Of(Uri console) =>
        new UriBuilder(console) { Scheme = console.Scheme == Uri.UriSchemeHttps ? Uri.UriSchemeWss : Uri.UriSchemeWs, Path = HubPaths.Agents }.Uri;
}
