import { describe, expect, it } from "vitest";
import { niceMax, timeTicks } from "./ticks";

describe("timeTicks", () => {
  const from = Date.UTC(2026, 10, 21, 1, 27, 12);
  it("stands at round minutes", () => {
    const ticks = timeTicks(from, from + 15 * 60_000, 8);
    expect(ticks.map(tick => new Date(tick).getMinutes())).toEqual([28, 30, 32, 34, 36, 38, 40, 42]);
    expect(ticks.every(tick => tick % 60_000 === 0)).toBe(true);
  });
  it("never gives many more than asked for", () => expect(timeTicks(from, from + 86_400_000, 10).length).toBeLessThanOrEqual(11));
});

describe("niceMax", () => {
  it.each([[10, 10], [11, 20], [42_000, 50_000], [2, 2], [0.7, 1], [210, 250], [999, 1000]])("%d fits under %d", (value, max) =>
    expect(niceMax(value)).toBeCloseTo(max));
});
