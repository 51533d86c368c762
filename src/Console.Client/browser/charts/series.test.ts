import { describe, expect, it } from "vitest";
import type { Point } from "./point";
import { Series } from "./series";

const at = (t: number, depth = t): Point => ({ t, depth, batches: 1, errors: 0 });
const times = (series: Series) => series.points.map(point => point.t);

describe("Series", () => {
  it("keeps points by time, whatever order they come in", () => {
    const series = new Series();
    series.merge([at(3000), at(1000)]);
    series.merge([at(2000)]);
    series.merge([at(5000), at(4000)]);
    expect(times(series)).toEqual([1000, 2000, 3000, 4000, 5000]);
  });

  it("replaces the point of a time that is known", () => {
    const series = new Series();
    series.merge([at(1000, 1), at(2000, 2), at(3000, 3)]);
    series.merge([at(2000, 20), at(3000, 30)]);
    expect(series.points.map(point => point.depth)).toEqual([1, 20, 30]);
  });

  it("fills a gap with what is delivered late, without doubling what overlaps", () => {
    const series = new Series();
    series.merge([at(1000), at(2000), at(9000)]);
    series.merge([at(2000), at(3000), at(4000), at(9000)]);
    expect(times(series)).toEqual([1000, 2000, 3000, 4000, 9000]);
  });

  it("slices with one neighbour on either side, so that lines run on to the edges", () => {
    const series = new Series();
    series.merge([1000, 2000, 3000, 4000, 5000].map(t => at(t)));
    expect(series.slice(2500, 3500).map(point => point.t)).toEqual([2000, 3000, 4000]);
    expect(series.slice(0, 9000)).toHaveLength(5);
  });

  it("forgets what is older", () => {
    const series = new Series();
    series.merge([at(1000), at(2000), at(3000)]);
    series.prune(2000);
    expect(times(series)).toEqual([2000, 3000]);
  });

  it("finds the nearest point within a distance, and none beyond it", () => {
    const series = new Series();
    series.merge([at(1000), at(3000)]);
    expect(series.nearest(2600, 1000)?.t).toBe(3000);
    expect(series.nearest(2000, 500)).toBeUndefined();
    expect(new Series().nearest(0, 1000)).toBeUndefined();
  });
});
