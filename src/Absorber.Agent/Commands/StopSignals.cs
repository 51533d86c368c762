using System.Runtime.InteropServices;

namespace Absorber.Agent.Commands;

/// <summary>Turns Ctrl-C and SIGTERM into the wish to stop, and a second one into the wish to stop at once.</summary>
internal sealed class StopSignals : IDisposable
{
    private readonly CancellationTokenSource _stopping = new();
    private readonly CancellationTokenSource _abort = new();
    private readonly List<PosixSignalRegistration> _registrations = [];

    public StopSignals()
    {
        _registrations.Add(PosixSignalRegistration.Create(PosixSignal.SIGINT, Take));
        _registrations.Add(PosixSignalRegistration.Create(PosixSignal.SIGTERM, Take));
    }

    /// <summary>Finish what is in flight, then end.</summary>
    public CancellationToken Stopping => _stopping.Token;

    /// <summary>Cancel what is in flight, then end.</summary>
    public CancellationToken Abort => _abort.Token;

    public void Dispose()
    {
        foreach (var registration in _registrations) registration.Dispose();
        _stopping.Dispose();
        _abort.Dispose();
    }

    private void Take(PosixSignalContext context)
    {
        context.Cancel = true;
        var wish = _stopping.IsCancellationRequested ? _abort : _stopping;
        wish.Cancel();
    }
}
