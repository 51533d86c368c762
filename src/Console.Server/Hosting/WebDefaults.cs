using Absorber.ConsoleClient;
using Absorber.ConsoleServer.Auth;
using Absorber.ConsoleServer.Store;
using Microsoft.AspNetCore.Hosting.StaticWebAssets;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Absorber.ConsoleServer.Hosting;

/// <summary>Pages, static files, health.</summary>
internal static class WebDefaults
{
    public static IServiceCollection AddPages(this IServiceCollection services)
    {
        services.AddRazorComponents();
        services.AddConsoleClient();
        services.AddProblemDetails();
        services.AddHealthChecks().AddCheck<StoreHealthCheck>("store");
        return services;
    }

    public static WebApplicationBuilder AddWebDefaults(this WebApplicationBuilder builder)
    {
        // The client's files are found from a build's output, too, not only during development or once published.
        StaticWebAssetsLoader.UseStaticWebAssets(builder.Environment, builder.Configuration);
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.AddServerHeader = false;
            kestrel.Limits.MaxRequestBodySize = 1024 * 1024;
        });
        return builder;
    }

    public static void UsePages(this WebApplication app)
    {
        app.UseExceptionHandler("/error", createScopeForErrors: true);
        app.UseStatusCodePagesWithReExecute("/not-found", createScopeForStatusCodePages: true);
        app.UseRouting();
        app.UseRateLimiter();
        app.UseAuthorization();
        app.UseAntiforgery();
    }

    public static void MapPages(this WebApplication app)
    {
        // One group, because static assets bring endpoints of their own that their builder does not reach.
        var pages = app.MapGroup("").RequireAuthorization(Policies.Viewer);
        pages.MapStaticAssets();
        pages.MapRazorComponents<App>();
    }

    /// <summary><c>/health</c>: the process answers. <c>/health/ready</c>: it can store what agents send.</summary>
    public static void MapHealth(this IEndpointRouteBuilder endpoints)
    {
        endpoints.MapHealthChecks("/health", new() { Predicate = _ => false }).RequireAuthorization(Policies.Viewer);
        endpoints.MapHealthChecks("/health/ready").RequireAuthorization(Policies.Viewer);
    }
}

internal sealed class StoreHealthCheck(StoreStatus status) : IHealthCheck
{
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default) =>
        Task.FromResult(status.Problem is { } problem ? HealthCheckResult.Unhealthy(problem) : HealthCheckResult.Healthy());
}
