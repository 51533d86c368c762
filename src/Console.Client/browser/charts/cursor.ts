import { clock, day } from "../format";

/** Time and place of the charts' common axis, in pixels of the section. */
export interface Axis {
  readonly from: number;
  readonly to: number;
  readonly left: number;
  readonly right: number;
}

export interface CursorEvents {
  axis(): Axis;
  /** The moment to stand at for one that is pointed at, so that the line stands on a figure. */
  snap(time: number): number;
  at(time: number | null): void;
  select(from: number, to: number): void;
  reset(): void;
}

export const timeAt = (axis: Axis, x: number): number => axis.from + ((x - axis.left) / (axis.right - axis.left)) * (axis.to - axis.from);

export const placeOf = (axis: Axis, time: number): number => axis.left + ((time - axis.from) / (axis.to - axis.from)) * (axis.right - axis.left);

/** One line through all charts at the moment that the pointer is at, and a range by dragging. */
export function mountCursor(section: HTMLElement, on: CursorEvents): { redraw(): void; unmount(): void } {
  const line = layer(section, "cursor");
  const label = line.appendChild(document.createElement("span"));
  const selection = layer(section, "selection");
  let x: number | null = null;
  let start: number | null = null;

  const redraw = () => {
    const axis = on.axis();
    const inside = x !== null && x >= axis.left && x <= axis.right;
    line.hidden = !inside;
    if (!inside || x === null) {
      on.at(null);
      return;
    }
    const time = on.snap(timeAt(axis, x));
    line.style.transform = `translateX(${Math.round(placeOf(axis, time))}px)`;
    label.textContent = axis.to - axis.from > 20 * 3_600_000 ? `${day(time)} ${clock(time)}` : clock(time);
    on.at(time);
    selection.hidden = start === null || Math.abs(x - start) < 6;
    if (start !== null && !selection.hidden) {
      selection.style.transform = `translateX(${Math.min(x, start)}px)`;
      selection.style.width = `${Math.abs(x - start)}px`;
    }
  };
  const move = (event: PointerEvent) => {
    const axis = on.axis();
    const overPlot = start !== null || (event.target instanceof Element && event.target.closest(".plot") !== null);
    const place = event.clientX - section.getBoundingClientRect().left - section.clientLeft;
    x = overPlot ? (start === null ? place : Math.min(axis.right, Math.max(axis.left, place))) : null;
    redraw();
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0 || event.pointerType === "touch" || !(event.target instanceof Element) || !event.target.closest(".plot")) return;
    start = event.clientX - section.getBoundingClientRect().left - section.clientLeft;
    section.setPointerCapture(event.pointerId);
  };
  const up = () => {
    const from = start;
    start = null;
    selection.hidden = true;
    if (from === null || x === null || Math.abs(x - from) < 6) return;
    const axis = on.axis();
    const times = [timeAt(axis, from), timeAt(axis, x)].sort((a, b) => a - b);
    on.select(times[0] ?? 0, times[1] ?? 0);
  };
  const leave = () => {
    if (start !== null) return;
    x = null;
    redraw();
  };
  const double = (event: Event) => {
    if (event.target instanceof Element && event.target.closest(".plot")) on.reset();
  };

  const listeners: [string, (event: never) => void][] = [["pointermove", move], ["pointerdown", down], ["pointerup", up], ["pointercancel", up], ["pointerleave", leave], ["dblclick", double]];
  for (const [type, listener] of listeners) section.addEventListener(type, listener as EventListener);
  return {
    redraw,
    unmount() {
      for (const [type, listener] of listeners) section.removeEventListener(type, listener as EventListener);
      line.remove();
      selection.remove();
    },
  };
}

function layer(section: HTMLElement, name: string): HTMLElement {
  const element = document.createElement("div");
  element.className = name;
  element.hidden = true;
  element.ariaHidden = "true";
  section.append(element);
  return element;
}
