import { HubConnectionBuilder, LogLevel, type HubConnection } from "@microsoft/signalr";
import type { Point } from "../charts/point";

export interface LiveHandlers {
  /** A connection stands and everything was asked for; `again` after one that was lost. */
  connected(again: boolean): void;
  lost(): void;
  fragment(name: string, html: string): void;
  points(absorber: number, points: Point[]): void;
  pulse(now: number): void;
}

/** The wait before a try, in milliseconds: soon at first, then every five seconds, never all pages at once. */
export const retryDelay = (tries: number, random = Math.random()): number =>
  Math.min(5000, 250 * 2 ** tries) * (0.75 + random / 2);

/** Keeps one connection to the console for as long as the page lives. */
export function connectLive(fragments: string[], absorber: number | null, on: LiveHandlers): () => void {
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  let connecting = false;
  let before = false;
  const hub = build(on);

  const connect = async () => {
    if (ended || connecting || hub.state !== "Disconnected") return;
    connecting = true;
    clearTimeout(timer);
    try {
      await hub.start();
      await hub.invoke("Watch", fragments, absorber);
      tries = 0;
      on.connected(before);
      before = true;
    } catch {
      await hub.stop();
      again();
    } finally {
      connecting = false;
    }
  };
  const again = () => {
    on.lost();
    clearTimeout(timer);
    timer = setTimeout(() => void connect(), retryDelay(tries++));
  };
  const atOnce = () => {
    if (!document.hidden) void connect();
  };

  hub.onclose(() => {
    if (!ended && !connecting) again();
  });
  document.addEventListener("visibilitychange", atOnce);
  addEventListener("online", atOnce);
  void connect();

  return () => {
    ended = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", atOnce);
    removeEventListener("online", atOnce);
    void hub.stop();
  };
}

function build(on: LiveHandlers): HubConnection {
  const hub = new HubConnectionBuilder().withUrl("/hubs/live").configureLogging(LogLevel.None).build();
  hub.serverTimeoutInMilliseconds = 8000;
  hub.keepAliveIntervalInMilliseconds = 4000;
  hub.on("Fragment", (name: string, html: string) => on.fragment(name, html));
  hub.on("Points", (absorber: number, points: Point[]) => on.points(absorber, points));
  hub.on("Pulse", (now: number) => on.pulse(now));
  return hub;
}
