import type { KeyStore } from '../state/key-store.js';
import type { EventHub } from '../mock/events.js';
import type { IssuedKeyHolder } from './issued-key-holder.js';

/** The part of a state that has the issued keys. */
interface IssuedKeys {
  readonly keys: Pick<KeyStore, 'list'>;
}

/** Tells the key ring what the state has; to be called after every change, too. */
export async function honourIssuedKeys(state: IssuedKeys, keys: IssuedKeyHolder): Promise<void> {
  keys.honour(await state.keys.list());
}

/**
 * Keeps the key ring up to date with a state that others change, too: one that answers with promises. They say so, and
 * the ring looks at once; it looks now and then as well, for what was said while the store was away. A state in this
 * process changes only through the control API, which tells the key ring itself.
 *
 * @param intervalMs how long it may take to notice an issued or revoked key that nobody told of
 */
export async function followIssuedKeys(
  state: IssuedKeys,
  keys: IssuedKeyHolder,
  events: Pick<EventHub, 'subscribe'>,
  signal: AbortSignal,
  intervalMs = 1000,
): Promise<void> {
  const now = state.keys.list();
  keys.honour(await now);
  if (!(now instanceof Promise) || signal.aborted) return;
  let asking: Promise<void> | undefined;
  const ask = (): Promise<void> =>
    // A store that is away says so where it is asked by requests; the keys known last stay known.
    (asking = honourIssuedKeys(state, keys)
      .catch(() => undefined)
      .finally(() => (asking = undefined)));
  const unsubscribe = events.subscribe(({ type }) => {
    // One that is being asked may have answered before this change.
    if (type === 'keys') void (asking ?? Promise.resolve()).then(ask);
  });
  const timer = setInterval(() => {
    if (!asking) void ask();
  }, intervalMs);
  timer.unref();
  const stop = (): void => {
    clearInterval(timer);
    unsubscribe();
  };
  signal.addEventListener('abort', stop, { once: true });
}
