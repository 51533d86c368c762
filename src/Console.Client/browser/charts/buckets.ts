import type { Key, Point } from "./point";

/** The start of the bucket that a time falls into. */
export const bucketStart = (time: number, step: number): number => Math.floor(time / step) * step;

/** Puts points of short buckets together into longer ones, as the console's store does: rates and durations as means, lag as its greatest, depth as its last. */
export function intoBuckets(points: readonly Point[], step: number): Point[] {
  const buckets = new Map<number, Point[]>();
  for (const point of points) {
    const start = bucketStart(point.t, step);
    const bucket = buckets.get(start);
    if (bucket) bucket.push(point);
    else buckets.set(start, [point]);
  }
  return [...buckets].map(([start, bucket]) => together(start, bucket));
}

function together(t: number, points: readonly Point[]): Point {
  const known = (key: Key) => points.map(point => point[key]).filter(value => value !== null && value !== undefined);
  return {
    t,
    in: mean(known("in")),
    out: mean(known("out")),
    roll: known("roll").at(-1) ?? null,
    depth: known("depth").at(-1) ?? null,
    lag: greatest(known("lag")),
    pick: perBatch(points, "pick"),
    merge: perBatch(points, "merge"),
    purge: perBatch(points, "purge"),
    batches: points.reduce((sum, point) => sum + point.batches, 0),
    errors: points.reduce((sum, point) => sum + point.errors, 0),
  };
}

const mean = (values: number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

const greatest = (values: number[]): number | null => (values.length === 0 ? null : Math.max(...values));

function perBatch(points: readonly Point[], key: Key): number | null {
  let sum = 0;
  let batches = 0;
  for (const point of points) {
    const value = point[key];
    if (value === null || value === undefined) continue;
    sum += value * Math.max(1, point.batches);
    batches += Math.max(1, point.batches);
  }
  return batches === 0 ? null : sum / batches;
}
