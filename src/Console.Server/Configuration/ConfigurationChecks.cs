using Absorber.ConsoleServer.Auth;
using Absorber.ConsoleServer.Store;
using Npgsql;

namespace Absorber.ConsoleServer.Configuration;

/// <summary>Reads the configuration before anything is built from it, and reports every problem at once.</summary>
internal static class ConfigurationChecks
{
    public const string DefaultUrl = "http://127.0.0.1:5005";

    public static WebApplicationBuilder CheckConfiguration(this WebApplicationBuilder builder)
    {
        var configuration = builder.Configuration;
        if (!SaysWhereToListen(configuration))
            builder.WebHost.UseUrls(DefaultUrl);

        var section = configuration.GetSection(ConsoleOptions.Section);
        var problems = new List<string>(LoopbackListening.Problems(configuration));
        problems.AddRange(StoreProblems(configuration));
        Check(problems, section, nameof(ConsoleOptions.SampleRetention), TimeSpan.FromHours(1), TimeSpan.FromDays(31));
        Check(problems, section, nameof(ConsoleOptions.CommandTimeout), TimeSpan.FromSeconds(1), TimeSpan.FromMinutes(5));
        Check(problems, section, nameof(ConsoleOptions.FragmentInterval), TimeSpan.FromMilliseconds(200), TimeSpan.FromSeconds(10));
        if (problems.Count > 0)
            throw new StartupException(problems);

        builder.Services.AddOptions<ConsoleOptions>().Bind(section);
        return builder;
    }

    private static bool SaysWhereToListen(ConfigurationManager configuration) =>
        ((string[])["urls", "http_ports", "https_ports"]).Any(key => !string.IsNullOrWhiteSpace(configuration[key]))
        || configuration.GetSection("Kestrel:Endpoints").GetChildren().Any();

    private static IEnumerable<string> StoreProblems(ConfigurationManager configuration)
    {
        var key = $"ConnectionStrings:{StoreRegistration.ConnectionName}";
        var connection = configuration.GetConnectionString(StoreRegistration.ConnectionName);
        if (string.IsNullOrWhiteSpace(connection))
        {
            yield return $"{key}: is missing. Set it to a PostgreSQL database for the console's own data, "
                + $"such as ConnectionStrings__{StoreRegistration.ConnectionName}=\"Host=127.0.0.1;Database=absorber_console;Username=...\".";
            yield break;
        }
        NpgsqlConnectionStringBuilder? parsed = null;
        try
        {
            parsed = new NpgsqlConnectionStringBuilder(connection);
        }
        catch (ArgumentException)
        {
            // Reported below: an iterator cannot yield from here. The text is not repeated, it may hold a password.
        }
        if (parsed is null)
            yield return $"{key}: is not a PostgreSQL connection string. It is made of key=value pairs separated by semicolons, such as Host=127.0.0.1;Database=absorber_console.";
        else if (string.IsNullOrWhiteSpace(parsed.Host) || string.IsNullOrWhiteSpace(parsed.Database))
            yield return $"{key}: needs at least Host and Database.";
    }

    private static void Check(List<string> problems, IConfigurationSection section, string name, TimeSpan least, TimeSpan most)
    {
        if (section[name] is not { } text)
            return;
        if (!TimeSpan.TryParse(text, System.Globalization.CultureInfo.InvariantCulture, out var value) || value < least || value > most)
            problems.Add($"{section.Path}:{name}: '{text}' is not a time from {least:c} to {most:c} (written [days.]hours:minutes:seconds).");
    }
}
