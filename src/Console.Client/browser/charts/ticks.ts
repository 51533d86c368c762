import { clock, day } from "../format";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const intervals = [5 * second, 10 * second, 15 * second, 30 * second, minute, 2 * minute, 5 * minute, 10 * minute, 15 * minute, 30 * minute, hour, 2 * hour, 3 * hour, 6 * hour, 12 * hour, 24 * hour];

/** Round moments of the browser's zone between two times, no more than `most`. */
export function timeTicks(from: number, to: number, most: number): number[] {
  const interval = intervals.find(i => (to - from) / i <= most) ?? 24 * hour;
  const zone = new Date(from).getTimezoneOffset() * minute;
  const ticks: number[] = [];
  for (let at = Math.ceil((from - zone) / interval) * interval + zone; at <= to; at += interval) ticks.push(at);
  return ticks;
}

/** A tick's label: the time of day, with seconds where ticks are less than a minute apart, and the date at midnight. */
export function timeLabel(at: number, next: number | undefined): string {
  const label = clock(at, next !== undefined && next - at < minute);
  return label === "00:00" ? day(at) : label;
}

/** The least of 1, 2, 2.5, 5 times a power of ten that is not below a value: an axis' upper end, which seldom changes. */
export function niceMax(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return (([1, 2, 2.5, 5, 10] as const).find(factor => value <= factor * power * 1.0000001) ?? 10) * power;
}
