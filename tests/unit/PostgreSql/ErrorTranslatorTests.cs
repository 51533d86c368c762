using System.Net.Sockets;
using Absorber.Engine.Errors;
using Absorber.Engine.PostgreSql;
using Absorber.Engine.PostgreSql.Errors;
using Npgsql;

namespace Absorber.UnitTests.PostgreSql;

public sealed class ErrorTranslatorTests
{
    [Theory]
    [InlineData("AB400", EngineErrorKind.BadRequest)]
    [InlineData("AB403", EngineErrorKind.Forbidden)]
    [InlineData("AB409", EngineErrorKind.Contention)]
    [InlineData("AB410", EngineErrorKind.BadRequest)]
    [InlineData("42501", EngineErrorKind.Forbidden)]
    [InlineData("28P01", EngineErrorKind.Forbidden)]
    [InlineData("3D000", EngineErrorKind.BadRequest)]
    [InlineData("40P01", EngineErrorKind.Contention)]
    [InlineData("40001", EngineErrorKind.Contention)]
    [InlineData("40003", EngineErrorKind.OutcomeUnknown)]
    [InlineData("55P03", EngineErrorKind.Contention)]
    [InlineData("57P01", EngineErrorKind.Unavailable)]
    [InlineData("57P03", EngineErrorKind.Unavailable)]
    [InlineData("08006", EngineErrorKind.Unavailable)]
    [InlineData("23503", EngineErrorKind.RowRefused)]
    [InlineData("22003", EngineErrorKind.RowRefused)]
    [InlineData("53100", EngineErrorKind.OutOfResources)]
    [InlineData("53300", EngineErrorKind.OutOfResources)]
    [InlineData("42703", EngineErrorKind.BadRequest)]
    [InlineData("XX000", EngineErrorKind.Other)]
    public void Translate_ServerError_KeepsItsCodeAndHasAKind(string code, EngineErrorKind kind)
    {
        var e = ErrorTranslator.Translate(new PostgresException("words of the server", "ERROR", "ERROR", code));

        Assert.Equal(kind, e.Kind);
        Assert.Equal(code, e.Code);
        Assert.Contains("words of the server", e.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Translate_RefusedRow_NamesTableAndDetail()
    {
        var e = ErrorTranslator.Translate(new PostgresException(
            "insert violates foreign key", "ERROR", "ERROR", "23503", detail: "Key (a)=(1) is not present.", schemaName: "sales", tableName: "orders"));

        Assert.Equal("The target sales.orders refuses a row: insert violates foreign key. Key (a)=(1) is not present.", e.Message);
    }

    [Theory]
    [InlineData("permission denied for database shop", "GRANT CONNECT, CREATE ON DATABASE shop")]
    [InlineData("permission denied for schema sales", "GRANT USAGE ON SCHEMA sales")]
    [InlineData("permission denied for table orders", "GRANT SELECT, INSERT, UPDATE ON orders")]
    [InlineData("permission denied for sequence s", "GRANT USAGE ON SEQUENCE s")]
    [InlineData("keine Berechtigung für Tabelle orders", "grants.sql")]
    public void Translate_MissingRight_NamesTheGrant(string message, string grant)
    {
        var e = ErrorTranslator.Translate(new PostgresException(message, "ERROR", "ERROR", "42501"));

        Assert.Contains(grant, e.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Translate_NobodyListens_SaysWhatToCheck()
    {
        var e = ErrorTranslator.Translate(new NpgsqlException("Failed to connect", new SocketException((int)SocketError.ConnectionRefused)));

        Assert.Equal(EngineErrorKind.Unavailable, e.Kind);
        Assert.Contains("host and port", e.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task RunBatchAsync_ConnectionDies_IsOfUnknownOutcome()
    {
        var e = await Assert.ThrowsAsync<EngineException>(() => ErrorTranslator.RunBatchAsync<int>(
            () => throw new NpgsqlException("Exception while reading from stream", new IOException())));

        Assert.Equal(EngineErrorKind.OutcomeUnknown, e.Kind);
    }

    [Theory]
    [InlineData("this is no connection string")]
    [InlineData("Username=absorber")]
    public void PostgreSqlEngine_BadConnectionString_SaysWhatItLooksLike(string connectionString)
    {
        var e = Assert.Throws<EngineException>(() => new PostgreSqlEngine(connectionString));

        Assert.Equal(EngineErrorKind.BadRequest, e.Kind);
        Assert.Contains("Host=db07", e.Message, StringComparison.Ordinal);
    }
}
