import { describe, expect, it } from "vitest";
import { intoBuckets } from "./buckets";

describe("intoBuckets", () => {
  const seconds = [
    { t: 60_000, in: 100, roll: 90, depth: 5, lag: 0.2, merge: 10, batches: 1, errors: 0 },
    { t: 61_000, in: 300, roll: 95, depth: 9, lag: 4, merge: 20, batches: 3, errors: 1 },
    { t: 65_000, in: null, batches: 0, errors: 0 },
  ];

  it("puts each point into the bucket that its time falls into", () => {
    expect(intoBuckets(seconds, 5000).map(point => point.t)).toEqual([60_000, 65_000]);
  });

  it("takes the mean of rates, the greatest lag, the last depth, the sum of counts", () => {
    expect(intoBuckets(seconds, 5000)[0]).toMatchObject({ in: 200, roll: 95, depth: 9, lag: 4, batches: 4, errors: 1 });
  });

  it("weighs durations by batches", () => {
    expect(intoBuckets(seconds, 5000)[0]?.merge).toBe(17.5);
  });

  it("leaves what is unknown unknown", () => {
    expect(intoBuckets(seconds, 5000)[1]).toMatchObject({ in: null, depth: null, lag: null, merge: null });
  });
});
