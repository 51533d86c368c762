/** What happened within one bucket of time, as the console sends it; see SeriesPoint in the contracts. Unknown is null or absent, never zero. */
export interface Point {
  /** Start of the bucket, Unix milliseconds. */
  readonly t: number;
  readonly in?: number | null;
  readonly out?: number | null;
  readonly roll?: number | null;
  readonly depth?: number | null;
  readonly lag?: number | null;
  readonly pick?: number | null;
  readonly merge?: number | null;
  readonly purge?: number | null;
  readonly batches: number;
  readonly errors: number;
}

export type Key = "in" | "out" | "roll" | "depth" | "lag" | "pick" | "merge" | "purge";
