using System.Security.Authentication;
using Absorber.Engine.Errors;
using Absorber.Engine.SqlServer;
using Absorber.Engine.SqlServer.Errors;

namespace Absorber.UnitTests.SqlServer;

public sealed class ServerErrorsTests
{
    private const byte OfTheStatement = 16;

    [Theory]
    [InlineData(50400, EngineErrorKind.BadRequest)]
    [InlineData(50403, EngineErrorKind.Forbidden)]
    [InlineData(50409, EngineErrorKind.Contention)]
    [InlineData(-2, EngineErrorKind.Unavailable)]
    [InlineData(1205, EngineErrorKind.Contention)]
    [InlineData(1222, EngineErrorKind.Contention)]
    [InlineData(41301, EngineErrorKind.Contention)]
    [InlineData(41302, EngineErrorKind.Contention)]
    [InlineData(41305, EngineErrorKind.Contention)]
    [InlineData(41325, EngineErrorKind.Contention)]
    [InlineData(41839, EngineErrorKind.Contention)]
    [InlineData(41823, EngineErrorKind.OutOfResources)]
    [InlineData(41840, EngineErrorKind.OutOfResources)]
    [InlineData(701, EngineErrorKind.OutOfResources)]
    [InlineData(9002, EngineErrorKind.OutOfResources)]
    [InlineData(10928, EngineErrorKind.OutOfResources)]
    [InlineData(40501, EngineErrorKind.OutOfResources)]
    [InlineData(515, EngineErrorKind.RowRefused)]
    [InlineData(547, EngineErrorKind.RowRefused)]
    [InlineData(2601, EngineErrorKind.RowRefused)]
    [InlineData(2627, EngineErrorKind.RowRefused)]
    [InlineData(2628, EngineErrorKind.RowRefused)]
    [InlineData(8152, EngineErrorKind.RowRefused)]
    [InlineData(229, EngineErrorKind.Forbidden)]
    [InlineData(262, EngineErrorKind.Forbidden)]
    [InlineData(297, EngineErrorKind.Forbidden)]
    [InlineData(18456, EngineErrorKind.Forbidden)]
    [InlineData(208, EngineErrorKind.BadRequest)]
    [InlineData(4060, EngineErrorKind.Unavailable)]
    [InlineData(40613, EngineErrorKind.Unavailable)]
    [InlineData(10054, EngineErrorKind.Unavailable)]
    [InlineData(6005, EngineErrorKind.Unavailable)]
    [InlineData(53, EngineErrorKind.Unavailable)]
    [InlineData(8672, EngineErrorKind.Other)]
    public void Judge_Number_HasAKindAndKeepsTheServersWords(int number, EngineErrorKind kind)
    {
        var (judged, message) = ServerErrors.Judge(number, OfTheStatement, "words of the server");

        Assert.Equal(kind, judged);
        Assert.Contains("words of the server", message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("could not serialize access due to concurrent update", EngineErrorKind.Contention)]
    [InlineData("terminating connection due to administrator command", EngineErrorKind.Unavailable)]
    [InlineData("permission denied for table orders", EngineErrorKind.Forbidden)]
    [InlineData("database \"nope\" does not exist", EngineErrorKind.BadRequest)]
    [InlineData("relation \"orders\" does not exist", EngineErrorKind.BadRequest)]
    [InlineData("new row for relation \"orders\" violates check constraint \"sane\"", EngineErrorKind.RowRefused)]
    [InlineData("'MERGE' is not currently supported in Babelfish", EngineErrorKind.Other)]
    public void Judge_NumberOfServersWithoutOne_GoesByTheWords(string words, EngineErrorKind kind) =>
        Assert.Equal(kind, ServerErrors.Judge(33557097, OfTheStatement, words).Kind);

    [Theory]
    [InlineData(10054, 16, true)]
    [InlineData(64, 16, true)]
    [InlineData(12345, 20, true)]
    [InlineData(1205, 13, false)]
    public void EndsConnection_NumberOrSeverity_LeavesABatchInDoubt(int number, byte severity, bool ends) =>
        Assert.Equal(ends, ServerErrors.EndsConnection(number, severity));

    [Theory]
    [InlineData(40613, true)]
    [InlineData(49920, true)]
    [InlineData(4060, true)]
    [InlineData(233, true)]
    [InlineData(18456, false)]
    [InlineData(20, false)]
    public void IsPassing_ErrorOfOpening_IsWorthAnotherTry(int number, bool passes) => Assert.Equal(passes, ServerErrors.IsPassing(number));

    [Theory]
    [InlineData(229, "The INSERT permission was denied on the object 'sales_orders', database 'shop', schema 'ShockAbsorber'.", "GRANT INSERT ON [ShockAbsorber].[sales_orders]")]
    [InlineData(229, "The EXECUTE permission was denied on the object 'od]d', database 'shop', schema 'dbo'.", "GRANT EXECUTE ON [dbo].[od]]d]")]
    [InlineData(262, "CREATE TABLE permission denied in database 'shop'.", "GRANT CREATE TABLE TO")]
    [InlineData(297, "The user does not have permission to perform this action.", "GRANT VIEW SERVER STATE")]
    [InlineData(229, "Die INSERT-Berechtigung wurde verweigert.", "grants.sql")]
    public void Judge_MissingRight_NamesTheGrant(int number, string words, string grant) =>
        Assert.Contains(grant, ServerErrors.Judge(number, OfTheStatement, words).Message, StringComparison.Ordinal);

    [Theory]
    [InlineData(547, "The INSERT statement conflicted with a constraint.")]
    [InlineData(33557097, "new row violates check constraint \"sane\"")]
    public void Judge_RefusedRowOfABatch_NamesTheTarget(int number, string words) =>
        Assert.StartsWith("The target sales.orders refuses a row: ", ServerErrors.Judge(number, OfTheStatement, words, "sales.orders").Message, StringComparison.Ordinal);

    [Fact]
    public void CertificateProblem_UntrustedCertificate_SaysWhatToTrustFirst()
    {
        var failure = new InvalidOperationException("outer", new AuthenticationException("The remote certificate is invalid because of errors in the certificate chain: UntrustedRoot"));

        var message = CertificateProblem.Describe(CertificateProblem.Find(failure, number: 0)!);

        Assert.Contains("UntrustedRoot", message, StringComparison.Ordinal);
        Assert.True(message.IndexOf("Install a certificate", StringComparison.Ordinal) < message.IndexOf("last resort is TrustServerCertificate", StringComparison.Ordinal));
    }

    [Fact]
    public void CertificateProblem_OtherFailure_IsNone() => Assert.Null(CertificateProblem.Find(new IOException("broken pipe"), number: 10054));

    [Theory]
    [InlineData("this is no connection string")]
    [InlineData("User ID=absorber;Password=secret")]
    [InlineData("Server=db07;Password=a;secret=b")]
    public void SqlServerEngine_BadConnectionString_SaysWhatItLooksLikeAndNoSecret(string connectionString)
    {
        var e = Assert.Throws<EngineException>(() => new SqlServerEngine(connectionString));

        Assert.Equal(EngineErrorKind.BadRequest, e.Kind);
        Assert.Contains("Server=db07,1433", e.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("secret", e.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void SqlServerConnectionString_NothingSaid_Encrypts()
    {
        var settings = SqlServerConnectionString.Parse("Server=tcp:db07,1433;Database=sales");

        Assert.True(settings.Encrypt);
        Assert.False(settings.TrustServerCertificate);
        Assert.Equal("absorber", settings.ApplicationName);
        Assert.Equal("db07,1433", SqlServerConnectionString.ShowServer(settings));
    }
}
