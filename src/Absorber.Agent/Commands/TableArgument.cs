using System.CommandLine;

namespace Absorber.Agent.Commands;

/// <summary>The target that a command is about.</summary>
internal static class TableArgument
{
    public static Argument<string> Create() => new("table") { Description = "The target as schema.table; a name with dots or spaces, on PostgreSQL also with capitals, goes in double quotes." };
}
