/** The time that charts show: a length that ends now, or two fixed moments. Milliseconds. */
export type Range =
  | { readonly key: string; readonly length: number }
  | { readonly from: number; readonly to: number };

const minute = 60_000;

/** The ranges that end now; Charts/ChartRange.cs has the same. */
export const ranges = [
  { key: "5m", length: 5 * minute },
  { key: "15m", length: 15 * minute },
  { key: "1h", length: 60 * minute },
  { key: "24h", length: 24 * 60 * minute },
] as const;

export const defaultRange: Range = ranges[1];

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];

// No console keeps samples for longer, and no chart could show them.
const longest = 31 * 24 * 60 * minute;

/** The bucket that gives at most about 900 points, in milliseconds. */
export function stepOf(range: Range): number {
  const seconds = lengthOf(range) / 1000;
  return (steps.find(step => seconds / step <= 900) ?? 3600) * 1000;
}

export const lengthOf = (range: Range): number => ("length" in range ? range.length : range.to - range.from);

/** Reads `?range=` or `?from=&to=`; what it does not understand becomes the default. */
export function rangeOf(search: string): Range {
  const query = new URLSearchParams(search);
  const from = Date.parse(query.get("from") ?? "");
  const to = Date.parse(query.get("to") ?? "");
  if (from >= 0 && to > from && to - from <= longest) return { from, to };
  return ranges.find(range => range.key === query.get("range")) ?? defaultRange;
}

/** The address with another range; the default is left out. */
export function withRange(address: string, range: Range): string {
  const url = new URL(address);
  for (const name of ["range", "from", "to", "done"]) url.searchParams.delete(name);
  if ("from" in range) {
    url.searchParams.set("from", iso(range.from));
    url.searchParams.set("to", iso(range.to));
  } else if (range.key !== ranges[1].key) {
    url.searchParams.set("range", range.key);
  }
  return url.href.replaceAll("%3A", ":");
}

const iso = (time: number): string => new Date(Math.round(time / 1000) * 1000).toISOString().replace(".000", "");
