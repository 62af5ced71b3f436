import { useMemo } from 'preact/hooks';
import { useClock } from '../../../parts/use-clock.js';
import type { LoggedExchange } from '../../../state/exchange-log.js';
import { bucketCount, ratesOf, ratesSentence } from './rate-buckets.js';
import type { Rates } from './rate-buckets.js';

/** Height of the tallest bar, and the width of one with its gap. */
const height = 22;
const step = 4;

/** Requests and errors over time: a bar for each interval, errors at its foot. */
export function RateChart({ rows }: { rows: readonly LoggedExchange[] }) {
  const now = useClock(1000);
  const second = Math.floor(now / 1000);
  const rates = useMemo(() => ratesOf(rows, second * 1000 + 999), [rows, second]);
  const most = Math.max(1, ...rates.buckets.map(({ good, refused, failed }) => good + refused + failed));
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
      <line class="rate-base" x1="0" x2={bucketCount * step} y1={height + 0.5} y2={height + 0.5} />
      {kinds.map((kind) => (
        <path key={kind} class={`rate-${kind}`} d={barsOf(rates, kind, most)} />
      ))}
    </svg>
  );
}

/** From the foot of a bar upwards. */
const kinds = ['failed', 'refused', 'good'] as const;

/** The parts of all bars that are of one kind, as one path: the page does not grow with what arrives. */
function barsOf({ buckets }: Rates, kind: (typeof kinds)[number], most: number): string {
  const below = kinds.slice(0, kinds.indexOf(kind));
  const high = (count: number): number => (count === 0 ? 0 : Math.max(1.5, (count / most) * height));
  return buckets
    .map((bucket, index) => {
      if (bucket[kind] === 0) return '';
      const foot = height - below.reduce((sum, one) => sum + high(bucket[one]), 0);
      return `M${index * step} ${foot}v${-high(bucket[kind])}h${step - 1}v${high(bucket[kind])}z`;
    })
    .join('');
}
