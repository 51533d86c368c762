using System.Data.Common;
using Absorber.Engine;
using Absorber.Engine.Absorbers;

namespace Absorber.IntegrationTests.Engines;

/// <summary>
/// An empty database of one test, and all in which tests must tell kinds of servers apart. Everything else they say in SQL that
/// every server understands: identifiers in double quotes, lists of columns, VALUES, types int, bigint, varchar.
/// </summary>
internal interface ITestDatabase : IAsyncDisposable
{
    string Name { get; }

    /// <summary>Pooled connections.</summary>
    DbDataSource Source { get; }

    /// <summary>The code by which the server refuses a row for its foreign key.</summary>
    string ForeignKeyCode { get; }

    /// <summary>The framework's table of batches, one row per batch that moved rows.</summary>
    string Batches { get; }

    /// <summary>A query of all objects outside the schema <c>sales</c>, one per row.</summary>
    string Objects { get; }

    /// <summary>A query of the current session's number.</summary>
    string SessionId { get; }

    /// <summary>A query of the numbers of this database's loops that wait for a lock.</summary>
    string WaitingLoops { get; }

    /// <summary>The adapter, on this database's server.</summary>
    IDatabaseEngine CreateEngine();

    /// <summary>A connection of its own, outside any pool.</summary>
    DbConnection CreateConnection();

    /// <summary>A column that the server numbers.</summary>
    string Identity(string column);

    /// <summary>An <c>int</c> column that the server computes and stores.</summary>
    string Computed(string column, string expression);

    /// <summary>The rows of a buffer that no batch has dealt with, to select from.</summary>
    string Pending(AbsorberInfo absorber);

    /// <summary>A statement that kills a session.</summary>
    string Kill(int session);

    /// <summary>Whether a statement failed because its session was killed.</summary>
    bool IsKilled(DbException e);

    /// <summary>Writes rows to the columns <c>key</c> and <c>value</c> by the server's bulk protocol.</summary>
    Task CopyAsync(DbTransaction transaction, string buffer, IReadOnlyList<(int Key, long Value)> rows, CancellationToken cancellation);

    /// <summary>
    /// One step of a loop that is run by hand as roughly as the framework allows: a batch at most, and whatever else may happen
    /// between batches. Returns whether it found rows; where another loop is at work it does nothing.
    /// </summary>
    Task<bool> StepAsync(Session session, AbsorberInfo absorber, long mostRows, Random random);
}
