using Absorber.Run.Testing;

namespace Absorber.UnitTests.Run;

public sealed class VitestReportTests
{
    [Fact]
    public void Count_ReportWithEveryOutcome_CountsThem()
    {
        var totals = new TestTotals();

        VitestReport.Count(
            """
            {"testResults":[
              {"name":"a.test.ts","status":"failed","message":"","assertionResults":[
                {"fullName":"adds","status":"passed","failureMessages":[]},
                {"fullName":"divides","status":"failed","failureMessages":["expected 2"]},
                {"fullName":"later","status":"skipped","failureMessages":[]}]},
              {"name":"b.test.ts","status":"failed","message":"cannot be loaded","assertionResults":[]}]}
            """,
            totals);

        Assert.Equal("1 passed, 2 failed, 1 skipped", totals.ToString());
        Assert.Contains(new TestFinding("browser: b.test.ts", "cannot be loaded"), totals.Failures);
    }
}
