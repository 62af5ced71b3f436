import type { LoggedExchange } from '../../../state/exchange-log.js';

/** How many requests of each kind arrived in one interval. */
export interface RateBucket {
  readonly good: number;
  /** 4xx. */
  readonly refused: number;
  /** 5xx, and those whose connection was broken. */
  readonly failed: number;
}

export interface Rates {
  readonly buckets: readonly RateBucket[];
  /** Seconds of each. */
  readonly seconds: number;
}

export const bucketCount = 60;

/** The lengths of an interval, in seconds: the shortest that shows the oldest request. */
const lengths = [1, 2, 5, 15, 60, 300, 1800] as const;

/** The rates of the last 60 intervals, oldest first. @param now milliseconds since 1970 */
export function ratesOf(rows: readonly LoggedExchange[], now: number): Rates {
  const times = rows.map(({ time }) => Date.parse(time));
  const oldest = times.reduce((least, time) => Math.min(least, time), now);
  const seconds = lengths.find((one) => now - oldest < one * bucketCount * 1000) ?? lengths.at(-1) ?? 1;
  const length = seconds * 1000;
  // Intervals keep their bounds while time goes on, so that bars move and don't change.
  const end = (Math.floor(now / length) + 1) * length;
  const buckets = Array.from({ length: bucketCount }, () => ({ good: 0, refused: 0, failed: 0 }));
  rows.forEach(({ status, fault }, index) => {
    const bucket = buckets[bucketCount - 1 - Math.floor((end - 1 - (times[index] ?? 0)) / length)];
    if (!bucket) return;
    if (fault !== null || status >= 500) bucket.failed += 1;
    else if (status >= 400) bucket.refused += 1;
    else bucket.good += 1;
  });
  return { buckets, seconds };
}

/** The chart in words. */
export function ratesSentence({ buckets, seconds }: Rates): string {
  const sum = (count: (bucket: RateBucket) => number) => buckets.reduce((all, one) => all + count(one), 0);
  const errors = sum(({ refused, failed }) => refused + failed);
  const all = sum(({ good }) => good) + errors;
  const most = Math.max(...buckets.map(({ good, refused, failed }) => good + refused + failed));
  const span = seconds * bucketCount;
  const length = span < 120 ? `${span} s` : span < 7200 ? `${span / 60} min` : `${span / 3600} h`;
  const each = seconds < 60 ? `${seconds} s` : `${seconds / 60} min`;
  return `${all} requests and ${errors} errors in the last ${length}, at most ${most} in ${each}`;
}
