import { announce } from "../announce";
import { now } from "../clock";
import { describe, initial, isStale, next, type LiveEvent, type LiveState } from "./state";

/** Shows the state of the connection in the header, and marks the page while its figures are of the past. */
export function mountStatus(element: HTMLElement): { tell(kind: LiveEvent["kind"]): void; unmount(): void } {
  const text = element.querySelector("span") ?? element;
  const loaded = Date.parse(element.querySelector("time")?.dateTime ?? "") || now();
  let state: LiveState = initial(Date.now());
  let stale = false;

  const show = () => {
    const at = Date.now();
    const words = describe(state, at, loaded, now() - at);
    element.dataset["state"] = words.tone;
    if (text.textContent !== words.text) text.textContent = words.text;
    element.title = words.tone === "live" ? "Figures are pushed to this page as they are measured" : "The page heals by itself as soon as the console answers";
    if (isStale(state, at) === stale) return;
    stale = !stale;
    document.documentElement.toggleAttribute("data-stale", stale);
    announce(stale ? `Connection to the console lost, ${words.text}` : "Connected again, figures are live");
  };

  show();
  const timer = setInterval(show, 1000);
  return {
    tell(kind) {
      const phase = state.phase;
      state = next(state, { kind, at: Date.now() });
      if (state.phase !== phase || stale) show();
    },
    unmount: () => clearInterval(timer),
  };
}
