using System.Text.Json.Serialization;

namespace Absorber.Lab.Loading;

/// <summary>What a load produced so far.</summary>
internal sealed class LoadTally
{
    private long _rows;
    private long _transactions;
    private long _rolledBackRows;
    private long _rolledBackTransactions;
    private long _failedTransactions;

    /// <summary>Rows of committed transactions.</summary>
    [JsonPropertyName("rows")]
    public long Rows => Volatile.Read(ref _rows);

    [JsonPropertyName("transactions")]
    public long Transactions => Volatile.Read(ref _transactions);

    [JsonPropertyName("rolledBackRows")]
    public long RolledBackRows => Volatile.Read(ref _rolledBackRows);

    [JsonPropertyName("rolledBackTransactions")]
    public long RolledBackTransactions => Volatile.Read(ref _rolledBackTransactions);

    /// <summary>Transactions that the server or the connection broke off; their rows are not counted.</summary>
    [JsonPropertyName("failedTransactions")]
    public long FailedTransactions => Volatile.Read(ref _failedTransactions);

    [JsonPropertyName("seconds")]
    public double Seconds { get; set; }

    [JsonPropertyName("rowsPerSecond")]
    public double RowsPerSecond => Seconds > 0 ? Rows / Seconds : 0;

    public void Committed(int rows)
    {
        Interlocked.Add(ref _rows, rows);
        Interlocked.Increment(ref _transactions);
    }

    public void RolledBack(int rows)
    {
        Interlocked.Add(ref _rolledBackRows, rows);
        Interlocked.Increment(ref _rolledBackTransactions);
    }

    public void Failed() => Interlocked.Increment(ref _failedTransactions);
}
