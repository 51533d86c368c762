using System.Text.Json.Serialization;
using Absorber.Contracts;

namespace Absorber.Agent.Spool;

/// <summary>How samples are written to disk.</summary>
[JsonSourceGenerationOptions(
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    GenerationMode = JsonSourceGenerationMode.Metadata | JsonSourceGenerationMode.Serialization)]
[JsonSerializable(typeof(Sample))]
[JsonSerializable(typeof(AbsorberName))]
[JsonSerializable(typeof(SpoolIdentity))]
internal sealed partial class SpoolJson : JsonSerializerContext;

/// <summary>What a spool remembers of itself.</summary>
/// <param name="Spool">Its identity.</param>
/// <param name="Dropped">How many samples it has dropped since it was made.</param>
internal sealed record SpoolIdentity(Guid Spool, long Dropped);
