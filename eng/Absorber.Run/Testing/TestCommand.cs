using System.CommandLine;
using Absorber.Run.Steps;

namespace Absorber.Run.Testing;

/// <summary><c>test</c>: everything that a change must pass.</summary>
internal static class TestCommand
{
    public static Command Create(CancellationToken stop)
    {
        var parts = new Argument<string[]>("parts")
        {
            Description = "Which tests; by default all of them, and the check of the code's format",
            Arity = ArgumentArity.ZeroOrMore,
            DefaultValueFactory = _ => [],
        };
        parts.AcceptOnlyFromAmong([.. TestParts.Names]);

        var command = new Command("test", "Install, build and run the tests") { parts };
        command.SetAction((parsed, _) => new TestRun(parsed.GetRequiredValue(parts), Output.Open(), TimeProvider.System).RunAsync(stop));
        return command;
    }
}
