using Absorber.ConsoleClient.Views;
using Absorber.Contracts;
using Absorber.Testing.Databases;
using Microsoft.AspNetCore.SignalR;
using Microsoft.AspNetCore.SignalR.Client;
using static Absorber.IntegrationTests.ConsoleServer.FakeAgent;

namespace Absorber.IntegrationTests.ConsoleServer;

public sealed class AgentHubTests(PostgresServers servers)
{
    [Fact]
    public async Task Register_OtherProtocol_IsRefusedWithAWord()
    {
        await using var database = await servers.CreateDatabaseAsync();
        await using var console = await RunningConsole.StartAsync(database.ConnectionString);
        await using var agent = await ConnectAsync(console);

        var reply = await agent.Hub.InvokeAsync<RegistrationReply>(nameof(IAgentHub.Register), new AgentRegistration(99, "one", "9.9", "db", "X", agent.Spool, []));

        Assert.False(reply.Accepted);
        Assert.Contains("Update the console", reply.Refusal, StringComparison.Ordinal);
    }

    [Fact]
    public async Task SendSamples_BeforeRegister_IsRefused()
    {
        await using var database = await servers.CreateDatabaseAsync();
        await using var console = await RunningConsole.StartAsync(database.ConnectionString);
        await using var agent = await ConnectAsync(console);

        var refusal = await Assert.ThrowsAsync<HubException>(() => agent.SendAsync(1, Sample(DateTimeOffset.UnixEpoch)));
        Assert.Contains("Register first", refusal.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Disconnect_Agent_IsOfflineAtOnceAndKeepsItsNumberWhenItIsBack()
    {
        await using var database = await servers.CreateDatabaseAsync();
        await using var console = await RunningConsole.StartAsync(database.ConnectionString);
        var agent = await RegisterAsync(console);
        Assert.Equal(Health.Unknown, Assert.Single(console.Fleet.Current.Absorbers).Health);

        await agent.DisposeAsync();
        await Eventually.HoldsAsync(() => console.Fleet.Current.Absorbers[0].Health == Health.AgentOffline);
        await using var back = await RegisterAsync(console);

        Assert.True(console.Fleet.Find(1)!.AgentOnline);
    }

    [Fact]
    public async Task Silence_AgentThatIsFrozen_IsOfflineWithinTenSeconds()
    {
        await using var database = await servers.CreateDatabaseAsync();
        await using var console = await RunningConsole.StartAsync(database.ConnectionString);
        await using var agent = await ConnectAsync(console);
        agent.Hub.KeepAliveInterval = TimeSpan.FromHours(1);
        await agent.Hub.StopAsync();
        await agent.Hub.StartAsync();
        await agent.RegisterAsync();
        var frozen = TimeProvider.System.GetTimestamp();

        await Eventually.HoldsAsync(() => !console.Fleet.Agent("one")!.IsOnline);

        Assert.InRange(TimeProvider.System.GetElapsedTime(frozen).TotalSeconds, 5, 12);
        Assert.True(console.Fleet.Agent("one")!.Seen < TimeProvider.System.GetUtcNow().AddSeconds(-4));
    }

    [Fact]
    public async Task Register_SecondAgentOfTheSameName_TakesThePlaceAndTheFirstIsRefusedWhileItStays()
    {
        await using var database = await servers.CreateDatabaseAsync();
        await using var console = await RunningConsole.StartAsync(database.ConnectionString);
        await using var first = await RegisterAsync(console);
        var second = await RegisterAsync(console);
        await Eventually.HoldsAsync(() => first.Hub.State == HubConnectionState.Disconnected);

        await using (var retry = await ConnectAsync(console, first.Spool))
        {
            var reply = await retry.RegisterAsync();
            Assert.False(reply.Accepted);
            Assert.Contains("name of its own", reply.Refusal, StringComparison.Ordinal);
        }
        await second.DisposeAsync();
        await Eventually.HoldsAsync(() => !console.Fleet.Agent("one")!.IsOnline);
        await using var later = await RegisterAsync(console, first.Spool);
    }

    [Fact]
    public async Task ReportAbsorbers_OneIsNewAndOneIsGone_ShowsWhatThereIs()
    {
        await using var database = await servers.CreateDatabaseAsync();
        await using var console = await RunningConsole.StartAsync(database.ConnectionString);
        await using var agent = await RegisterAsync(console);
        var lines = Report(new AbsorberName("shop", "sales", "lines"), AbsorberState.Stopped);

        await agent.Hub.InvokeAsync(nameof(IAgentHub.ReportAbsorbers), (IReadOnlyList<AbsorberReport>)[lines]);
        console.Fleet.Refresh();

        var view = Assert.Single(console.Fleet.Current.Absorbers);
        Assert.Equal((2, "lines", Health.Stopped), (view.Id, view.Name.Table, view.Health));
        Assert.Equal(1, await database.QueryAsync<long>("SELECT count(*) FROM console.absorbers WHERE removed IS NOT NULL"));
    }

    [Fact]
    public async Task StopAsync_AgentObeys_ReportsTheOutcomeAndAuditsIt()
    {
        await using var database = await servers.CreateDatabaseAsync();
        await using var console = await RunningConsole.StartAsync(database.ConnectionString);
        await using var agent = await RegisterAsync(console);
        agent.Hub.On<AbsorberName, CommandOutcome>(nameof(IAgentClient.StopAbsorber), name => Task.FromResult(new CommandOutcome(true, AbsorberState.Stopped, $"{name} is stopped.")));

        var outcome = await console.Get<ICommands>().StopAsync(1, CancellationToken.None).WaitAsync(Patience);

        Assert.Equal(new CommandOutcome(true, AbsorberState.Stopped, "sales.orders is stopped."), outcome);
        var action = Assert.Single(await console.Get<IHistory>().ReadActionsAsync(1, 10, CancellationToken.None));
        Assert.Equal(("local operator", "stop", true), (action.Who, action.What, action.Succeeded));
        Assert.Equal("Running Stopped", await database.QueryAsync<string>("SELECT before || ' ' || after FROM console.actions"));
    }

    [Fact]
    public async Task StartAsync_AgentIsOffline_SaysSoAndAuditsTheAttempt()
    {
        await using var database = await servers.CreateDatabaseAsync();
        await using var console = await RunningConsole.StartAsync(database.ConnectionString);
        await (await RegisterAsync(console)).DisposeAsync();
        await Eventually.HoldsAsync(() => !console.Fleet.Agent("one")!.IsOnline);

        var outcome = await console.Get<ICommands>().StartAsync(1, CancellationToken.None);

        Assert.False(outcome.Succeeded);
        Assert.Contains("offline", outcome.Message, StringComparison.Ordinal);
        Assert.False(Assert.Single(await console.Get<IHistory>().ReadActionsAsync(1, 10, CancellationToken.None)).Succeeded);
    }

    [Fact]
    public async Task StartAsync_AgentDoesNotAnswer_GivesUpAfterTheTimeout()
    {
        await using var database = await servers.CreateDatabaseAsync();
        await using var console = await RunningConsole.StartAsync(database.ConnectionString, "--Console:CommandTimeout=00:00:01");
        await using var agent = await RegisterAsync(console);
        var never = new TaskCompletionSource<CommandOutcome>();
        agent.Hub.On<AbsorberName, CommandOutcome>(nameof(IAgentClient.StartAbsorber), _ => never.Task);

        var outcome = await console.Get<ICommands>().StartAsync(1, CancellationToken.None).WaitAsync(Patience);

        Assert.False(outcome.Succeeded);
        Assert.Contains("did not answer within 1 s", outcome.Message, StringComparison.Ordinal);
        never.SetCanceled();
    }

    [Fact]
    public async Task StartAsync_UnknownAbsorber_IsAnOutcomeNotAnError()
    {
        await using var database = await servers.CreateDatabaseAsync();
        await using var console = await RunningConsole.StartAsync(database.ConnectionString);

        Assert.False((await console.Get<ICommands>().StartAsync(77, CancellationToken.None)).Succeeded);
        Assert.Equal(1, await database.QueryAsync<long>("SELECT count(*) FROM console.actions"));
    }
}
