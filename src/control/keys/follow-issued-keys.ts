import type { EventHub } from '../../mock/events.js';
import { mocksClock, timeIn, type ClockStore } from '../../state/clock-store.js';
import type { IssuedKey, KeyStore } from '../../state/state.js';

/** Whoever decides at each request which keys are valid. */
export interface IssuedKeyHolder {
  /** Takes the keys that the state has in place of those that it had: from now on these are valid, and no others. */
  honour(keys: readonly IssuedKey[]): void;
}

/** The part of a state that says which issued keys are valid. */
interface IssuedKeys {
  readonly keys: Pick<KeyStore, 'list'>;
  readonly clock: Pick<ClockStore, 'list'>;
}

/** Gives the key ring the keys that the state has now; to be called after every change of keys and of clocks. */
export async function honourIssuedKeys(state: IssuedKeys, keys: IssuedKeyHolder): Promise<void> {
  keys.honour(await onMocksTime(state, await state.keys.list()));
}

/**
 * The keys with the time of their end as the mock's clock will show it, where that of their sandbox shows another time. By a
 * clock that stands still a key has ended or never does.
 */
async function onMocksTime({ clock }: IssuedKeys, all: readonly IssuedKey[]): Promise<readonly IssuedKey[]> {
  const ending = all.filter(({ expiresAt }) => expiresAt !== undefined);
  if (ending.length === 0) return all;
  const clocks = await clock.list(ending.map(({ sandbox }) => sandbox));
  const ends = new Map(
    ending.map(({ id, expiresAt = 0 }, index) => {
      const own = clocks[index] ?? mocksClock;
      if (!own.frozenAt) return [id, expiresAt - own.shift];
      return [id, timeIn(own, own.frozenAt.real, 'real') >= expiresAt ? -Infinity : undefined];
    }),
  );
  return all.map((key) => ({ ...key, expiresAt: ends.get(key.id) }));
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
  const listed = state.keys.list();
  keys.honour(await onMocksTime(state, await listed));
  if (!(listed instanceof Promise) || signal.aborted) return;
  let reading: Promise<void> | undefined;
  const read = (): Promise<void> =>
    // Requests report a store that is away; until it is back the keys that were read last stay valid.
    (reading = honourIssuedKeys(state, keys)
      .catch(() => undefined)
      .finally(() => (reading = undefined)));
  const unsubscribe = events.subscribe(({ type }) => {
    // A read under way may have begun before this change.
    if (type === 'keys' || type === 'clock' || type === 'reset')
      void (reading ?? Promise.resolve()).then(read);
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
