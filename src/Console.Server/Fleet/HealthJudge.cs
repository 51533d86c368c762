using Absorber.ConsoleClient.Views;
using Absorber.ConsoleServer.Series;
using Absorber.Contracts;

namespace Absorber.ConsoleServer.Fleet;

/// <summary>
/// Says how an absorber is doing, and how far behind it is, slowly enough that rows of the fleet page stay where they are:
/// thresholds differ on the way up and down, and what figures tell must hold for three seconds. What an agent reports counts at once.
/// </summary>
internal sealed class HealthJudge
{
    private const double BehindAboveSeconds = 5;
    private const double CaughtUpBelowSeconds = 3;
    private const double Clearly = 0.05;
    private static readonly TimeSpan MustHold = TimeSpan.FromSeconds(3);

    private bool _behind;
    private bool _growing;
    private Health? _wanted;
    private DateTimeOffset _wantedSince;

    public Health Health { get; private set; } = Health.Unknown;

    /// <summary>How far behind, in steps of four times the lag: up to 5 s, 20 s, 80 s, ...</summary>
    public int LagBand { get; private set; }

    public void Judge(bool agentOnline, AbsorberState state, Figures figures, DateTimeOffset now)
    {
        Band(figures.Measured?.LagSeconds ?? 0);
        if (Reported(agentOnline, state, figures) is { } certain)
            Settle(certain);
        else
            Lean(Measured(figures), now);
    }

    private static Health? Reported(bool agentOnline, AbsorberState state, Figures figures) => (agentOnline, state) switch
    {
        (false, _) => Health.AgentOffline,
        (_, AbsorberState.Failed) => Health.Failed,
        (_, AbsorberState.Stopped or AbsorberState.Stopping) => Health.Stopped,
        (_, AbsorberState.Retrying) => Health.FallingBehind,
        _ when figures.Measured is null => Health.Unknown,
        _ => null,
    };

    private Health Measured(Figures figures)
    {
        var lag = figures.Measured!.LagSeconds;
        _behind = lag > BehindAboveSeconds || (_behind && lag >= CaughtUpBelowSeconds);
        if (figures is { InPerSecond: { } comesIn, OutPerSecond: { } goesOut })
        {
            if (comesIn > goesOut * (1 + Clearly))
                _growing = true;
            else if (comesIn < goesOut * (1 - Clearly))
                _growing = false;
        }
        return !_behind ? Health.KeepsUp : _growing ? Health.FallingBehind : Health.CatchingUp;
    }

    private void Settle(Health health)
    {
        Health = health;
        _wanted = null;
    }

    private void Lean(Health health, DateTimeOffset now)
    {
        var fromFigures = Health is Health.KeepsUp or Health.CatchingUp or Health.FallingBehind;
        if (!fromFigures || health == Health)
        {
            Settle(health);
            return;
        }
        if (_wanted != health)
            (_wanted, _wantedSince) = (health, now);
        if (now - _wantedSince >= MustHold)
            Settle(health);
    }

    private void Band(double lag)
    {
        while (lag > UpperOf(LagBand) * 1.1)
            LagBand++;
        while (LagBand > 0 && lag < UpperOf(LagBand - 1) * 0.9)
            LagBand--;
    }

    private static double UpperOf(int band) => BehindAboveSeconds * Math.Pow(4, band);
}
