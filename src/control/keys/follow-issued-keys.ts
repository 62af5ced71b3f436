import type { EventHub } from '../../mock/events.js';
import type { KeyStore } from '../../state/key-store.js';
import type { IssuedKeyHolder } from './issued-key-holder.js';

/** The part of a state that has the issued keys. */
interface IssuedKeys {
  readonly keys: Pick<KeyStore, 'list'>;
}

/** Gives the key ring the keys that the state has now; to be called after every change. */
export async function honourIssuedKeys(state: IssuedKeys, keys: IssuedKeyHolder): Promise<void> {
  keys.honour(await state.keys.list());
}

/**
 * Keeps the key ring up to date with a state that other processes change as well: one that answers with promises. They
 * publish their changes, upon which the keys are read at once; they are also read at intervals, for changes that were
 * published while the store was away. A state in this process changes only through the control API, which updates the ring.
 *
 * @param intervalMs the longest that an issued or revoked key may go unnoticed, in milliseconds
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
  let reading: Promise<void> | undefined;
  const read = (): Promise<void> =>
    // Requests report a store that is away; until it is back the keys that were read last stay valid.
    (reading = honourIssuedKeys(state, keys)
      .catch(() => undefined)
      .finally(() => (reading = undefined)));
  const unsubscribe = events.subscribe(({ type }) => {
    // A read under way may have begun before this change.
    if (type === 'keys') void (reading ?? Promise.resolve()).then(read);
  });
  const timer = setInterval(() => {
    if (!reading) void read();
  }, intervalMs);
  timer.unref();
  const stop = (): void => {
    clearInterval(timer);
    unsubscribe();
  };
  signal.addEventListener('abort', stop, { once: true });
}
