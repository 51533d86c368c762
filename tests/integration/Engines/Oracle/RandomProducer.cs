using System.Data;
using System.Data.Common;
using System.Globalization;

namespace Absorber.IntegrationTests.Engines.Oracle;

/// <summary>Writes to the buffer at random: single rows, many at once, in bulk, savepoints; short and long transactions, some rolled back.</summary>
internal sealed class RandomProducer(Bed bed, History history, int seed)
{
    private const int Keys = 60;
    private const int Transactions = 50;

    private readonly Random _random = new(seed);

    public async Task RunAsync(CancellationToken cancellation)
    {
        await using var connection = await bed.Database.Source.OpenConnectionAsync(cancellation);
        for (var i = 0; i < Transactions; i++)
            await RunTransactionAsync(connection, cancellation);
    }

    private async Task RunTransactionAsync(DbConnection connection, CancellationToken cancellation)
    {
        var began = history.Tick();
        var written = new Dictionary<int, long>();
        await using var transaction = await connection.BeginTransactionAsync(IsolationLevel.ReadCommitted, cancellation);
        var isLong = _random.Next(10) == 0;
        for (var statements = _random.Next(1, 6); statements > 0; statements--)
        {
            if (isLong)
                await Task.Delay(TimeSpan.FromMilliseconds(_random.Next(120)), TimeProvider.System, cancellation);
            await RunStatementAsync(transaction, written, cancellation);
        }

        if (_random.Next(6) == 0)
        {
            await transaction.RollbackAsync(cancellation);
            return;
        }

        await transaction.CommitAsync(cancellation);
        history.Committed(began, written);
    }

    private async Task RunStatementAsync(DbTransaction transaction, Dictionary<int, long> written, CancellationToken cancellation)
    {
        var rows = Enumerable.Range(0, _random.Next(4) == 0 ? _random.Next(1, 40) : _random.Next(1, 4))
            .Select(_ => (Key: _random.Next(Keys), Value: history.NextValue())).ToList();
        switch (_random.Next(4))
        {
            case 0:
                await bed.Database.CopyAsync(transaction, bed.Buffer, rows, cancellation);
                break;
            case 1:
                await transaction.SaveAsync("s", cancellation);
                await InsertAsync(transaction, rows, cancellation);
                if (_random.Next(2) == 0)
                {
                    await transaction.RollbackAsync("s", cancellation);
                    return;
                }

                break;
            default:
                await InsertAsync(transaction, rows, cancellation);
                break;
        }

        foreach (var (key, value) in rows)
            written[key] = value;
    }

    private async Task InsertAsync(DbTransaction transaction, List<(int Key, long Value)> rows, CancellationToken cancellation)
    {
        var values = rows.Select(row => string.Create(CultureInfo.InvariantCulture, $"({row.Key}, {row.Value})"));
        await using var command = transaction.Connection!.CreateCommand();
        command.Transaction = transaction;
        command.CommandText = $"INSERT INTO {bed.Buffer} (\"key\", value) VALUES {string.Join(", ", values)}";
        await command.ExecuteNonQueryAsync(cancellation);
    }
}
