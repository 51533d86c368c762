using System.Threading.RateLimiting;
using Microsoft.AspNetCore.Authorization;

namespace Absorber.ConsoleServer.Auth;

internal static class AuthRegistration
{
    /// <summary>Deny by default: what states no policy is local only, too.</summary>
    public static IServiceCollection AddLocalOnlyAccess(this IServiceCollection services)
    {
        var localOnly = new AuthorizationPolicyBuilder().AddRequirements(new LocalOnlyRequirement()).Build();
        services.AddSingleton<IAuthorizationHandler, LocalOnlyHandler>();
        services.AddSingleton<IAuthorizationMiddlewareResultHandler, RefusalHandler>();
        services.AddAuthorizationBuilder()
            .SetDefaultPolicy(localOnly)
            .SetFallbackPolicy(localOnly)
            .AddPolicy(Policies.Viewer, localOnly)
            .AddPolicy(Policies.Operator, localOnly)
            .AddPolicy(Policies.Agent, localOnly);
        services.AddAntiforgery(options =>
        {
            options.Cookie.Name = "absorber-antiforgery";
            options.Cookie.SameSite = SameSiteMode.Strict;
            options.Cookie.SecurePolicy = CookieSecurePolicy.SameAsRequest;
            options.SuppressXFrameOptionsHeader = true;
        });
        return services.AddRateLimiter(options => options.GlobalLimiter = PartitionedRateLimiter.Create<HttpContext, string>(Limit));
    }

    /// <summary>Nobody presses buttons faster than this; what reads is limited where it is expensive.</summary>
    private static RateLimitPartition<string> Limit(HttpContext context) =>
        HttpMethods.IsPost(context.Request.Method) && !context.Request.Path.StartsWithSegments("/hubs", StringComparison.OrdinalIgnoreCase)
            ? RateLimitPartition.GetFixedWindowLimiter("post", _ => new() { PermitLimit = 60, Window = TimeSpan.FromSeconds(10) })
            : RateLimitPartition.GetNoLimiter("read");
}
