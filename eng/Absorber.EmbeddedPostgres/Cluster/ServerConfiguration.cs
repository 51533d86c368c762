using System.Globalization;
using System.Text;

namespace Absorber.EmbeddedPostgres.Cluster;

/// <summary>The settings that a private server runs with, written anew at every start.</summary>
internal static class ServerConfiguration
{
    public static string Write(EmbeddedServerOptions options, int port)
    {
        var settings = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase)
        {
            ["listen_addresses"] = "127.0.0.1",
            ["port"] = Number(port),
            ["unix_socket_directories"] = "",
            ["max_connections"] = Number(options.MaxConnections),
            ["shared_buffers"] = $"{Number(options.SharedBuffersMegabytes)}MB",
            ["max_wal_size"] = "2GB",
            ["checkpoint_timeout"] = "5min",
            ["fsync"] = OnOff(options.Durable),
            ["full_page_writes"] = OnOff(options.Durable),
            ["log_checkpoints"] = "off",
            ["log_line_prefix"] = "%m [%p] ",
            ["timezone"] = "UTC",
        };
        foreach (var (name, value) in options.Settings)
            settings[name] = value;

        var text = new StringBuilder("# Written at every start of the private server; changes are lost.\n");
        foreach (var (name, value) in settings)
            text.Append(CultureInfo.InvariantCulture, $"{name} = '{value.Replace("'", "''", StringComparison.Ordinal)}'\n");

        return text.ToString();
    }

    private static string Number(int number) => number.ToString(CultureInfo.InvariantCulture);

    private static string OnOff(bool value) => value ? "on" : "off";
}
