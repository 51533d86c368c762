import { describe, expect, it } from "vitest";
import { defaultRange, lengthOf, ranges, rangeOf, stepOf, withRange } from "./range";

describe("rangeOf", () => {
  it("reads a range that ends now", () => expect(rangeOf("?range=1h")).toBe(ranges[2]));
  it("reads two moments", () => expect(lengthOf(rangeOf("?from=2026-11-21T01:00:00Z&to=2026-11-21T01:02:00Z"))).toBe(120_000));
  it.each(["", "?range=7y", "?from=x&to=y", "?from=2026-11-21T02:00:00Z&to=2026-11-21T01:00:00Z", "?from=1900-01-01&to=2200-01-01", "?from=0001-01-01&to=0001-01-02"])("takes the default for %s", search =>
    expect(rangeOf(search)).toBe(defaultRange));
});

describe("stepOf", () => {
  it.each([["5m", 1], ["15m", 1], ["1h", 5], ["24h", 120]])("%s in steps of %d s", (key, seconds) =>
    expect(stepOf(rangeOf(`?range=${key}`))).toBe(seconds * 1000));
});

describe("withRange", () => {
  const page = "http://localhost/absorbers/3?tab=charts";
  it("leaves the default out", () => expect(withRange(`${page}&range=1h`, defaultRange)).toBe(page));
  it("keeps everything else", () => expect(withRange(page, ranges[0])).toBe(`${page}&range=5m`));
  it("writes a zoom so that it can be read and sent around", () => {
    const zoom = { from: Date.UTC(2026, 10, 21, 1, 31, 20), to: Date.UTC(2026, 10, 21, 1, 38, 42) };
    const address = withRange(page, zoom);
    expect(address).toBe(`${page}&from=2026-11-21T01:31:20Z&to=2026-11-21T01:38:42Z`);
    expect(rangeOf(new URL(address).search)).toEqual(zoom);
  });
});
