import { describe, expect, it } from '@jest/globals';
import { variationsOf } from '../variations/variation.js';
import { whyStale } from './stale.js';

const result = { digest: 'abc', faults: { open: 'auth/missing-key' }, variants: { odd: '' } };
const server = (kind: 'fault' | 'variant', id: string) => ({
  kind: kind as 'variant',
  variation: variationsOf('example')({
    id,
    section: '7',
    title: `what ${id} does`,
    apply: () => ({}),
    witness: [],
  }),
});
const known = [server('fault', 'open'), server('variant', 'odd')];
const refresh = 'run `npm run kill-matrix`, which writes it, and commit it';

describe('the checked-in result of the kill matrix', () => {
  it('is current when the digest is that of the rules and servers', () => {
    expect(whyStale(result, known, 'abc')).toEqual([]);
  });

  it('is stale when a fault was added, and the sentence names it and the command', () => {
    expect(whyStale(result, [...known, server('fault', 'shut')], 'def')).toEqual([
      `kill-matrix/result.json is stale (it lacks fault shut): ${refresh}`,
    ]);
  });

  it('is stale when a variant was removed', () => {
    expect(whyStale(result, known.slice(0, 1), 'def')).toEqual([
      `kill-matrix/result.json is stale (it has variant odd, which does not exist): ${refresh}`,
    ]);
  });

  it('is stale when code has changed', () => {
    expect(whyStale(result, known, 'def')).toEqual([
      `kill-matrix/result.json is stale (the code of a rule, fault or variant has changed since): ${refresh}`,
    ]);
  });
});
