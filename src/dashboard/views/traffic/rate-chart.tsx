import { useMemo } from 'preact/hooks';
import { useClock } from '../../parts/hooks.js';
import type { LoggedExchange } from '../../state/exchange-log.js';

/** Height of the tallest bar, and the width of one with its gap. */
const height = 22;
const step = 4;

/** Requests and errors over time: a bar for each interval, errors at its foot. */
export function RateChart({ rows }: { rows: readonly LoggedExchange[] }) {
  const now = useClock(1000);
  const second = Math.floor(now / 1000);
  const rates = useMemo(() => ratesOf(rows, second * 1000 + 999), [rows, second]);
  const sentence = ratesSentence(rates);
  return (
    <svg
      class="rate-chart"
      viewBox={`0 0 ${bucketCount * step} ${height + 1}`}
      width={bucketCount * step}
      height={height + 1}
      role="img"
      aria-label={sentence}
    >
      <title>{sentence}</title>
      <line stroke="var(--line-strong)" x2={bucketCount * step} y1={height + 0.5} y2={height + 0.5} />
      {kinds.map((kind) => (
        <path key={kind} class={`rate-${kind}`} fill={colours[kind]} d={barsOf(rates, kind)} />
      ))}
    </svg>
  );
}

/** From the foot of a bar upwards. */
const kinds = ['failed', 'refused', 'good'] as const;

const colours = { failed: 'var(--bad)', refused: 'var(--bar-3)', good: 'var(--bar-1)' } as const;

/** The parts of all bars that are of one kind, as one path: the page does not grow with what arrives. */
function barsOf({ buckets }: Rates, kind: (typeof kinds)[number]): string {
  const below = kinds.slice(0, kinds.indexOf(kind));
  const max = Math.max(1, ...buckets.map(totalOf));
  const high = (count: number): number => (count === 0 ? 0 : Math.max(1.5, (count / max) * height));
  return buckets
    .map((bucket, index) => {
      if (bucket[kind] === 0) return '';
      const foot = height - below.reduce((sum, one) => sum + high(bucket[one]), 0);
      return `M${index * step} ${foot}v${-high(bucket[kind])}h${step - 1}v${high(bucket[kind])}z`;
    })
    .join('');
}

type Rates = ReturnType<typeof ratesOf>;

function totalOf({ good, refused, failed }: Rates['buckets'][number]): number {
  return good + refused + failed;
}

const bucketCount = 60;

/** The lengths of an interval, in seconds: the shortest that shows the oldest request. */
const lengths = [1, 2, 5, 15, 60, 300, 1800] as const;

/** The rates of the last 60 intervals, oldest first. @param now milliseconds since 1970 */
function ratesOf(rows: readonly LoggedExchange[], now: number) {
  const times = rows.map(({ time }) => Date.parse(time));
  const oldest = times.reduce((min, time) => Math.min(min, time), now);
  const seconds = lengths.find((one) => now - oldest < one * bucketCount * 1000) ?? lengths.at(-1) ?? 1;
  const length = seconds * 1000;
  // Intervals keep their bounds while time goes on, so that bars move and don't change.
  const end = (Math.floor(now / length) + 1) * length;
  const buckets = Array.from({ length: bucketCount }, () => ({ good: 0, refused: 0, failed: 0 }));
  rows.forEach(({ status, fault }, index) => {
    const bucket = buckets[bucketCount - 1 - Math.floor((end - 1 - (times[index] ?? 0)) / length)];
    if (!bucket) return;
    // Those whose connection was broken too.
    if (fault !== null || status >= 500) bucket.failed += 1;
    else if (status >= 400) bucket.refused += 1;
    else bucket.good += 1;
  });
  return { buckets, seconds };
}

function ratesSentence({ buckets, seconds }: Rates): string {
  const all = buckets.reduce((sum, bucket) => sum + totalOf(bucket), 0);
  const errors = buckets.reduce((sum, { refused, failed }) => sum + refused + failed, 0);
  const max = Math.max(...buckets.map(totalOf));
  const span = seconds * bucketCount;
  const length = span < 120 ? `${span} s` : span < 7200 ? `${span / 60} min` : `${span / 3600} h`;
  const each = seconds < 60 ? `${seconds} s` : `${seconds / 60} min`;
  return `${all} requests and ${errors} errors in the last ${length}, at most ${max} in ${each}`;
}
