import { useMemo } from 'preact/hooks';
import { useClock } from '../../../parts/use-clock.js';
import type { LoggedExchange } from '../../../state/exchange-log.js';
import { bucketCount, ratesOf, ratesSentence } from './rate-buckets.js';

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
      {rates.buckets.map(({ failed, refused, good }, index) => {
        let top = height;
        return [
          { kind: 'failed', count: failed },
          { kind: 'refused', count: refused },
          { kind: 'good', count: good },
        ].map(({ kind, count }) => {
          if (count === 0) return null;
          const high = Math.max(1.5, (count / most) * height);
          top -= high;
          return (
            <rect
              key={kind}
              class={`rate-${kind}`}
              x={index * step}
              y={Math.max(0, top)}
              width={step - 1}
              height={high}
            />
          );
        });
      })}
    </svg>
  );
}
