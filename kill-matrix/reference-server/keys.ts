/** The keys that the reference server knows unless it is started with others; they protect nothing. */
import type { Settings } from './settings.js';

export const DEFAULT_KEYS: Settings['keys'] = {
  valid: 'Ref-Valid-7f3a9c',
  expired: 'Ref-Expired-51be02',
  limited: 'Ref-Limited-c80d4e',
};
