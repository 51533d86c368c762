using Absorber.Agent.Sampling;
using Absorber.Contracts;
using Absorber.Engine.Absorbers;
using Absorber.Engine.Sync;

namespace Absorber.Agent.Loops;

/// <summary>One absorber within the agent: what is known of it, and its loop if one runs.</summary>
/// <remarks>Safe to use from several threads.</remarks>
internal sealed class AbsorberSlot(AbsorberInfo first, AbsorberSampler sampler, Func<AbsorberInfo, AbsorberSlot, LoopRun> begin, TimeProvider time, Action changed) : ILoopObserver
{
    private readonly Lock _gate = new();
    private AbsorberInfo _info = first;
    private LoopStatus _status = new(AbsorberState.Stopped, null, time.GetUtcNow());
    private LoopRun? _run;

    public AbsorberName Name { get; } = first.Name;

    public int Id { get; } = first.Id;

    public AbsorberSampler Sampler => sampler;

    /// <summary>The loop, whether it runs or has ended; null where none was started.</summary>
    public LoopRun? Run
    {
        get
        {
            lock (_gate) return _run;
        }
    }

    public LoopStatus Status
    {
        get
        {
            lock (_gate) return _status;
        }
    }

    public AbsorberReport Report()
    {
        lock (_gate)
        {
            return new AbsorberReport
            {
                Name = _info.Name,
                State = _status.State,
                Reason = _status.Reason,
                Since = _status.Since,
                Settings = _info.Settings,
                Buffer = _info.Buffer,
            };
        }
    }

    /// <summary>Brings the loop in line with what the database says.</summary>
    public void Adopt(AbsorberInfo found)
    {
        bool settingsChanged;
        lock (_gate)
        {
            settingsChanged = found.Settings != _info.Settings;
            if (found == _info && !NeedsStart(found, settingsChanged) && !NeedsStop(found)) return;

            if (found != _info) changed();
            _info = found;
            if (NeedsStart(found, settingsChanged)) StartLocked();
        }

        if (!found.Enabled) Stop();
    }

    /// <summary>Starts the loop unless it runs.</summary>
    public void Start()
    {
        lock (_gate)
        {
            _info = _info with { Enabled = true };
            if (!IsRunning) StartLocked();
        }
    }

    /// <summary>Lets the loop finish its batch and end. A loop that gave up is forgiven.</summary>
    public void Stop()
    {
        LoopRun? run;
        lock (_gate)
        {
            _info = _info with { Enabled = false };
            run = _run;
            if (_status.State == AbsorberState.Failed) SetStatus(new LoopStatus(AbsorberState.Stopped, null, time.GetUtcNow()));
        }

        run?.Stop();
    }

    public void StatusChanged(LoopStatus status)
    {
        lock (_gate) SetStatus(status);
    }

    public void Sampled(LoopSample sample)
    {
        sampler.Take(sample);
        if (sample.Result is not { } batch) return;

        lock (_gate)
        {
            if (_info.Settings == batch.Settings) return;

            _info = _info with { Settings = batch.Settings };
            changed();
        }
    }

    private bool IsRunning => _run is { Completion.IsCompleted: false };

    /// <summary>A loop that gave up starts again by itself only when someone changed its settings.</summary>
    private bool NeedsStart(AbsorberInfo found, bool settingsChanged) =>
        found.Enabled && !IsRunning && (_status.State != AbsorberState.Failed || settingsChanged);

    private bool NeedsStop(AbsorberInfo found) =>
        !found.Enabled && (IsRunning || _status.State == AbsorberState.Failed);

    private void StartLocked()
    {
        _run = begin(_info, this);
        SetStatus(new LoopStatus(AbsorberState.Starting, null, time.GetUtcNow()));
        _ = NoteFaultAsync(_run);
    }

    /// <summary>A fault of the loop itself must not look like a stopped loop.</summary>
    private async Task NoteFaultAsync(LoopRun started)
    {
        try
        {
            await started.Completion;
        }
        catch (Exception error)
        {
            StatusChanged(new LoopStatus(AbsorberState.Failed, $"The loop ended by a fault of the agent: {error.Message}", time.GetUtcNow()));
        }
    }

    private void SetStatus(LoopStatus status)
    {
        _status = status;
        changed();
    }
}
