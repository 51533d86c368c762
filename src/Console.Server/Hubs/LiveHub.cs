using Absorber.ConsoleServer.Auth;
using Absorber.ConsoleServer.Live;
using Absorber.Contracts;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.SignalR;

namespace Absorber.ConsoleServer.Hubs;

/// <summary>Where browsers say what they show. What they get is sent by <see cref="Viewer"/>.</summary>
[Authorize(Policies.Viewer)]
internal sealed class LiveHub(Viewers viewers, Publisher publisher) : Hub<ILiveClient>, ILiveHub
{
    private const int MostFragments = 20;

    [Authorize(Policies.Viewer)]
    public Task Watch(IReadOnlyList<string> fragments, int? absorber)
    {
        if (fragments is null || fragments.Count > MostFragments)
            throw new HubException($"A page may watch up to {MostFragments} fragments.");
        if (fragments.FirstOrDefault(name => !FragmentRenderer.IsName(name)) is { } unknown)
            throw new HubException($"There is no fragment '{unknown}'.");

        viewers.Find(Context.ConnectionId)?.Watch(fragments, absorber);
        publisher.Hurry();
        return Task.CompletedTask;
    }
}
