// Every number that script writes is written here; Formatting/Figures.cs does the same on the server.
export const unknown = "–";
const space = "\u00a0";
const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const tenth = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });
const hundredth = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });

type Maybe = number | null | undefined;

const isUnknown = (value: Maybe): value is null | undefined => value === null || value === undefined;

/** 198,220 */
export const count = (value: Maybe): string => (isUnknown(value) ? unknown : whole.format(value));

/** 198,220 rows */
export const rows = (value: Maybe): string => (isUnknown(value) ? unknown : `${count(value)}${space}${value === 1 ? "row" : "rows"}`);

/** 18,900 /s, with one decimal below ten */
export function rate(value: Maybe): string {
  if (isUnknown(value)) return unknown;
  const text = value < 0.05 ? "0" : value < 9.95 ? tenth.format(value) : whole.format(value);
  return `${text}${space}/s`;
}

/** 0.4 s, 41 s, 2 min 05 s, 3 h 12 min, 6 d 4 h */
export function age(seconds: Maybe): string {
  if (isUnknown(seconds)) return unknown;
  if (seconds < 9.95) return `${Math.max(0, seconds).toFixed(1)}${space}s`;
  const s = Math.round(seconds);
  const two = (n: number) => String(Math.floor(n)).padStart(2, "0");
  if (s < 60) return `${s}${space}s`;
  if (s < 3600) return `${Math.floor(s / 60)}${space}min${space}${two(s % 60)}${space}s`;
  if (s < 86400) return `${Math.floor(s / 3600)}${space}h${space}${two((s % 3600) / 60)}${space}min`;
  return `${Math.floor(s / 86400)}${space}d${space}${Math.floor((s % 86400) / 3600)}${space}h`;
}

/** 8.2 ms, 152 ms, 1.25 s */
export function duration(milliseconds: Maybe): string {
  if (isUnknown(milliseconds)) return unknown;
  if (milliseconds < 9.95) return `${milliseconds.toFixed(1)}${space}ms`;
  if (milliseconds < 999.5) return `${milliseconds.toFixed(0)}${space}ms`;
  if (milliseconds < 9995) return `${(milliseconds / 1000).toFixed(2)}${space}s`;
  return age(milliseconds / 1000);
}

/** just now, 12 s ago, 3 h ago */
export function ago(milliseconds: number): string {
  const s = milliseconds / 1000;
  if (s < 1) return "just now";
  if (s < 60) return `${Math.floor(s)} s ago`;
  if (s < 3600) return `${Math.floor(s / 60)} min ago`;
  if (s < 86400) return `${Math.floor(s / 3600)} h ago`;
  return `${Math.floor(s / 86400)} d ago`;
}

/** An axis' figure, short: 50k, 1.2M, 0.5 */
export function short(value: number): string {
  if (value >= 1e6) return `${hundredth.format(value / 1e6)}M`;
  if (value >= 1e4) return `${hundredth.format(value / 1e3)}k`;
  return hundredth.format(value);
}

const two = (n: number) => String(n).padStart(2, "0");
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The time of day in the browser's zone: 01:42:10 */
export function clock(time: number, seconds = true): string {
  const at = new Date(time);
  return `${two(at.getHours())}:${two(at.getMinutes())}${seconds ? `:${two(at.getSeconds())}` : ""}`;
}

/** 21 Nov */
export function day(time: number): string {
  const at = new Date(time);
  return `${at.getDate()} ${months[at.getMonth()]}`;
}

/** The time of day, with the date where it is not today's. */
export const moment = (time: number, now: number): string =>
  new Date(time).toDateString() === new Date(now).toDateString() ? clock(time) : `${day(time)} ${clock(time)}`;
