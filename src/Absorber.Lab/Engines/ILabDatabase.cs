using System.Data.Common;
using Absorber.Engine;
using Absorber.Lab.Loading;
using Absorber.Lab.Shapes;

namespace Absorber.Lab.Engines;

/// <summary>The database of the demo's targets, on one of the engines.</summary>
internal interface ILabDatabase
{
    /// <summary>The database's name; empty for the login's default.</summary>
    string Name { get; }

    IDatabaseEngine OpenEngine();

    /// <summary>Makes the demo's targets where they are missing.</summary>
    Task CreateTargetsAsync(CancellationToken cancellation);

    /// <summary>A connection of one producer. Connects to nothing yet.</summary>
    /// <param name="number">The producer's number, from 1.</param>
    /// <param name="buffers">The buffer's name of each target, quoted for use in SQL.</param>
    /// <param name="clock">The clock to wait by.</param>
    IProducerConnection OpenProducer(int number, IReadOnlyDictionary<TargetShape, string> buffers, TimeProvider clock);

    /// <summary>Opens a connection to read targets from.</summary>
    Task<DbConnection> OpenAsync(CancellationToken cancellation);

    /// <summary>The statement that reads all of a target's columns, in their order.</summary>
    string Select(TargetShape shape);

    /// <summary>What a value reads as once the engine has stored it.</summary>
    object Stored(ShapeColumn column, object value);

    /// <summary>Reads a value that is not null.</summary>
    object Read(DbDataReader row, int i, ShapeColumn column);
}
