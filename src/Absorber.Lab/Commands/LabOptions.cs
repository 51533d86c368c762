using System.CommandLine;
using System.Globalization;

namespace Absorber.Lab.Commands;

/// <summary>Options that several commands share.</summary>
internal static class LabOptions
{
    /// <summary>A length of time.</summary>
    public static Option<TimeSpan?> Length(string name, string description, TimeSpan? fallback = null) => new(name)
    {
        Description = description,
        DefaultValueFactory = _ => fallback,
        CustomParser = result =>
        {
            if (result.Tokens is [var token] && Duration.TryParse(token.Value, out var length))
                return length;

            result.AddError($"{name} takes {Duration.Expected}.");
            return null;
        },
    };

    /// <summary>A whole number within limits.</summary>
    public static Option<int> Number(string name, string description, int fallback, int least, int most) => new(name)
    {
        Description = description,
        DefaultValueFactory = _ => fallback,
        Validators =
        {
            result =>
            {
                if (result.Tokens.Count > 0 && int.TryParse(result.Tokens[0].Value, CultureInfo.InvariantCulture, out var number) && (number < least || number > most))
                    result.AddError($"{name} must be from {least:N0} to {most:N0}, not {number:N0}.");
            },
        },
    };
}
