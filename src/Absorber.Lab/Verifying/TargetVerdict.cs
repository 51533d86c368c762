using System.Text.Json.Serialization;

namespace Absorber.Lab.Verifying;

/// <summary>What a comparison of one target with its journal found.</summary>
/// <param name="Target">The target.</param>
/// <param name="Keys">Keys that producers committed rows for.</param>
/// <param name="Missing">Keys among them without a row in the target.</param>
/// <param name="Stale">Keys whose row was replaced by a later one that is not there.</param>
/// <param name="Wrong">Keys whose row was never committed, or has other values than its producer wrote.</param>
/// <param name="Examples">The first differences, in words.</param>
internal sealed record TargetVerdict(
    [property: JsonPropertyName("target")] string Target,
    [property: JsonPropertyName("keys")] int Keys,
    [property: JsonPropertyName("missing")] int Missing,
    [property: JsonPropertyName("stale")] int Stale,
    [property: JsonPropertyName("wrong")] int Wrong,
    [property: JsonPropertyName("examples")] IReadOnlyList<string> Examples)
{
    [JsonIgnore]
    public int Differences => Missing + Stale + Wrong;
}
