using Absorber.Contracts;

namespace Absorber.ConsoleServer.Hubs;

/// <summary>What is wrong with an agent's message, and what would be right; null for a good one.</summary>
internal static class AgentMessages
{
    private const int LongestName = 200;

    public static string? Problem(AgentRegistration registration)
    {
        if (registration.Protocol != ContractVersion.Current)
        {
            var older = registration.Protocol < ContractVersion.Current ? "agent" : "console";
            return $"The agent speaks version {registration.Protocol} of the contracts, this console version {ContractVersion.Current}. Update the {older}, which is the older of the two.";
        }
        if (string.IsNullOrWhiteSpace(registration.Agent) || registration.Agent.Length > LongestName)
            return $"An agent needs a name of 1 to {LongestName} characters, unique within the console.";
        if (registration.Spool == Guid.Empty)
            return "The agent's spool has no identifier.";
        if (registration.Server is null || registration.Engine is null || registration.AgentVersion is null)
            return "The agent says neither server, engine nor version of itself.";
        return Problem(registration.Absorbers);
    }

    public static string? Problem(IReadOnlyList<AbsorberReport>? reports)
    {
        if (reports is null || reports.Any(report => report is null || !IsComplete(report.Name) || report.Settings is null || report.Buffer is null))
            return "Every absorber needs the names of its database, schema and table, its settings and its buffer.";
        if (reports.Count > HubLimits.AbsorbersPerAgent)
            return $"The agent reports {reports.Count} absorbers; the console takes {HubLimits.AbsorbersPerAgent} of one agent. Spread them over more agents.";
        var twice = reports.GroupBy(report => report.Name).FirstOrDefault(group => group.Count() > 1)?.Key;
        return twice is null ? null : $"The agent reports {twice} in {twice.Database} twice.";
    }

    public static string? Problem(SampleBatch batch, Guid spool)
    {
        if (batch.Spool != spool)
            return "The samples are of another spool than the one that the agent registered with. Register again.";
        if (batch.Absorbers is null || batch.Samples is null || batch.Absorbers.Any(name => !IsComplete(name)) || batch.Samples.Any(sample => sample is null))
            return "A batch of samples needs its absorbers and its samples.";
        if (batch.Samples.Count > HubLimits.SamplesPerBatch)
            return $"The batch holds {batch.Samples.Count} samples; the console takes {HubLimits.SamplesPerBatch} at once.";
        if (batch.FirstSequence < 1)
            return "Sequence numbers are counted from 1.";
        return batch.Samples.Any(sample => (uint)sample.Absorber >= (uint)batch.Absorbers.Count)
            ? "A sample points to an absorber that the batch does not name."
            : null;
    }

    private static bool IsComplete(AbsorberName? name) =>
        name is not null && !string.IsNullOrEmpty(name.Database) && !string.IsNullOrEmpty(name.Schema) && !string.IsNullOrEmpty(name.Table);
}
