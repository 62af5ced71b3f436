import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { messageOf } from '../control/control-api.js';

/** The current time in milliseconds since 1970, updated every so many milliseconds while it is shown. */
export function useClock(rhythm: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), rhythm);
    return () => clearInterval(timer);
  }, [rhythm]);
  return now;
}

/** A value read from the mock. While it is read again the old value stays visible. */
export interface Loaded<T> {
  readonly value: T | undefined;
  readonly error: string | undefined;
}

const nothing = { value: undefined, error: undefined };

/**
 * Reads a value now and whenever `about` changes; outdated responses are dropped.
 *
 * @param subject of the value: that of another one is not shown in its place
 */
export function useLoaded<T>(read: () => Promise<T>, about: readonly unknown[], subject?: string): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T> & { of: typeof subject }>({ ...nothing, of: subject });
  const begin = useLatest();
  useEffect(() => {
    const isLatest = begin();
    read().then(
      (value) => isLatest() && setLoaded({ value, error: undefined, of: subject }),
      (error: unknown) => isLatest() && setLoaded({ value: undefined, error: messageOf(error), of: subject }),
    );
  }, [subject, ...about]);
  return loaded.of === subject ? loaded : nothing;
}

/**
 * Begins an action, and gives a function that tells whether none has begun since and the component is still shown: the response
 * to an earlier one is outdated.
 */
export function useLatest(): () => () => boolean {
  const begun = useRef(0);
  useLayoutEffect(() => () => void (begun.current += 1), []);
  return () => {
    const own = (begun.current += 1);
    return () => own === begun.current;
  };
}
