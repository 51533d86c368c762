using System.Collections.Concurrent;
using Absorber.ConsoleServer.Store;
using Absorber.ConsoleServer.Store.Model;
using Microsoft.EntityFrameworkCore;

namespace Absorber.ConsoleServer.Fleet;

/// <summary>Writes down what people did. While the store is away entries wait in memory: an operator must be able to stop a loop just then.</summary>
internal sealed class AuditTrail(IDbContextFactory<StoreContext> store, ILogger<AuditTrail> log) : IDisposable
{
    private const int MostWaiting = 1_000;

    private readonly ConcurrentQueue<ActionRow> _waiting = new();
    private readonly SemaphoreSlim _saving = new(1, 1);

    public async Task WriteAsync(ActionRow action, CancellationToken cancellation)
    {
        _waiting.Enqueue(action);
        while (_waiting.Count > MostWaiting)
            _waiting.TryDequeue(out _);
        await SaveAsync(cancellation);
    }

    public void Dispose() => _saving.Dispose();

    /// <summary>Saves what waits.</summary>
    public async Task SaveAsync(CancellationToken cancellation)
    {
        if (_waiting.IsEmpty)
            return;
        await _saving.WaitAsync(cancellation);
        try
        {
            await using var context = await store.CreateDbContextAsync(cancellation);
            var saved = _waiting.ToArray();
            foreach (var row in saved)
                row.Id = 0;
            await context.Actions.AddRangeAsync(saved, cancellation);
            await context.SaveChangesAsync(cancellation);
            for (var i = 0; i < saved.Length; i++)
                _waiting.TryDequeue(out _);
        }
        catch (Exception error) when (StoreErrors.AreOfStore(error))
        {
            log.AuditWaits(_waiting.Count, StoreErrors.Describe(error));
        }
        finally
        {
            _saving.Release();
        }
    }
}
