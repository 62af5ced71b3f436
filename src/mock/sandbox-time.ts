import type { ClockStore } from '../state/clock-store.js';
import type { MaybePromise } from '../state/maybe-promise.js';

/** The time in each sandbox, which a test may have moved: milliseconds since 1970. @param now that of the mock */
export function sandboxTime(
  now: () => number,
  clock: Pick<ClockStore, 'shift'>,
): (sandbox: string) => MaybePromise<number> {
  return (sandbox) => {
    const shift = clock.shift(sandbox);
    return shift instanceof Promise ? shift.then((late) => now() + late) : now() + shift;
  };
}
