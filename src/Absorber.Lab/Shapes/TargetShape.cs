using System.Data.Common;
using Absorber.Engine.Catalog;

namespace Absorber.Lab.Shapes;

/// <summary>A column of a target.</summary>
/// <param name="Name">Its name, unquoted.</param>
/// <param name="Kind">What it holds.</param>
internal sealed record ShapeColumn(string Name, ColumnKind Kind);

/// <summary>What a column holds; each engine has a type for it.</summary>
internal enum ColumnKind
{
    Text,

    /// <summary>Text of a fixed, short length.</summary>
    Code,

    Integer,
    BigInteger,
    Decimal,
    Double,
    Boolean,
    Date,

    /// <summary>A moment in UTC, to the microsecond.</summary>
    Time,

    Uuid,
    TextList,
    Json,
    Bytes,
}

/// <summary>
/// One of the demo's targets. Keys are numbered from 0; the row of a key and a revision always has the same values, so producers and
/// the verification need to agree on nothing but revisions.
/// </summary>
internal abstract class TargetShape
{
    public abstract TableName Target { get; }

    /// <summary>How many keys there are.</summary>
    public abstract int Keys { get; }

    /// <summary>How many of them, counted from 0, any producer may write. Each of the others has one producer.</summary>
    public abstract int SharedKeys { get; }

    /// <summary>How often producers choose this target, against the others.</summary>
    public abstract int Weight { get; }

    /// <summary>The key first, <c>revision</c> last.</summary>
    public abstract IReadOnlyList<ShapeColumn> Columns { get; }

    /// <summary>The values of a row, in the order of <see cref="Columns"/>.</summary>
    public abstract object?[] Row(int key, long revision);

    /// <summary>The key's number of a row that was read in the order of <see cref="Columns"/>; null for a key that is none of ours.</summary>
    public abstract int? KeyOf(DbDataReader row);

    /// <summary>The key as people read it.</summary>
    public abstract string Describe(int key);

    /// <summary>When a revision was written, made up from it; revisions grow with time, by 1,000 per millisecond at most.</summary>
    protected static DateTime Time(long revision) => DateTime.UnixEpoch.AddTicks(revision * (TimeSpan.TicksPerMillisecond / 1000));
}
