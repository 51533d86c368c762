import { age, duration, rate, rows, short } from "../format";
import type { Key, Point } from "./point";

/** How a line or a layer is drawn. Colours are custom properties of the style sheet. */
export interface SeriesLook {
  readonly key: Key;
  readonly color: string;
  readonly dashed?: boolean;
  readonly fill?: string;
}

/** One of the charts; Charts/ChartPanel.cs has their words. */
export interface PanelLook {
  readonly key: string;
  readonly kind: "lines" | "stack";
  /** The least value at the top of the axis, so that noise near zero stays near zero. */
  readonly floor: number;
  readonly axis: (value: number) => string;
  readonly words: (value: number | null | undefined) => string;
  readonly series: readonly SeriesLook[];
}

export const panels: readonly PanelLook[] = [
  { key: "rate", kind: "lines", floor: 10, axis: short, words: rate, series: [{ key: "in", color: "--s-in", dashed: true }, { key: "roll", color: "--s-out" }] },
  { key: "lag", kind: "lines", floor: 2, axis: seconds, words: age, series: [{ key: "lag", color: "--s-out", fill: "--s-fill" }] },
  { key: "depth", kind: "lines", floor: 100, axis: short, words: rows, series: [{ key: "depth", color: "--s-out", fill: "--s-fill" }] },
  {
    key: "batch", kind: "stack", floor: 10, axis: milliseconds, words: duration,
    series: [{ key: "pick", color: "--s-pick" }, { key: "merge", color: "--s-merge" }, { key: "purge", color: "--s-purge" }],
  },
];

function seconds(value: number): string {
  if (value >= 7200) return `${short(value / 3600)} h`;
  if (value >= 300) return `${short(value / 60)} min`;
  return `${short(value)} s`;
}

function milliseconds(value: number): string {
  return value >= 1000 ? `${short(value / 1000)} s` : `${short(value)} ms`;
}

/** The greatest height that a panel must show. */
export function heightOf(panel: PanelLook, points: readonly Point[]): number {
  let most = panel.floor;
  for (const point of points) {
    const values = panel.series.map(series => point[series.key] ?? 0);
    most = Math.max(most, panel.kind === "stack" ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values));
  }
  return most;
}
