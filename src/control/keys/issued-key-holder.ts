import type { IssuedKey } from '../../state/state.js';

/** Whoever decides at each request which keys are valid. */
export interface IssuedKeyHolder {
  /** Takes the keys that the state has in place of those that it had: from now on these are valid, and no others. */
  honour(keys: readonly IssuedKey[]): void;
}
