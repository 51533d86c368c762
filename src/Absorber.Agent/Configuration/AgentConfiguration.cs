using Microsoft.Extensions.Configuration;

namespace Absorber.Agent.Configuration;

/// <summary>Puts the agent's options together from file, environment and arguments.</summary>
internal static class AgentConfiguration
{
    public const string DefaultFile = "agent.json";

    public const string Prefix = "ABSORBER_";

    private const string Logging = "Logging";

    /// <summary>Reads and validates.</summary>
    /// <param name="file">The file that was asked for; null for <see cref="DefaultFile"/> if it is there.</param>
    /// <param name="arguments">Values given as arguments, by key; null ones are left out.</param>
    /// <exception cref="UsageException">Lists every problem.</exception>
    public static (AgentOptions Options, IConfiguration Logging) Read(string? file, IEnumerable<KeyValuePair<string, string?>> arguments)
    {
        if (file is not null && !File.Exists(file)) throw new UsageException($"The configuration file '{file}' does not exist.");

        var options = new AgentOptions();
        IConfigurationRoot configuration;
        try
        {
            var fromFile = new ConfigurationBuilder().AddJsonFile(Path.GetFullPath(file ?? DefaultFile), optional: file is null).Build();
            RefuseUnknownKeys(fromFile, file ?? DefaultFile);
            configuration = new ConfigurationBuilder()
                .AddConfiguration(fromFile)
                .AddEnvironmentVariables(Prefix)
                .AddInMemoryCollection(arguments.Where(argument => argument.Value is not null))
                .Build();
            configuration.Bind(options);
        }
        catch (Exception error) when (error is InvalidDataException or InvalidOperationException or IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"The configuration cannot be read: {error.Message} {error.InnerException?.Message}".TrimEnd());
        }

        var problems = AgentOptionsValidator.FindProblems(options).ToList();
        if (problems.Count > 0) throw new UsageException(string.Join(Environment.NewLine, problems));

        return (options, configuration.GetSection(Logging));
    }

    private static void RefuseUnknownKeys(IConfiguration configuration, string file)
    {
        var known = typeof(AgentOptions).GetProperties().Select(property => property.Name).Append(Logging).ToList();
        var unknown = configuration.GetChildren().Select(child => child.Key).Except(known, StringComparer.OrdinalIgnoreCase).ToList();
        if (unknown.Count > 0) throw new UsageException($"{file} has keys that mean nothing here: {string.Join(", ", unknown)}. Known are {string.Join(", ", known)}.");
    }
}
