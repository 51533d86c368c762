import { age, clock } from "../format";

/** What the page knows of its connection. Times are Unix milliseconds by this machine's clock. */
export interface LiveState {
  readonly phase: "connecting" | "live" | "lost";
  /** When the console was last heard. */
  readonly heard: number | null;
  /** When the present phase began. */
  readonly since: number;
}

export type LiveEvent =
  | { readonly kind: "connected" | "heard" | "lost"; readonly at: number };

/** How long a silent connection still counts as live: pulses come once a second. */
export const silence = 3000;

export const initial = (at: number): LiveState => ({ phase: "connecting", heard: null, since: at });

/** The next state. */
export function next(state: LiveState, event: LiveEvent): LiveState {
  switch (event.kind) {
    case "connected":
      return { phase: "live", heard: event.at, since: event.at };
    case "heard":
      return state.phase === "live" ? { ...state, heard: event.at } : { phase: "live", heard: event.at, since: event.at };
    case "lost":
      // A try that fails is no news: the phase began with the first.
      return state.phase === "live" ? { ...state, phase: "lost", since: event.at } : state;
  }
}

/** Whether the figures on the page may be trusted to be of now. */
export function isStale(state: LiveState, at: number): boolean {
  if (state.phase === "live") return state.heard !== null && at - state.heard > silence;
  return at - (state.heard ?? state.since) > silence;
}

export interface LiveWords {
  readonly tone: "connecting" | "live" | "stale" | "reconnecting";
  readonly text: string;
}

/** What to say of it; `loaded` is when the page's figures were made, by the console's clock, for a page that never connected. */
export function describe(state: LiveState, at: number, loaded: number, offset = 0): LiveWords {
  const of = `figures are of ${clock(state.heard === null ? loaded : state.heard + offset)}`;
  if (state.phase === "live" && !isStale(state, at)) return { tone: "live", text: `live · ${age((at - (state.heard ?? at)) / 1000)} ago` };
  if (state.phase === "live") return { tone: "stale", text: `silent, ${of}` };
  if (state.phase === "connecting" && !isStale(state, at)) return { tone: "connecting", text: "connecting…" };
  return { tone: "reconnecting", text: `reconnecting…, ${of}` };
}
