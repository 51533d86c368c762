using Absorber.Contracts;
using Absorber.Engine.Errors;
using Absorber.Engine.SqlServer.Buffers;

namespace Absorber.UnitTests.SqlServer;

public sealed class SettingsCheckTests
{
    public static TheoryData<AbsorberSettings, string> Refused => new()
    {
        { new() { Interval = TimeSpan.FromMilliseconds(15) }, "steps of 10 ms" },
        { new() { MaxDop = 0 }, "from 1 to 64" },
        { new() { MaxDop = 65 }, "from 1 to 64" },
        { new() { HashBuckets = 0 }, "from 1 to 1073741824" },
        { new() { HashBuckets = 1024, Buffer = BufferKind.Disk }, "buffer in memory" },
    };

    [Theory]
    [MemberData(nameof(Refused))]
    public void Check_WhatCannotBe_SaysWhatWouldBeRight(AbsorberSettings settings, string expected)
    {
        var e = Assert.Throws<EngineException>(() => SettingsCheck.Check(settings));

        Assert.Equal(EngineErrorKind.BadRequest, e.Kind);
        Assert.Contains(expected, e.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Check_Defaults_Pass() => SettingsCheck.Check(new AbsorberSettings());

    [Fact]
    public void Check_EverythingSet_Passes() =>
        SettingsCheck.Check(new AbsorberSettings { Interval = TimeSpan.FromMilliseconds(250), MaxDop = 4, HashBuckets = 1 << 20, Buffer = BufferKind.Memory });
}
