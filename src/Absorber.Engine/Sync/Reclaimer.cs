using Absorber.Contracts;
using Microsoft.Extensions.Logging;

namespace Absorber.Engine.Sync;

/// <summary>Lets a session give back room between batches; the session knows when that is worth its while. Failures never stop a loop.</summary>
internal sealed class Reclaimer(AbsorberName absorber, ILogger logger)
{
    private const int LoudEvery = 100;

    private int _failures;

    public async Task ReclaimAsync(ILoopSession session, CancellationToken cancellation)
    {
        try
        {
            await session.ReclaimAsync(cancellation);
            _failures = 0;
        }
        catch (Exception error) when (!cancellation.IsCancellationRequested)
        {
            _failures++;
            if (_failures % LoudEvery == 0) logger.ReclaimKeepsFailing(absorber, _failures, error.Message);
            else logger.NotReclaimed(absorber, error.Message);
        }
    }
}
