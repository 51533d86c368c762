import { describe, expect, it } from "vitest";
import { gapAfter, lineOf } from "./gaps";

const at = (t: number, lag?: number | null) => ({ t, ...(lag === undefined ? {} : { lag }), batches: 0, errors: 0 });

describe("lineOf", () => {
  it("joins neighbours", () => {
    expect(lineOf([at(1000, 1), at(2000, 2)], "lag", 1000)).toEqual([{ x: 1000, y: 1 }, { x: 2000, y: 2 }]);
  });

  it("joins over one skipped second, which an idle loop leaves now and then", () => {
    expect(lineOf([at(1000, 1), at(3000, 2)], "lag", 1000)).toHaveLength(2);
  });

  it("breaks the line where points are missing, and draws no zero", () => {
    const line = lineOf([at(1000, 1), at(9000, 2)], "lag", 1000);
    expect(line).toEqual([{ x: 1000, y: 1 }, { x: 2000, y: null }, { x: 9000, y: 2 }]);
  });

  it("breaks the line where a figure is unknown, absent or null", () => {
    expect(lineOf([at(1000, 1), at(2000, null), at(3000), at(4000, 0)], "lag", 1000).map(place => place.y)).toEqual([1, null, null, 0]);
  });

  it("counts one and a half steps as a gap in long steps", () => {
    expect(gapAfter(60_000)).toBe(90_000);
    expect(lineOf([at(0, 1), at(120_000, 1)], "lag", 60_000)).toHaveLength(3);
  });
});
