/**
 * The keys that the reference server knows unless it is started with others. They protect nothing, and no part of them is a
 * word, so that whatever shows a part of one shows a key.
 */
import type { Settings } from './settings.js';

export const DEFAULT_KEYS: Settings['keys'] = {
  valid: 'Rv7f-3a9cQ_xKt2w',
  expired: 'Rx51-be02Z_pLm8d',
  limited: 'Rl80-d4eTn_qYh6s',
};
