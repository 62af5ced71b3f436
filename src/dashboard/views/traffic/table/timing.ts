import { duration } from '../../../parts/text.js';
import type { LoggedExchange } from '../../../state/exchange-log.js';

export type Timed = Pick<LoggedExchange, 'firstByteMs' | 'durationMs' | 'ending'>;

/** The scale of all bars, so that none changes with others: a bar is full at half a minute, logarithmically. */
const fullMs = 30_000;

function percent(milliseconds: number): number {
  return Math.min(100, (100 * Math.log1p(milliseconds)) / Math.log1p(fullMs));
}

/** Both parts of a bar in percent of its room, and in words. */
export function timingOf({ firstByteMs, durationMs, ending }: Timed) {
  const waitedMs = Math.min(firstByteMs ?? durationMs, durationMs);
  const rest = firstByteMs === null ? 0 : durationMs - waitedMs;
  const waiting = Math.min(rest > 0 ? 98 : 100, Math.max(2, percent(waitedMs)));
  const parts = [
    `waiting ${duration(waitedMs)}`,
    ...(firstByteMs === null ? [] : [`receiving ${duration(rest)}`]),
  ];
  return {
    waiting,
    receiving: rest > 0 ? Math.max(2, percent(durationMs) - waiting) : 0,
    words: `${ending === null ? 'so far: ' : ''}${parts.join(', ')}`,
  };
}
