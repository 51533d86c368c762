// Why this file is here: Microsoft.Data.SqlClient was compiled against the package Microsoft.SqlServer.Server, which describes
// user-defined types written in .NET. We use none of them, but SqlBulkCopy and most commands with parameters look these four types up
// and fail with FileNotFoundException where no assembly of that name is found. These are the members that SqlClient asks for, nothing
// more. Where the real package can be restored it replaces this project.
namespace Microsoft.SqlServer.Server;

/// <summary>How a user-defined type is stored.</summary>
public enum Format
{
    Unknown = 0,
    Native = 1,
    UserDefined = 2,
}

/// <summary>Writes and reads a user-defined type's own format.</summary>
public interface IBinarySerialize
{
    void Read(BinaryReader r);

    void Write(BinaryWriter w);
}

/// <summary>Marks a .NET type as a user-defined type of SQL Server.</summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct, Inherited = true)]
public sealed class SqlUserDefinedTypeAttribute(Format format) : Attribute
{
    public Format Format { get; } = format;

    public bool IsByteOrdered { get; set; }

    public bool IsFixedLength { get; set; }

    public int MaxByteSize { get; set; }

    public string? Name { get; set; }

    public string? ValidationMethodName { get; set; }
}

/// <summary>A type was used as a user-defined type and is none.</summary>
public sealed class InvalidUdtException : SystemException
{
    private InvalidUdtException(string message)
        : base(message)
    {
    }

    public static InvalidUdtException Create(Type udtType, string resourceReason)
    {
        ArgumentNullException.ThrowIfNull(udtType);
        return new InvalidUdtException($"'{udtType.FullName}' is an invalid user defined type, reason: {resourceReason}.");
    }
}
