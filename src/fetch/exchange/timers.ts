/** Functions that depend on time, so that a test can stand in for it. */
export interface Timers {
  /** The date, in milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds on a clock that never jumps. */
  readonly elapsed: () => number;
  /** Waits; resolves as soon as the signal is aborted, at the latest. @param ms milliseconds */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The globals are looked up at each call, so that fake timers work whenever they are put in place. */
export const realTimers: Timers = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', end);
    }),
};
