using System.Reflection;
using Xunit;
using Xunit.Sdk;
using Xunit.v3;

namespace Absorber.Testing.Databases;

/// <summary>Runs a theory once per PostgreSQL version, given as its first argument; the arguments given here follow it.</summary>
[AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
public sealed class EachPostgresAttribute(params object?[] arguments) : DataAttribute
{
    public object?[] Arguments { get; } = arguments;

    public override ValueTask<IReadOnlyCollection<ITheoryDataRow>> GetData(MethodInfo testMethod, DisposalTracker disposalTracker) =>
        new(Enum.GetValues<PostgresVersion>()
            .Select(ITheoryDataRow (version) => new TheoryDataRow([version, .. Arguments]))
            .ToList());

    public override bool SupportsDiscoveryEnumeration() => true;
}
