import { now } from "../clock";
import { mountControls } from "./controls";
import { mountCursor, type Axis } from "./cursor";
import { drawPanel, type Drawing } from "./draw";
import { Feed, readPoints } from "./feed";
import { gapAfter } from "./gaps";
import { mountMarks, readMarks } from "./marks";
import { panels, type PanelLook } from "./panels";
import type { Point } from "./point";
import { defaultRange, lengthOf, rangeOf, ranges, withRange, type Range } from "./range";
import { fillTwin } from "./twin";

interface Panel {
  readonly look: PanelLook;
  readonly drawing: Drawing;
  readonly outputs: Map<string, HTMLElement>;
  readonly twin: HTMLDetailsElement | null;
}

export interface ChartsControl {
  push(points: readonly Point[]): void;
  refill(): void;
  /** Moves the axis on, if nothing else has drawn it lately. */
  tick(): void;
  /** Looks again at what happened. */
  readMarks(): void;
  recolor(): void;
  togglePause(): void;
  setRange(index: number): void;
  escape(): void;
  unmount(): void;
}

/** The charts of one absorber: one feed, one axis, one cursor. */
export function mountCharts(section: HTMLElement, absorber: number): ChartsControl {
  let paused: number | null = null;
  let frame = 0;
  let drawnAt = 0;
  let happened = readMarks(document);
  const feed = new Feed(rangeOf(location.search), readPoints(absorber), redraw);
  const drawn = mountPanels(section);
  const marks = mountMarks(section);
  const message = section.appendChild(document.createElement("p"));
  message.className = "message";

  const span = (): { from: number; to: number } => {
    const range = feed.range;
    if ("to" in range) return range;
    const to = paused ?? now();
    return { from: to - range.length, to };
  };
  const axis = (): Axis => {
    const area = drawn[0]?.drawing.area() ?? { left: 0, right: section.clientWidth };
    const canvas = section.querySelector("canvas")?.getBoundingClientRect().left ?? 0;
    const inset = canvas - section.getBoundingClientRect().left - section.clientLeft;
    return { ...span(), left: area.left + inset, right: area.right + inset };
  };
  const showRange = (range: Range) => {
    if ("to" in range && lengthOf(range) < 5000) return;
    paused = null;
    history.pushState(null, "", withRange(location.href, range));
    void feed.show(range).then(refreshTwins);
    controls.show({ range, paused });
  };
  const follow = () => {
    if ("to" in feed.range) return showRange(defaultRange);
    paused = null;
    feed.keep = null;
    controls.show({ range: feed.range, paused });
    redraw();
  };
  const pause = () => {
    if ("to" in feed.range || paused !== null) return;
    paused = now();
    feed.keep = paused - lengthOf(feed.range);
    controls.show({ range: feed.range, paused });
  };
  const controls = mountControls({ live: follow, pause, range: showRange });
  const cursor = mountCursor(section, {
    axis,
    snap: time => feed.series.nearest(time, gapAfter(feed.step))?.t ?? time,
    at: time => showValues(drawn, time === null ? newest() : feed.series.nearest(time, 0)),
    select: (from, to) => showRange({ from: Math.floor(from / 1000) * 1000, to: Math.ceil(to / 1000) * 1000 }),
    reset: follow,
  });

  function newest(): Point | undefined {
    const last = feed.series.last;
    return last && ("to" in feed.range || now() - last.t < gapAfter(feed.step) + feed.step) ? last : undefined;
  }
  function redraw(): void {
    frame ||= requestAnimationFrame(draw);
  }
  function draw(): void {
    frame = 0;
    if (document.hidden) return;
    const { from, to } = span();
    const points = feed.series.slice(from, to);
    for (const panel of drawn) panel.drawing.draw(points, from, to, feed.step);
    drawnAt = performance.now();
    marks.draw(happened, axis());
    cursor.redraw();
    message.textContent = feed.problem ?? (feed.reading ? "Reading history…" : points.length === 0 ? "No samples in this range" : "");
  }
  function refreshTwins(): void {
    const { from, to } = span();
    for (const { look, twin } of drawn) {
      const body = twin?.querySelector<HTMLElement>("[data-twin]");
      if (twin?.open && body) fillTwin(body, look, feed.series.points, from, to);
    }
  }

  const back = () => {
    paused = null;
    void feed.show(rangeOf(location.search)).then(refreshTwins);
    controls.show({ range: feed.range, paused });
  };
  section.addEventListener("toggle", refreshTwins, true);
  addEventListener("popstate", back);
  document.addEventListener("visibilitychange", redraw);
  controls.show({ range: feed.range, paused });
  void feed.fill();

  return {
    push: points => feed.push(points),
    refill: () => void feed.fill(),
    tick() {
      if (performance.now() - drawnAt > 900) redraw();
    },
    readMarks() {
      happened = readMarks(document);
    },
    recolor() {
      for (const panel of drawn) panel.drawing.recolor();
      redraw();
    },
    togglePause: () => (paused === null && "key" in feed.range ? pause() : follow()),
    setRange(index) {
      const range = ranges[index];
      if (range) showRange(range);
    },
    escape: () => {
      if ("to" in feed.range) follow();
    },
    unmount() {
      cancelAnimationFrame(frame);
      feed.dispose();
      section.removeEventListener("toggle", refreshTwins, true);
      removeEventListener("popstate", back);
      document.removeEventListener("visibilitychange", redraw);
      cursor.unmount();
      marks.unmount();
      controls.unmount();
      message.remove();
      for (const panel of drawn) panel.drawing.destroy();
    },
  };
}

function mountPanels(section: HTMLElement): Panel[] {
  return panels.flatMap((look, i): Panel[] => {
    const element = section.querySelector<HTMLElement>(`[data-panel="${look.key}"]`);
    const canvas = element?.querySelector("canvas");
    if (!element || !canvas) return [];
    const outputs = new Map([...element.querySelectorAll<HTMLElement>("[data-value]")].map(output => [output.dataset["value"] ?? "", output]));
    return [{ look, drawing: drawPanel(canvas, look, i === panels.length - 1), outputs, twin: element.querySelector("details") }];
  });
}

function showValues(drawn: readonly Panel[], point: Point | undefined): void {
  for (const { look, outputs } of drawn) {
    for (const series of look.series) {
      const output = outputs.get(series.key);
      const text = point ? look.words(point[series.key]) : "";
      if (output && output.textContent !== text) output.textContent = text;
    }
  }
}
