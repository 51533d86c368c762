import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setClock } from "../clock";
import { Feed } from "./feed";
import type { Point } from "./point";
import { ranges } from "./range";

const start = Date.UTC(2026, 10, 21, 1, 0, 0);
const second = (t: number, depth = 1): Point => ({ t, in: 10, depth, lag: 0, batches: 1, errors: 0 });

beforeEach(() => {
  vi.useFakeTimers({ now: start });
  setClock(start);
});
afterEach(() => vi.useRealTimers());

describe("Feed", () => {
  it("shows what the store has, and what is pushed after it", async () => {
    const feed = new Feed(ranges[1], async () => [second(start - 2000), second(start - 1000)], () => {});
    await feed.fill();
    feed.push([second(start)]);
    expect(feed.series.points.map(point => point.t - start)).toEqual([-2000, -1000, 0]);
  });

  it("merges what was missed after a lost connection by time", async () => {
    const stored = [second(start - 3000)];
    const feed = new Feed(ranges[1], async () => [...stored], () => {});
    await feed.fill();
    feed.push([second(start)]);
    stored.push(second(start - 2000), second(start - 1000), second(start, 7));
    await feed.fill();
    expect(feed.series.points.map(point => point.t - start)).toEqual([-3000, -2000, -1000, 0]);
    expect(feed.series.last?.depth).toBe(7);
  });

  it("asks the store again a moment after a gap, since an agent delivers what it kept", async () => {
    const read = vi.fn(async () => [second(start - 60_000)]);
    const feed = new Feed(ranges[1], read, () => {});
    await feed.fill();
    feed.push([second(start)]);
    expect(read).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(3000);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it("puts pushed seconds together for long ranges", async () => {
    const feed = new Feed(ranges[2], async () => [], () => {});
    await feed.fill();
    feed.push([second(start, 1), second(start + 1000, 2), second(start + 3000, 3)]);
    expect(feed.step).toBe(5000);
    expect(feed.series.points).toMatchObject([{ t: start, depth: 3, batches: 3 }]);
  });

  it("does not tell a bucket anew of which it saw only the end", async () => {
    const feed = new Feed(ranges[2], async (_from, _to, step) => (step === 5000 ? [second(start, 50)] : []), () => {});
    await feed.fill();
    feed.push([second(start + 3000, 1), second(start + 5000, 2)]);
    expect(feed.series.points).toMatchObject([{ t: start, depth: 50 }, { t: start + 5000, depth: 2 }]);
  });

  it("leaves a zoomed range alone when seconds are pushed", async () => {
    const feed = new Feed({ from: start - 60_000, to: start }, async () => [second(start - 1000)], () => {});
    await feed.fill();
    feed.push([second(start)]);
    expect(feed.series.points).toHaveLength(1);
  });

  it("keeps a zoomed range however long ago it was", async () => {
    const longAgo = start - 7_200_000;
    const feed = new Feed({ from: longAgo - 60_000, to: longAgo }, async () => [second(longAgo - 1000)], () => {});
    await feed.fill();
    expect(feed.series.points).toHaveLength(1);
  });

  it("goes on collecting while the axis stands still, and keeps what is shown", async () => {
    const feed = new Feed(ranges[0], async () => [second(start - 1000)], () => {});
    await feed.fill();
    feed.keep = start - ranges[0].length;
    vi.setSystemTime(start + 3 * ranges[0].length);
    feed.push([second(start + 3 * ranges[0].length)]);
    expect(feed.series.points).toHaveLength(2);
    feed.keep = null;
    feed.push([second(start + 3 * ranges[0].length + 1000)]);
    expect(feed.series.points).toHaveLength(2);
  });

  it("forgets the answer to a range that is no longer shown", async () => {
    let answer: (points: Point[]) => void = () => {};
    const slow = new Promise<Point[]>(resolve => (answer = resolve));
    const reads = [slow, Promise.resolve([second(start)])];
    const feed = new Feed({ from: start - 60_000, to: start }, () => reads.shift() ?? Promise.resolve([]), () => {});
    const first = feed.fill();
    await feed.show({ from: start - 10_000, to: start });
    answer([second(start - 50_000)]);
    await first;
    expect(feed.series.points.map(point => point.t)).toEqual([start]);
  });

  it("says why there is no history", async () => {
    const feed = new Feed(ranges[1], async () => Promise.reject(new Error("The console answered 503.")), () => {});
    await feed.fill();
    expect(feed.problem).toBe("The console answered 503.");
  });
});
