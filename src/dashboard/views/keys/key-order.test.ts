import { expect, it } from 'vitest';
import { keyOrder, type KeyDraft } from './key-order.js';

const now = Date.parse('2026-01-01T00:01:00Z');
const draft: KeyDraft = { name: ' nightly run ', scopes: [], lifetime: 'never', sandbox: '' };

it.each<[string, Partial<KeyDraft>, object]>([
  ['everything and for good', {}, { name: 'nightly run' }],
  [
    'scopes and an hour',
    { scopes: ['rates'], lifetime: 'hour' },
    { name: 'nightly run', scopes: ['rates'], expiresInSeconds: 3600 },
  ],
  [
    'a past that is over',
    { lifetime: 'past' },
    { name: 'nightly run', expiresAt: '2026-01-01T00:00:00.000Z' },
  ],
  ['a sandbox', { sandbox: 'demo' }, { name: 'nightly run', sandbox: 'demo' }],
])('a key for %s is ordered so', (_what, change, order) => {
  expect(keyOrder({ ...draft, ...change }, now)).toEqual(order);
});
