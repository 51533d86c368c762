// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { keepOrder } from "./hold";

const table = (...ids: string[]) => {
  const template = document.createElement("template");
  template.innerHTML = `<table><tbody>${ids.map(id => `<tr id="${id}"><td>${id}</td></tr>`).join("")}</tbody></table>`;
  return template.content;
};
const order = (root: ParentNode) => [...root.querySelectorAll("tr")].map(row => row.id);

describe("keepOrder", () => {
  it("keeps the order that the reader sees", () => {
    const incoming = table("c", "a", "b");
    expect(keepOrder(table("a", "b", "c"), incoming)).toBe(true);
    expect(order(incoming)).toEqual(["a", "b", "c"]);
  });

  it("puts new rows last, and drops rows that are gone", () => {
    const incoming = table("new", "c", "a");
    keepOrder(table("a", "b", "c"), incoming);
    expect(order(incoming)).toEqual(["a", "c", "new"]);
  });

  it("says when nothing had to be held", () => {
    expect(keepOrder(table("a", "b"), table("a", "b", "c"))).toBe(false);
  });
});
