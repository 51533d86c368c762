namespace Absorber.Lab.Engines;

/// <summary>The scripts that make the demo's targets.</summary>
internal static class LabScript
{
    public static async Task<string> ReadAsync(string engine, CancellationToken cancellation)
    {
        var name = $"Absorber.Lab.Engines.{engine}.tables.sql";
        await using var resource = typeof(LabScript).Assembly.GetManifestResourceStream(name)
            ?? throw new InvalidOperationException($"{name} is not embedded in this program.");
        using var reader = new StreamReader(resource);
        return await reader.ReadToEndAsync(cancellation);
    }
}
