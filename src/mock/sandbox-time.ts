import { timeIn, type ClockStore } from '../state/clock-store.js';
import type { MaybePromise } from '../state/maybe-promise.js';

/** The time of a mock, in milliseconds since 1970. @param clock where it is frozen; undefined lets it run */
export function timeOfMock(clock: string | undefined, running: () => number): () => number {
  const frozen = clock === undefined ? undefined : Date.parse(clock);
  return frozen === undefined ? running : () => frozen;
}

/** The time in each sandbox, which a test may have moved or frozen: milliseconds since 1970. @param now that of the mock */
export function sandboxTime(
  now: () => number,
  clocks: Pick<ClockStore, 'get'>,
): (sandbox: string) => MaybePromise<number> {
  return (sandbox) => {
    const clock = clocks.get(sandbox);
    return clock instanceof Promise ? clock.then((late) => timeIn(late, now())) : timeIn(clock, now());
  };
}
