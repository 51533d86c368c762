using System.Globalization;
using Absorber.EndToEndTests.Browsing;
using Absorber.EndToEndTests.Staging;
using Microsoft.Playwright;
using static Microsoft.Playwright.Assertions;

namespace Absorber.EndToEndTests.Pages;

/// <summary>What holds for every page; <c>{id}</c> stands for an absorber's number.</summary>
public sealed class EveryPageTests(TestBed bed) : BrowserTest(bed)
{
    [Theory]
    [InlineData("/")]
    [InlineData("/?q=no+such+thing")]
    [InlineData("/agents")]
    [InlineData("/absorbers/{id}")]
    [InlineData("/absorbers/{id}?view=table")]
    [InlineData("/absorbers/{id}?tab=batches")]
    [InlineData("/absorbers/{id}?tab=errors")]
    [InlineData("/absorbers/{id}?tab=settings")]
    [InlineData("/absorbers/{id}?tab=actions")]
    [InlineData("/absorbers/{id}/stop")]
    public async Task Page_LightAndDarkOnDeskAndPhone_IsReadable(string path)
    {
        var page = await OpenLiveAsync(await WithNumberAsync(path));

        await Readability.ExpectAsync(page);
    }

    [Fact]
    public async Task Help_Open_IsReadable()
    {
        var page = await OpenLiveAsync("/");

        await page.GetByRole(AriaRole.Button, new() { Name = "Keys and help" }).ClickAsync();
        await Expect(page.GetByRole(AriaRole.Dialog, new() { Name = "Keys" })).ToBeVisibleAsync();

        await Readability.ExpectAsync(page);
    }

    [Theory]
    [InlineData("/absorbers/999999")]
    [InlineData("/absorbers/999999/stop")]
    [InlineData("/absorbers/sales.order_lines")]
    [InlineData("/no/such/page")]
    public async Task Page_AddressMeansNothing_SaysSoAndLeadsBack(string path)
    {
        var page = await OpenAsync(path);
        Excuse("404");

        await Expect(page.GetByRole(AriaRole.Heading, new() { Name = "There is no such page" })).ToBeVisibleAsync();
        await Readability.ExpectAsync(page);
        await page.GetByRole(AriaRole.Link, new() { Name = "All absorbers" }).ClickAsync();
        await Expect(page.RowOf(Demo.OrderLines)).ToBeVisibleAsync();
    }

    [Theory]
    [InlineData("/?q=%25%27%22%3Cscript%3Ealert(1)%3C/script%3E")]
    [InlineData("/absorbers/{id}?range=a-year&tab=secrets&view=film&done=maybe")]
    [InlineData("/absorbers/{id}?from=yesterday&to=%00")]
    [InlineData("/absorbers/{id}?from=2200-01-01&to=1900-01-01")]
    [InlineData("/absorbers/{id}?from=1900-01-01&to=2200-01-01")]
    [InlineData("/absorbers/{id}?from=0001-01-01&to=0001-01-02")]
    [InlineData("/absorbers/{id}?from=9999-12-30&to=9999-12-31T23:59:59Z")]
    [InlineData("/absorbers/{id}?from=0001-01-01&to=9999-12-31T23:59:59Z&view=table")]
    public async Task Page_QueryMakesNoSense_ShowsWhatItCan(string path)
    {
        var page = await OpenLiveAsync(await WithNumberAsync(path));

        await Expect(page.GetByRole(AriaRole.Heading, new() { Level = 1 })).ToBeVisibleAsync();
        await Expect(page.GetByText("The console could not answer")).ToHaveCountAsync(0);
    }

    [Fact]
    public async Task Theme_OneSwitches_StaysOverPages()
    {
        var page = await OpenLiveAsync("/");
        var light = await BackgroundAsync(page);

        await page.GetByRole(AriaRole.Button, new() { Name = "Light or dark" }).ClickAsync();
        var dark = await BackgroundAsync(page);
        await page.GotoAsync("/agents");

        Assert.NotEqual(light, dark, StringComparer.Ordinal);
        Assert.Equal(dark, await BackgroundAsync(page));
    }

    private static Task<string> BackgroundAsync(IPage page) => page.EvaluateAsync<string>("() => getComputedStyle(document.body).backgroundColor");

    private async Task<string> WithNumberAsync(string path) =>
        path.Replace("{id}", (await Stage.NumberOfAsync(Demo.OrderLines)).ToString(CultureInfo.InvariantCulture), StringComparison.Ordinal);
}
