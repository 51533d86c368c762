using Absorber.Contracts;
using Absorber.Engine.Catalog;

namespace Absorber.Engine.Absorbers;

/// <summary>The wish for an absorber.</summary>
/// <param name="Database">The database of the target.</param>
/// <param name="Target">The target.</param>
/// <param name="Settings">How its loop shall run and what kind of buffer it gets.</param>
public sealed record AbsorberSpec(string Database, TableName Target, AbsorberSettings Settings);
