import { duration } from '../../../parts/format.js';

interface WaitBarProps {
  /** All in seconds. */
  readonly waited: number;
  /** What Retry-After asked for; undefined where nothing did. */
  readonly asked: number | undefined;
  /** The wait before this one; undefined for the first. */
  readonly before: number | undefined;
  /** The length of a whole bar. */
  readonly longest: number;
}

/** How much less than asked for still counts as kept, in seconds: clocks and timers are not exact. */
const tolerance = 0.05;

/** A wait between two attempts, as long as it was, over the wait that the response asked for. */
export function WaitBar({ waited, asked, before, longest }: WaitBarProps) {
  const isEarly = asked !== undefined && waited < asked - tolerance;
  const tone = asked === undefined ? '' : isEarly ? ' bad' : ' good';
  const width = (seconds: number): string => `${Math.min(100, (seconds * 100) / Math.max(longest, 0.001))}%`;
  return (
    <div class={`wait${tone}`}>
      <span class="wait-track" aria-hidden="true">
        {asked === undefined ? null : <i class="asked" style={{ width: width(asked) }} />}
        <i class="waited" style={{ width: width(waited) }} />
      </span>
      <span class="wait-text">
        waited {duration(waited * 1000)}
        {asked !== undefined
          ? `, asked for ${duration(asked * 1000)}${isEarly ? `: ${duration((asked - waited) * 1000)} too early` : ''}`
          : before !== undefined && before > 0.01
            ? `, ${(waited / before).toFixed(1)} × the wait before`
            : ''}
      </span>
    </div>
  );
}
