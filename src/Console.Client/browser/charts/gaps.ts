import type { Key, Point } from "./point";

/** A place on a line; null is where the line is broken. */
export interface Place {
  readonly x: number;
  readonly y: number | null;
}

/**
 * How far apart two points may be and still be joined: a step and a half. Samples of an idle loop come about once a second,
 * so that a bucket of one second may be skipped without anything being amiss.
 */
export const gapAfter = (step: number): number => Math.max(1.5 * step, 2500);

/** One line of the chart: a gap in the points, or an unknown figure, is a gap in the line, never zero. */
export function lineOf(points: readonly Point[], key: Key, step: number): Place[] {
  const line: Place[] = [];
  const far = gapAfter(step);
  let before: number | undefined;
  for (const point of points) {
    if (before !== undefined && point.t - before > far) line.push({ x: before + step, y: null });
    line.push({ x: point.t, y: point[key] ?? null });
    before = point.t;
  }
  return line;
}
