using System.Runtime.InteropServices;

namespace Absorber.Run.Processes;

/// <summary>Turns Ctrl-C and its relatives into a cancellation, so that everything that was started can be stopped in order.</summary>
internal sealed class StopSignals : IDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly List<PosixSignalRegistration> _registrations;

    public StopSignals() => _registrations =
    [
        PosixSignalRegistration.Create(PosixSignal.SIGINT, Stop),
        PosixSignalRegistration.Create(PosixSignal.SIGTERM, Stop),
        PosixSignalRegistration.Create(PosixSignal.SIGHUP, Stop),
    ];

    public CancellationToken Token => _stop.Token;

    public void Dispose()
    {
        _registrations.ForEach(registration => registration.Dispose());
        _stop.Dispose();
    }

    private void Stop(PosixSignalContext context)
    {
        context.Cancel = true;
        _stop.Cancel();
    }
}
