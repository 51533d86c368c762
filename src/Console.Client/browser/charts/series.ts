import type { Point } from "./point";

/** Points by time, oldest first, each time once. */
export class Series {
  #points: Point[] = [];

  get points(): readonly Point[] {
    return this.#points;
  }

  get last(): Point | undefined {
    return this.#points.at(-1);
  }

  /** Takes points in any order; one of a time that is known replaces it. */
  merge(incoming: readonly Point[]): void {
    if (incoming.length === 0) return;
    const sorted = isSorted(incoming) ? incoming : [...incoming].sort((a, b) => a.t - b.t);
    const first = sorted[0]?.t ?? 0;
    const tail = this.#points.splice(this.indexAt(first));
    this.#points.push(...union(tail, sorted));
  }

  /** Points from `from` to `to`, and the nearest on either side so that lines run on to the edges. */
  slice(from: number, to: number): Point[] {
    return this.#points.slice(Math.max(0, this.indexAt(from) - 1), this.indexAt(to) + 1);
  }

  /** Forgets what is older. */
  prune(before: number): void {
    const old = this.indexAt(before);
    if (old > 0) this.#points.splice(0, old);
  }

  clear(): void {
    this.#points = [];
  }

  /** The index of the first point at `time` or later. */
  indexAt(time: number): number {
    let low = 0;
    let high = this.#points.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#points[middle]?.t ?? 0) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The point nearest to a time, if it is not further than `within`. */
  nearest(time: number, within: number): Point | undefined {
    const at = this.indexAt(time);
    const near = [this.#points[at - 1], this.#points[at]]
      .filter(point => point !== undefined)
      .sort((a, b) => Math.abs(a.t - time) - Math.abs(b.t - time))[0];
    return near && Math.abs(near.t - time) <= within ? near : undefined;
  }
}

const isSorted = (points: readonly Point[]): boolean =>
  points.every((point, i) => i === 0 || (points[i - 1]?.t ?? 0) < point.t);

function union(known: readonly Point[], incoming: readonly Point[]): Point[] {
  const byTime = new Map<number, Point>();
  for (const point of known) byTime.set(point.t, point);
  for (const point of incoming) byTime.set(point.t, point);
  return [...byTime.values()].sort((a, b) => a.t - b.t);
}
