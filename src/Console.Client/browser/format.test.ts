import { describe, expect, it } from "vitest";
import { age, ago, duration, rate, rows, short, unknown } from "./format";

const plain = (text: string) => text.replaceAll("\u00a0", " ");

describe("figures", () => {
  it.each([[0, "0.0 s"], [0.44, "0.4 s"], [9.96, "10 s"], [41.2, "41 s"], [59.7, "1 min 00 s"], [125, "2 min 05 s"], [11_520, "3 h 12 min"], [532_800, "6 d 4 h"]])(
    "an age of %d s is %s", (seconds, text) => expect(plain(age(seconds))).toBe(text));
  it.each([[0.02, "0 /s"], [0.4, "0.4 /s"], [9.97, "10 /s"], [18_900.4, "18,900 /s"]])("a rate of %d is %s", (value, text) => expect(plain(rate(value))).toBe(text));
  it.each([[1, "1 row"], [198_220, "198,220 rows"]])("%d rows", (value, text) => expect(plain(rows(value))).toBe(text));
  it.each([[8.24, "8.2 ms"], [151.6, "152 ms"], [1250, "1.25 s"], [12_400, "12 s"]])("a duration of %d ms is %s", (value, text) => expect(plain(duration(value))).toBe(text));
  it.each([[400, "just now"], [12_900, "12 s ago"], [3 * 3_600_000, "3 h ago"]])("%d ms ago", (value, text) => expect(ago(value)).toBe(text));
  it.each([[0, "0"], [0.5, "0.5"], [5000, "5,000"], [50_000, "50k"], [1_250_000, "1.25M"]])("%d on an axis", (value, text) => expect(short(value)).toBe(text));
  it("tells what is unknown from zero", () => {
    expect([age(null), rate(undefined), rows(null), duration(null)]).toEqual([unknown, unknown, unknown, unknown]);
  });
});
