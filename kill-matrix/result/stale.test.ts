import { describe, expect, it } from 'vitest';
import { whyStale } from './stale.js';

const result = { files: { 'a.ts': 'abc' }, faults: { open: 'auth/missing-key' }, variants: { odd: '' } };
const server = (kind: 'fault' | 'variant', id: string) => ({
  kind: kind as 'variant',
  variation: {
    ...{ id, topic: 'example', section: '7', title: id, level: 'MUST' as const },
    ...{ apply: () => ({}), settings: {}, witness: [] },
  },
});
const known = [server('fault', 'open'), server('variant', 'odd')];
const refresh = 'run `npm run kill-matrix`, which writes it, and commit it';

describe('the checked-in result of the kill matrix', () => {
  it('is current when the digest is that of the rules and servers', () => {
    expect(whyStale(result, known, { 'a.ts': 'abc' })).toEqual([]);
  });

  it('is stale when a fault was added, and the sentence names it and the command', () => {
    expect(whyStale(result, [...known, server('fault', 'shut')], { 'a.ts': 'def' })).toEqual([
      `kill-matrix/result.json is stale (it lacks fault shut): ${refresh}`,
    ]);
  });

  it('is stale when a variant was removed', () => {
    expect(whyStale(result, known.slice(0, 1), { 'a.ts': 'def' })).toEqual([
      `kill-matrix/result.json is stale (it has variant odd, which does not exist): ${refresh}`,
    ]);
  });

  it('is stale when code has changed', () => {
    expect(whyStale(result, known, { 'a.ts': 'def' })).toEqual([
      `kill-matrix/result.json is stale (a.ts changed since): ${refresh}`,
    ]);
  });
});
