using Npgsql;
using NpgsqlTypes;

namespace Absorber.IntegrationTests.PostgreSql.Oracle;

/// <summary>Writes to the buffer at random: single rows, many at once, COPY, savepoints; short and long transactions, some rolled back.</summary>
internal sealed class RandomProducer(string connectionString, History history, int seed)
{
    private const int Keys = 60;
    private const int Transactions = 50;

    private readonly Random _random = new(seed);

    public async Task RunAsync(CancellationToken cancellation)
    {
        await using var connection = new NpgsqlConnection(connectionString);
        await connection.OpenAsync(cancellation);
        for (var i = 0; i < Transactions; i++)
            await RunTransactionAsync(connection, cancellation);
    }

    private async Task RunTransactionAsync(NpgsqlConnection connection, CancellationToken cancellation)
    {
        var began = history.Tick();
        var written = new Dictionary<int, long>();
        await using var transaction = await connection.BeginTransactionAsync(cancellation);
        var isLong = _random.Next(10) == 0;
        for (var statements = _random.Next(1, 6); statements > 0; statements--)
        {
            if (isLong)
                await Task.Delay(TimeSpan.FromMilliseconds(_random.Next(120)), TimeProvider.System, cancellation);
            await RunStatementAsync(connection, transaction, written, cancellation);
        }

        if (_random.Next(6) == 0)
        {
            await transaction.RollbackAsync(cancellation);
            return;
        }

        await transaction.CommitAsync(cancellation);
        history.Committed(began, written);
    }

    private async Task RunStatementAsync(NpgsqlConnection connection, NpgsqlTransaction transaction, Dictionary<int, long> written, CancellationToken cancellation)
    {
        var rows = Enumerable.Range(0, _random.Next(4) == 0 ? _random.Next(1, 40) : _random.Next(1, 4))
            .Select(_ => (Key: _random.Next(Keys), Value: history.NextValue())).ToList();
        switch (_random.Next(4))
        {
            case 0:
                await CopyAsync(connection, rows, cancellation);
                break;
            case 1:
                await transaction.SaveAsync("s", cancellation);
                await InsertAsync(connection, rows, cancellation);
                if (_random.Next(2) == 0)
                {
                    await transaction.RollbackAsync("s", cancellation);
                    return;
                }

                await transaction.ReleaseAsync("s", cancellation);
                break;
            default:
                await InsertAsync(connection, rows, cancellation);
                break;
        }

        foreach (var (key, value) in rows)
            written[key] = value;
    }

    private static async Task InsertAsync(NpgsqlConnection connection, List<(int Key, long Value)> rows, CancellationToken cancellation)
    {
        await using var command = new NpgsqlCommand(
            "INSERT INTO absorber.sales_orders (key, value) SELECT * FROM unnest($1, $2)", connection);
        command.Parameters.Add(new() { Value = rows.Select(r => r.Key).ToArray() });
        command.Parameters.Add(new() { Value = rows.Select(r => r.Value).ToArray() });
        await command.ExecuteNonQueryAsync(cancellation);
    }

    private static async Task CopyAsync(NpgsqlConnection connection, List<(int Key, long Value)> rows, CancellationToken cancellation)
    {
        await using var copy = await connection.BeginBinaryImportAsync("COPY absorber.sales_orders (key, value) FROM STDIN (FORMAT BINARY)", cancellation);
        foreach (var (key, value) in rows)
        {
            await copy.StartRowAsync(cancellation);
            await copy.WriteAsync(key, NpgsqlDbType.Integer, cancellation);
            await copy.WriteAsync(value, NpgsqlDbType.Bigint, cancellation);
        }

        await copy.CompleteAsync(cancellation);
    }
}
