using Absorber.Contracts;

namespace Absorber.ConsoleServer.Store.Samples;

/// <summary>A sample with the console's number of its absorber; <see cref="Sample.Absorber"/> only means something within one message.</summary>
internal readonly record struct StoredSample(int AbsorberId, Sample Sample);
