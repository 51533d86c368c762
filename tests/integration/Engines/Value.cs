using System.Globalization;

namespace Absorber.IntegrationTests.Engines;

/// <summary>What a server answered, as the type that a test compares; servers differ in the type of a count.</summary>
internal static class Value
{
    public static T? As<T>(object? value) =>
        value is null or DBNull ? default : value is T same ? same : (T)Convert.ChangeType(value, typeof(T), CultureInfo.InvariantCulture);
}
