import { describe as group, expect, it } from "vitest";
import { retryDelay } from "./connection";
import { describe, initial, isStale, next, silence, type LiveEvent, type LiveState } from "./state";

const after = (...events: [LiveEvent["kind"], number][]): LiveState => events.reduce((state, [kind, at]) => next(state, { kind, at }), initial(0));

group("the connection", () => {
  it("is live once connected", () => {
    const state = after(["connected", 100]);
    expect(describe(state, 300, 0)).toMatchObject({ tone: "live" });
    expect(describe(state, 300, 0).text.replace("\u00a0", " ")).toBe("live · 0.2 s ago");
  });

  it("is not yet lost while it connects for the first time", () => {
    expect(describe(after(["lost", 50]), 1000, 0)).toEqual({ tone: "connecting", text: "connecting…" });
  });

  it("owns up to old figures when it never gets through", () => {
    expect(describe(after(["lost", 50]), silence + 1, 0)).toMatchObject({ tone: "reconnecting", text: expect.stringContaining("figures are of") });
  });

  it("says since when figures stand still when it is lost", () => {
    const heard = new Date(2026, 10, 21, 1, 42, 10).getTime();
    const state = after(["connected", heard - 5000], ["heard", heard], ["lost", heard + 900]);
    expect(describe(state, heard + 4000, 0)).toEqual({ tone: "reconnecting", text: "reconnecting…, figures are of 01:42:10" });
  });

  it("does not trust a connection that has gone silent", () => {
    const state = after(["connected", 0], ["heard", 1000]);
    expect(isStale(state, 1000 + silence)).toBe(false);
    expect(isStale(state, 1001 + silence)).toBe(true);
    expect(describe(state, 1001 + silence, 0).tone).toBe("stale");
  });

  it("heals when it is heard again", () => {
    const state = after(["connected", 0], ["lost", 1000], ["connected", 9000]);
    expect(isStale(state, 9100)).toBe(false);
    expect(state.phase).toBe("live");
  });

  it("greys nothing for a short loss", () => {
    expect(isStale(after(["connected", 0], ["heard", 5000], ["lost", 5200]), 6000)).toBe(false);
  });
});

group("retryDelay", () => {
  it("tries soon at first", () => expect(retryDelay(0, 0.5)).toBe(250));
  it("waits five seconds at most, more or less", () => expect(retryDelay(50, 1)).toBeLessThanOrEqual(6250));
  it("spreads pages out", () => expect(retryDelay(4, 0)).toBeLessThan(retryDelay(4, 1)));
});
