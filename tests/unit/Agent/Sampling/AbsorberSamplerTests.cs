using Absorber.Agent.Sampling;
using Absorber.Agent.Spool;
using Absorber.Contracts;
using Absorber.Engine.Absorbers;
using Absorber.Engine.Sync;

namespace Absorber.UnitTests.Agent.Sampling;

public sealed class AbsorberSamplerTests : ISampleSink
{
    private readonly ManualTimeProvider _time = new();
    private readonly List<Sample> _samples = [];
    private readonly AbsorberSampler _sampler;

    public AbsorberSamplerTests() => _sampler = new AbsorberSampler(new AbsorberName("db", "public", "orders"), this, _time);

    void ISampleSink.Append(AbsorberName absorber, Sample sample) => _samples.Add(sample);

    [Fact]
    public void Take_IdleTicksThatSayTheSame_AreThinnedOut()
    {
        for (var i = 0; i < 100; i++)
        {
            _sampler.Take(Idle(new Watermarks(5, 5)));
            _time.Advance(TimeSpan.FromMilliseconds(10));
        }

        Assert.InRange(_samples.Count, 5, 6);
    }

    [Fact]
    public void Take_IdleTickWithOtherWatermarks_IsKept()
    {
        _sampler.Take(Idle(new Watermarks(5, 5)));
        _sampler.Take(Idle(new Watermarks(6, 5)));
        Assert.Equal(2, _samples.Count);
    }

    [Fact]
    public void Take_FailureWithoutWatermarks_CarriesTheLastKnown()
    {
        _sampler.Watch(new Watermarks(50, 20));
        _sampler.Take(new LoopSample { Kind = SampleKind.Error, At = _time.GetUtcNow(), Lag = default, Error = "failed" });
        Assert.Equal((50, 20, 30, "failed"), (_samples[1].Issued, _samples[1].Absorbed, _samples[1].Depth, _samples[1].Error));
    }

    [Fact]
    public void Watch_LookOlderThanTheLoops_IsPassedOver()
    {
        _sampler.Take(Idle(new Watermarks(50, 50)));
        _sampler.Watch(new Watermarks(40, 40));
        Assert.Single(_samples);
    }

    [Fact]
    public void IsSilentFor_AfterASample_TurnsTrueWithTime()
    {
        Assert.True(_sampler.IsSilentFor(TimeSpan.FromSeconds(1)));
        _sampler.Watch(default);
        Assert.False(_sampler.IsSilentFor(TimeSpan.FromSeconds(1)));
        _time.Advance(TimeSpan.FromSeconds(1));
        Assert.True(_sampler.IsSilentFor(TimeSpan.FromSeconds(1)));
    }

    private LoopSample Idle(Watermarks watermarks) => new() { Kind = SampleKind.Idle, At = _time.GetUtcNow(), Watermarks = watermarks, Lag = default };
}
