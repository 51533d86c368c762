import { now } from "../clock";
import { bucketStart, intoBuckets } from "./buckets";
import { gapAfter } from "./gaps";
import type { Point } from "./point";
import { lengthOf, stepOf, type Range } from "./range";
import { Series } from "./series";

const second = 1000;

export type ReadPoints = (from: number, to: number, step: number) => Promise<Point[]>;

/** Reads points of an absorber from the console's store, which takes its steps in seconds. */
export const readPoints = (absorber: number): ReadPoints => async (from, to, step) => {
  const query = `from=${Math.floor(from)}&to=${Math.ceil(to)}&step=${Math.round(step / second)}`;
  const answer = await fetch(`/api/absorbers/${absorber}/points?${query}`, { headers: { accept: "application/json" } });
  if (!answer.ok) throw new Error(`The console answered ${answer.status} when asked for points.`);
  return await answer.json() as Point[];
};

/** The points of one range: what the store has, and what is pushed since. Long ranges put pushed seconds together themselves. */
export class Feed {
  readonly series = new Series();
  readonly #fine = new Series();
  #range: Range;
  #request = 0;
  #healing: ReturnType<typeof setTimeout> | undefined;
  /** The start of what is shown while the axis stands still: nothing from then on is forgotten. */
  keep: number | null = null;
  /** Whether the store has not answered yet. */
  reading = false;
  /** Why there is no history; null while there is. */
  problem: string | null = null;

  constructor(range: Range, private readonly read: ReadPoints, private readonly changed: () => void) {
    this.#range = range;
  }

  get range(): Range {
    return this.#range;
  }

  get step(): number {
    return stepOf(this.#range);
  }

  /** Shows another range from now on. */
  async show(range: Range): Promise<void> {
    this.#range = range;
    this.keep = null;
    this.series.clear();
    this.#fine.clear();
    this.changed();
    await this.fill();
  }

  /** Reads the range anew and merges it by time: at the start, after a lost connection, and when an agent delivers what it kept. */
  async fill(): Promise<void> {
    const request = ++this.#request;
    this.reading = true;
    const range = this.#range;
    const step = this.step;
    const to = "to" in range ? range.to : now() + second;
    const from = bucketStart(to - lengthOf(range), step) - step;
    try {
      const stored = await this.read(from, to, step);
      const fine = step > second && !("to" in range) ? await this.read(bucketStart(to, step), to, second) : [];
      if (request !== this.#request) return;
      this.problem = null;
      this.reading = false;
      this.series.merge(stored);
      this.#push(fine);
    } catch (error) {
      if (request !== this.#request) return;
      this.reading = false;
      this.problem = error instanceof Error ? error.message : String(error);
    }
    this.changed();
  }

  /** Takes points of seconds as they are pushed. */
  push(points: readonly Point[]): void {
    if ("to" in this.#range || points.length === 0) return;
    if (this.#isLate(points)) this.#healSoon();
    this.#push(points);
    this.changed();
  }

  dispose(): void {
    this.#request++;
    clearTimeout(this.#healing);
  }

  #push(points: readonly Point[]): void {
    const step = this.step;
    if (step === second) {
      this.series.merge(points);
    } else {
      this.#fine.merge(points);
      // A bucket of which only the end was pushed would be told wrongly; the store told it already.
      const whole = bucketStart((this.#fine.points[0]?.t ?? 0) + step - 1, step);
      this.series.merge(intoBuckets(this.#fine.points.filter(point => point.t >= whole), step));
      this.#fine.prune(bucketStart(now(), step) - 2 * step);
    }
    if (!("to" in this.#range)) this.series.prune(Math.min(this.keep ?? Infinity, now() - 2 * lengthOf(this.#range)));
  }

  /** After a gap, or from before it: the store may by now know more than was pushed. */
  #isLate(points: readonly Point[]): boolean {
    const known = this.series.last?.t;
    const first = points[0]?.t ?? 0;
    return known !== undefined && (first - known > gapAfter(this.step) || first < known - 2 * this.step - 10 * second);
  }

  #healSoon(): void {
    this.#healing ??= setTimeout(() => {
      this.#healing = undefined;
      void this.fill();
    }, 3000);
  }
}
