using Absorber.ConsoleServer.Hubs;
using Absorber.Contracts;
using static Absorber.UnitTests.ConsoleServer.Samples;

namespace Absorber.UnitTests.ConsoleServer.Hubs;

public sealed class AgentMessagesTests
{
    private static readonly Guid Spool = Guid.NewGuid();
    private static readonly AbsorberName Orders = new("shop", "sales", "orders");

    private static readonly AbsorberReport Report = new()
    {
        Name = Orders,
        State = AbsorberState.Running,
        Since = Noon,
        Settings = new AbsorberSettings(),
        Buffer = "absorber.sales_orders",
    };

    private static readonly AgentRegistration Registration = new(ContractVersion.Current, "one", "0.1.0", "db07", "PostgreSQL 18", Spool, [Report]);

    private static readonly SampleBatch Batch = new(Spool, 1, [Orders], [Idle(Noon)], 0);

    [Fact]
    public void Problem_GoodMessages_None()
    {
        Assert.Null(AgentMessages.Problem(Registration));
        Assert.Null(AgentMessages.Problem(Batch, Spool));
    }

    [Theory]
    [InlineData(0, "agent")]
    [InlineData(2, "console")]
    public void Problem_OtherProtocol_SaysWhichSideIsOlder(int protocol, string older) =>
        Assert.Contains($"Update the {older}", AgentMessages.Problem(Registration with { Protocol = protocol }), StringComparison.Ordinal);

    [Fact]
    public void Problem_RegistrationWithAMistake_IsRefused()
    {
        AgentRegistration[] wrong =
        [
            Registration with { Agent = " " },
            Registration with { Agent = new string('x', 201) },
            Registration with { Spool = Guid.Empty },
            Registration with { Absorbers = null! },
            Registration with { Absorbers = [Report, Report] },
            Registration with { Absorbers = [Report with { Name = new("shop", "", "orders") }] },
        ];

        Assert.All(wrong, registration => Assert.NotNull(AgentMessages.Problem(registration)));
    }

    [Fact]
    public void Problem_BatchWithAMistake_IsRefused()
    {
        SampleBatch[] wrong =
        [
            Batch with { Spool = Guid.NewGuid() },
            Batch with { FirstSequence = 0 },
            Batch with { Absorbers = [] },
            Batch with { Samples = [Idle(Noon) with { Absorber = -1 }] },
            Batch with { Samples = [.. Enumerable.Repeat(Idle(Noon), HubLimits.SamplesPerBatch + 1)] },
        ];

        Assert.All(wrong, batch => Assert.NotNull(AgentMessages.Problem(batch, Spool)));
    }
}
