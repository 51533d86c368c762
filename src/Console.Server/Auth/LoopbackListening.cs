using Absorber.ConsoleServer.Configuration;

namespace Absorber.ConsoleServer.Auth;

/// <summary>Until sign-in exists, the console listens on loopback only, wherever addresses are configured.</summary>
internal static class LoopbackListening
{
    private const string Why = "The console has no sign-in yet, so it listens on this machine only: use 127.0.0.1, [::1] or localhost.";

    /// <summary>Everything in the configuration that would make the console listen elsewhere, or trust a proxy.</summary>
    public static IEnumerable<string> Problems(IConfiguration configuration)
    {
        foreach (var url in Split(configuration["urls"]))
        {
            if (!IsLoopback(url))
                yield return $"urls: '{url}' is not a loopback address. {Why}";
        }
        foreach (var key in (string[])["http_ports", "https_ports"])
        {
            if (!string.IsNullOrWhiteSpace(configuration[key]) && string.IsNullOrWhiteSpace(configuration["urls"]))
                yield return $"{key}: a port without an address means all addresses. {Why} Set urls=http://127.0.0.1:{configuration[key]} instead.";
        }
        foreach (var endpoint in configuration.GetSection("Kestrel:Endpoints").GetChildren())
        {
            if (endpoint["Url"] is { } url && !IsLoopback(url))
                yield return $"{endpoint.Path}:Url: '{url}' is not a loopback address. {Why}";
        }
        if (configuration.GetValue("FORWARDEDHEADERS_ENABLED", false))
            yield return "FORWARDEDHEADERS_ENABLED: the console does not trust forwarded headers as long as it has no sign-in. Remove the setting.";
    }

    /// <summary>A last look at what the server really listens on.</summary>
    public static void Verify(IEnumerable<string> addresses)
    {
        if (addresses.FirstOrDefault(address => !IsLoopback(address)) is { } open)
            throw new StartupException([$"The console came to listen on '{open}'. {Why}"]);
    }

    /// <summary>The server takes a host that it does not know for all addresses, so only the known ones count.</summary>
    private static bool IsLoopback(string url)
    {
        try
        {
            return LoopbackHost.IsLoopback(BindingAddress.Parse(url).Host);
        }
        catch (FormatException)
        {
            return false;
        }
    }

    private static string[] Split(string? urls) =>
        (urls ?? "").Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
}
