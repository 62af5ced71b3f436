import type { State } from '../../state/state.js';
import type { KeyRing } from '../keys.js';

/** Tells the key ring what the state has; to be called after every change, too. */
export async function honourIssuedKeys(state: Pick<State, 'keys'>, keys: KeyRing): Promise<void> {
  keys.honour(await state.keys());
}

/**
 * Keeps the key ring up to date with a state that others change, too: one that answers with promises. A state in this
 * process changes only through the control API, which tells the key ring itself.
 *
 * @param intervalMs how long another replica may take to notice an issued or revoked key
 */
export async function followIssuedKeys(
  state: Pick<State, 'keys'>,
  keys: KeyRing,
  signal: AbortSignal,
  intervalMs = 1000,
): Promise<void> {
  const now = state.keys();
  keys.honour(await now);
  if (!(now instanceof Promise) || signal.aborted) return;
  let asking = false;
  const timer = setInterval(() => {
    if (asking) return;
    asking = true;
    // A store that is away says so where it is asked by requests; the keys known last stay known.
    honourIssuedKeys(state, keys)
      .catch(() => undefined)
      .finally(() => (asking = false));
  }, intervalMs);
  timer.unref();
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
}
