using Absorber.Contracts;

namespace Absorber.Agent.Spool;

/// <summary>A sample with the absorber that it belongs to; its <see cref="Sample.Absorber"/> means nothing until it is put into a batch.</summary>
internal readonly record struct SpooledSample(AbsorberName Absorber, Sample Sample);
