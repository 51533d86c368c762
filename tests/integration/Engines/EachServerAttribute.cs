using System.Reflection;
using Xunit.Sdk;
using Xunit.v3;

namespace Absorber.IntegrationTests.Engines;

/// <summary>Runs a theory once per kind of server, given as its first argument; the arguments given here follow it.</summary>
[AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
public sealed class EachServerAttribute(params object?[] arguments) : DataAttribute
{
    public object?[] Arguments { get; } = arguments;

    public override ValueTask<IReadOnlyCollection<ITheoryDataRow>> GetData(MethodInfo testMethod, DisposalTracker disposalTracker) =>
        new(TestServers.Kinds
            .Select(ITheoryDataRow (kind) => new TheoryDataRow([kind, .. Arguments]))
            .ToList());

    public override bool SupportsDiscoveryEnumeration() => true;
}
