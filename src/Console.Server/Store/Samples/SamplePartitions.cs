using System.Globalization;
using Npgsql;

namespace Absorber.ConsoleServer.Store.Samples;

/// <summary>
/// Hourly partitions of the samples: made before they are needed, dropped whole once all they hold is older than the retention.
/// Not safe for concurrent use; the writer owns it.
/// </summary>
internal sealed class SamplePartitions(TimeSpan retention)
{
    private static readonly TimeSpan Width = TimeSpan.FromHours(1);
    private static readonly TimeSpan Ahead = TimeSpan.FromHours(2);

    private readonly HashSet<DateTimeOffset> _known = [];

    /// <summary>The oldest time of a sample that is worth storing.</summary>
    public DateTimeOffset OldestKept(DateTimeOffset now) => now - retention;

    /// <summary>Whether every hour that a sample of now or soon falls into has its partition.</summary>
    public bool IsPrepared(DateTimeOffset now) => _known.Contains(HourOf(now)) && _known.Contains(HourOf(now + Width));

    /// <summary>Makes the partitions from now to two hours ahead, and drops those past the retention.</summary>
    public async Task PrepareAsync(NpgsqlConnection connection, DateTimeOffset now, CancellationToken cancellation)
    {
        for (var hour = HourOf(now); hour <= now + Ahead; hour += Width)
            await EnsureAsync(connection, hour, cancellation);
        await DropOldAsync(connection, OldestKept(now), cancellation);
    }

    /// <summary>Makes the partition that holds <paramref name="at"/>, if there is none.</summary>
    public async Task EnsureAsync(NpgsqlConnection connection, DateTimeOffset at, CancellationToken cancellation)
    {
        var hour = HourOf(at);
        if (!_known.Add(hour))
            return;
        try
        {
            if (!await ExistsAsync(connection, hour, cancellation))
                await CreateAsync(connection, hour, cancellation);
        }
        catch
        {
            _known.Remove(hour);
            throw;
        }
    }

    /// <summary>Forgets what it knows of the database, after a connection to it was lost.</summary>
    public void Forget() => _known.Clear();

    private static async Task<bool> ExistsAsync(NpgsqlConnection connection, DateTimeOffset hour, CancellationToken cancellation)
    {
        await using var command = new NpgsqlCommand("SELECT to_regclass($1) IS NOT NULL", connection);
        command.Parameters.Add(new() { Value = $"console.{NameOf(hour)}" });
        return (bool)(await command.ExecuteScalarAsync(cancellation))!;
    }

    /// <summary>Made apart and then attached, because that does not wait for people who read history. Name and bounds are dates of our own making.</summary>
    private static async Task CreateAsync(NpgsqlConnection connection, DateTimeOffset hour, CancellationToken cancellation)
    {
        var name = NameOf(hour);
        await using var transaction = await connection.BeginTransactionAsync(cancellation);
        await using var command = new NpgsqlCommand(
            $"""
            CREATE TABLE console.{name} (LIKE console.samples INCLUDING DEFAULTS INCLUDING CONSTRAINTS);
            ALTER TABLE console.samples ATTACH PARTITION console.{name} FOR VALUES FROM ('{Literal(hour)}') TO ('{Literal(hour + Width)}');
            """, connection, transaction);
        await command.ExecuteNonQueryAsync(cancellation);
        await transaction.CommitAsync(cancellation);
    }

    private async Task DropOldAsync(NpgsqlConnection connection, DateTimeOffset oldest, CancellationToken cancellation)
    {
        var last = NameOf(HourOf(oldest) - Width);
        var old = new List<string>();
        await using (var command = new NpgsqlCommand(
            """
            SELECT child.relname
            FROM pg_inherits
            JOIN pg_class AS child ON child.oid = inhrelid
            WHERE inhparent = 'console.samples'::regclass
              AND child.relname ~ '^samples_[0-9]{10}$'
              AND child.relname COLLATE "C" <= $1
            """, connection))
        {
            command.Parameters.Add(new() { Value = last });
            await using var reader = await command.ExecuteReaderAsync(cancellation);
            while (await reader.ReadAsync(cancellation))
                old.Add(reader.GetString(0));
        }

        foreach (var name in old)
        {
            if (await TryDropAsync(connection, name, cancellation))
                _known.Remove(DateTimeOffset.ParseExact(name["samples_".Length..], "yyyyMMddHH", CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal));
        }
    }

    /// <summary>Gives way to a long read of history; the next turn tries again.</summary>
    private static async Task<bool> TryDropAsync(NpgsqlConnection connection, string name, CancellationToken cancellation)
    {
        try
        {
            await using var drop = new NpgsqlCommand($"SET lock_timeout = '2s'; DROP TABLE console.{name}; RESET lock_timeout", connection);
            await drop.ExecuteNonQueryAsync(cancellation);
            return true;
        }
        catch (PostgresException busy) when (busy.SqlState == PostgresErrorCodes.LockNotAvailable)
        {
            return false;
        }
    }

    private static DateTimeOffset HourOf(DateTimeOffset time) =>
        new(time.UtcTicks - (time.UtcTicks % Width.Ticks), TimeSpan.Zero);

    private static string NameOf(DateTimeOffset hour) => "samples_" + hour.ToString("yyyyMMddHH", CultureInfo.InvariantCulture);

    private static string Literal(DateTimeOffset hour) => hour.ToString("yyyy-MM-dd HH:mm:ss+00", CultureInfo.InvariantCulture);
}
