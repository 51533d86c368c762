namespace Absorber.Contracts;

/// <summary>Samples on their way from an agent's spool to the console.</summary>
/// <param name="Spool">Identifies the spool, whose sequence numbers are counted from 1.</param>
/// <param name="FirstSequence">The sequence number of the first sample; the others follow without a gap.</param>
/// <param name="Absorbers">The absorbers that <see cref="Sample.Absorber"/> points into.</param>
/// <param name="Samples">The samples, oldest first.</param>
/// <param name="Dropped">How many samples this spool has dropped so far because it was full: a counter that only grows.</param>
public sealed record SampleBatch(
    Guid Spool,
    long FirstSequence,
    IReadOnlyList<AbsorberName> Absorbers,
    IReadOnlyList<Sample> Samples,
    long Dropped);

/// <summary>What the console did with a batch of samples.</summary>
/// <param name="Sequence">
/// The highest sequence number of the spool that is stored, 0 for none: the spool may forget everything up to it,
/// and the agent sends what follows it.
/// </param>
/// <param name="StoreAway">
/// True while the console cannot store: it has shown the samples live and forgotten them. The agent keeps everything after
/// <paramref name="Sequence"/>, but sends what follows the batch, so that live figures go on; once an answer says false
/// again, it sends from after <paramref name="Sequence"/>. Samples that come twice are shown and stored once.
/// </param>
public sealed record SampleAcknowledgement(long Sequence, bool StoreAway = false);
