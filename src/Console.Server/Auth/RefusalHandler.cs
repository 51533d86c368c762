using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Authorization.Policy;

namespace Absorber.ConsoleServer.Auth;

/// <summary>Answers refused requests with 403 and the reason: there is no sign-in to send anyone to.</summary>
internal sealed class RefusalHandler : IAuthorizationMiddlewareResultHandler
{
    public async Task HandleAsync(RequestDelegate next, HttpContext context, AuthorizationPolicy policy, PolicyAuthorizationResult authorizeResult)
    {
        if (authorizeResult.Succeeded)
        {
            await next(context);
            return;
        }

        // The result itself forgets the reasons where nobody is signed in.
        var reason = LocalOnly.Refusal(context) ?? "This needs a right that the request does not have.";
        await Results.Problem(reason, statusCode: StatusCodes.Status403Forbidden, title: "Not allowed").ExecuteAsync(context);
    }
}
