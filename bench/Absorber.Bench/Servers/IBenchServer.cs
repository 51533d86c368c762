using Absorber.Bench.Tables;
using Absorber.Contracts;
using Absorber.Engine;

namespace Absorber.Bench.Servers;

/// <summary>The server that is measured.</summary>
internal interface IBenchServer : IAsyncDisposable
{
    IDatabaseEngine Engine { get; }

    /// <summary>The process whose children's processor time counts as the server's; null where it runs elsewhere.</summary>
    int? Process { get; }

    /// <summary>How it is set up, for the report.</summary>
    string Setting { get; }

    /// <summary>A database of its own with the benches' target and its absorber.</summary>
    Task<IBenchTable> CreateTableAsync(AbsorberSettings settings, CancellationToken cancellation);
}
