// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { applyFilter, matches } from "./filter";
import { mountFragments } from "./fragments";

// Idiomorph needs it, jsdom lacks it; the ids of these tests need no escaping.
globalThis.CSS ??= { escape: (text: string) => text } as typeof CSS;

const row = (id: number, state: string) =>
  `<tr id="absorber-${id}" data-search="a${id} ${state}" data-says="a${id}: ${state}"><th class="name"><a href="/absorbers/${id}">a${id}</a></th><td>${state}</td></tr>`;
const table = (...rows: string[]) => `<span data-count></span><table><tbody>${rows.join("")}</tbody></table><p data-none hidden></p>`;
const ids = () => [...document.querySelectorAll("tr")].map(element => element.id);

let unmount = () => {};
function page(hold: string, html: string) {
  document.body.innerHTML = `<div data-fragment="fleet" data-hold="${hold}">${html}</div><div data-announce></div>`;
  const fragments = mountFragments(() => {}, () => {});
  unmount = fragments.unmount;
  return fragments;
}
function point(at: Element | null, type = "pointerover") {
  at?.dispatchEvent(Object.assign(new Event(type, { bubbles: type === "pointerover" }), { pointerType: "mouse" }));
}
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  unmount();
  vi.runAllTimers();
  vi.useRealTimers();
});

describe("fragments", () => {
  it("keep the elements that stay, and so focus and selection", () => {
    const fragments = page("order", table(row(1, "running"), row(2, "running")));
    const link = document.querySelector<HTMLElement>("#absorber-1 a");
    link?.focus();
    fragments.push("fleet", table(row(1, "failed"), row(2, "running")));
    expect(document.querySelector("#absorber-1 a")).toBe(link);
    expect(document.activeElement).toBe(link);
    expect(document.querySelector("#absorber-1 td")?.textContent).toBe("failed");
  });

  it("move no row under the pointer, but show its new figures", () => {
    const fragments = page("order", table(row(1, "running"), row(2, "running")));
    point(document.querySelector("#absorber-1 td"));
    fragments.push("fleet", table(row(2, "failed"), row(1, "running")));
    expect(ids()).toEqual(["absorber-1", "absorber-2"]);
    expect(document.querySelector("#absorber-2 td")?.textContent).toBe("failed");
    expect(document.querySelector("[data-fragment]")?.hasAttribute("data-held")).toBe(true);
  });

  it("take the new order when the pointer leaves", () => {
    const fragments = page("order", table(row(1, "running"), row(2, "running")));
    point(document.querySelector("#absorber-1 td"));
    fragments.push("fleet", table(row(2, "failed"), row(1, "running")));
    point(document.querySelector("[data-fragment]"), "pointerleave");
    expect(ids()).toEqual(["absorber-2", "absorber-1"]);
    expect(document.querySelector("[data-fragment]")?.hasAttribute("data-held")).toBe(false);
  });

  it("hold a list as it is while the reader points at it", () => {
    const fragments = page("all", table(row(1, "running")));
    point(document.querySelector("#absorber-1 td"));
    fragments.push("fleet", table(row(2, "running"), row(1, "running")));
    expect(ids()).toEqual(["absorber-1"]);
    point(document.querySelector("[data-fragment]"), "pointerleave");
    expect(ids()).toEqual(["absorber-2", "absorber-1"]);
  });

  it("say what changed its state, once it is quiet", () => {
    const fragments = page("order", table(row(1, "running"), row(2, "running")));
    fragments.push("fleet", table(row(1, "failed"), row(2, "running")));
    vi.runAllTimers();
    expect(document.querySelector("[data-announce]")?.textContent).toBe("a1: failed");
  });
});

describe("the filter", () => {
  it("finds rows that have every word", () => {
    expect(matches("sales.orders shop db07 falling behind", " DB07  behind")).toBe(true);
    expect(matches("sales.orders shop db07 running", "db07 behind")).toBe(false);
    expect(matches("anything", "")).toBe(true);
  });

  it("hides the others and tells how many are left", () => {
    document.body.innerHTML = table(row(1, "running"), row(2, "failed"));
    applyFilter(document, "failed");
    expect(document.querySelector<HTMLElement>("#absorber-1")?.hidden).toBe(true);
    expect(document.querySelector("[data-count]")?.textContent).toBe("1 of 2");
    applyFilter(document, "nothing");
    expect(document.querySelector<HTMLElement>("[data-none]")?.hidden).toBe(false);
  });
});
