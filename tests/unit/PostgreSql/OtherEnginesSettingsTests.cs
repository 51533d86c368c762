using Absorber.Contracts;
using Absorber.Engine.Errors;
using Absorber.Engine.PostgreSql.Buffers;

namespace Absorber.UnitTests.PostgreSql;

public sealed class OtherEnginesSettingsTests
{
    public static TheoryData<AbsorberSettings, string> Refused => new()
    {
        { new() { MaxDop = 2 }, "PostgreSQL has no MAXDOP" },
        { new() { HashBuckets = 1024 }, "no hash buckets" },
        { new() { Buffer = BufferKind.Memory }, "as tables on disk" },
    };

    [Theory]
    [MemberData(nameof(Refused))]
    public void Refuse_SettingOfAnotherEngine_SaysWhyItDoesNothing(AbsorberSettings settings, string expected)
    {
        var e = Assert.Throws<EngineException>(() => OtherEnginesSettings.Refuse(settings));

        Assert.Equal(EngineErrorKind.BadRequest, e.Kind);
        Assert.Contains(expected, e.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Refuse_OwnSettings_Pass() => OtherEnginesSettings.Refuse(new AbsorberSettings { BatchSize = null, Persisted = false });
}
