import type { IssuedKey } from '../state/state.js';

/** Whoever must know the issued keys to tell who is calling. */
export interface IssuedKeyHolder {
  /** Takes the keys that the state has in place of those that it had: from now on these are known, and no others. */
  honour(keys: readonly IssuedKey[]): void;
}
