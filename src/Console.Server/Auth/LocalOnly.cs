using System.Net;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.SignalR;
using Microsoft.Net.Http.Headers;

namespace Absorber.ConsoleServer.Auth;

/// <summary>Somebody on this machine, who asked for this console on purpose.</summary>
internal sealed class LocalOnlyRequirement : IAuthorizationRequirement;

/// <summary>Checks <see cref="LocalOnlyRequirement"/> for requests and for hub methods.</summary>
internal sealed class LocalOnlyHandler : AuthorizationHandler<LocalOnlyRequirement>
{
    protected override Task HandleRequirementAsync(AuthorizationHandlerContext context, LocalOnlyRequirement requirement)
    {
        var request = context.Resource switch
        {
            HttpContext http => http,
            HubInvocationContext invocation => invocation.Context.GetHttpContext(),
            _ => null,
        };
        var refusal = request is null ? "Only requests can be checked." : LocalOnly.Refusal(request);
        if (refusal is null)
            context.Succeed(requirement);
        else
            context.Fail(new AuthorizationFailureReason(this, refusal));
        return Task.CompletedTask;
    }
}

/// <summary>Why a request is not a local one.</summary>
internal static class LocalOnly
{
    /// <summary>Signs of a proxy: behind one on this machine, the whole world would look local.</summary>
    private static readonly string[] ProxyHeaders = ["Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", HeaderNames.Via];

    /// <summary>Null for a local request.</summary>
    public static string? Refusal(HttpContext context)
    {
        var request = context.Request;
        if (context.Connection.RemoteIpAddress is not { } address || !IPAddress.IsLoopback(address))
            return "This console has no sign-in yet, so it answers this machine only.";
        if (ProxyHeaders.FirstOrDefault(request.Headers.ContainsKey) is { } header)
            return $"The request came through a proxy (header {header}). This console has no sign-in yet, so it must not be put behind one.";
        if (!LoopbackHost.IsLoopback(request.Host.Host))
            return $"The console answers to localhost, 127.0.0.1 and [::1], not to '{request.Host.Host}'.";
        return IsOriginChecked(request) && !IsSameOrigin(request)
            ? $"A page of {request.Headers.Origin} may not do this; open the console's own page."
            : null;
    }

    /// <summary>What changes something, and hubs: browsers let any page open a WebSocket to anywhere, and only say where the page is from.</summary>
    private static bool IsOriginChecked(HttpRequest request) =>
        request.Path.StartsWithSegments("/hubs", StringComparison.OrdinalIgnoreCase)
        || !(HttpMethods.IsGet(request.Method) || HttpMethods.IsHead(request.Method) || HttpMethods.IsOptions(request.Method));

    private static bool IsSameOrigin(HttpRequest request)
    {
        var origin = request.Headers.Origin;
        return origin.Count == 0
            || (origin.Count == 1 && string.Equals(origin[0], $"{request.Scheme}://{request.Host}", StringComparison.OrdinalIgnoreCase));
    }
}
