import { clock } from "../format";
import { ranges, withRange, type Range } from "./range";

export interface ControlState {
  readonly range: Range;
  readonly paused: number | null;
}

/** The buttons above the charts: they show what holds, and say what is wanted. */
export function mountControls(want: { live(): void; pause(): void; range(range: Range): void }): { show(state: ControlState): void; unmount(): void } {
  const live = document.querySelector<HTMLElement>("[data-live]");
  const pause = document.querySelector<HTMLElement>("[data-pause]");
  const zoomed = document.querySelector<HTMLElement>("[data-zoomed]");
  const links = [...document.querySelectorAll<HTMLAnchorElement>("[data-set-range]")];

  const clicked = (event: MouseEvent) => {
    if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target.closest<HTMLElement>("[data-set-range]");
    const range = ranges.find(r => r.key === link?.dataset["setRange"]);
    if (range) {
      event.preventDefault();
      want.range(range);
    } else if (live?.contains(event.target)) {
      want.live();
    } else if (pause?.contains(event.target)) {
      want.pause();
    }
  };
  document.addEventListener("click", clicked);

  return {
    show({ range, paused }) {
      const following = paused === null && "key" in range;
      live?.setAttribute("aria-pressed", String(following));
      pause?.setAttribute("aria-pressed", String(!following));
      if (pause) pause.textContent = paused !== null && "key" in range ? `Paused at ${clock(paused)}` : "Pause";
      for (const link of links) {
        if ("key" in range && link.dataset["setRange"] === range.key) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
      if (zoomed) {
        zoomed.hidden = "key" in range;
        if (!("key" in range)) zoomed.textContent = `${clock(range.from)} – ${clock(range.to)}`;
      }
      for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-keeps-range]")) link.href = withRange(link.href, range);
    },
    unmount: () => document.removeEventListener("click", clicked),
  };
}
