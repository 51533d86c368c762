using Microsoft.Playwright;

namespace Absorber.EndToEndTests.Browsing;

/// <summary>The sizes that pages are looked at in.</summary>
internal static class Screens
{
    public static ViewportSize Desktop => new() { Width = 1440, Height = 900 };

    public static ViewportSize Phone => new() { Width = 390, Height = 844 };
}
