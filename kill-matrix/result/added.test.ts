import { describe, expect, it } from 'vitest';
import { addedSince, withKnown } from './added.js';

const files = { 'contract-tests/auth/old.ts': 'a', 'kill-matrix/faults/x.ts': 'b' };
const result = { files, faults: { open: 'auth/old' }, variants: { odd: '' } };
const observing = (id: string, document: 'any' | 'other' = 'any') => ({ id, appliesTo: { document } });
const server = (id: string) => ({
  kind: 'variant' as const,
  variation: {
    ...{ id, topic: 'example', section: '7', title: id, level: 'MUST' as const },
    ...{ apply: () => ({}), settings: {}, witness: [] },
  },
});
const known = [server('open'), server('odd')];

describe('what was added since a result', () => {
  it('is nothing while rules and servers are the same', () => {
    expect(addedSince(result, files, [observing('auth/old')], known)).toEqual({
      rules: [],
      servers: new Set(),
    });
  });

  it('is a rule and a server in files of their own', () => {
    const now = { ...files, 'contract-tests/auth/fresh.ts': 'c', 'kill-matrix/faults/y.ts': 'd' };
    const rules = [observing('auth/old'), observing('auth/fresh')];
    expect(addedSince(result, now, rules, [...known, server('shut')])).toEqual({
      rules: ['auth/fresh'],
      servers: new Set(['shut']),
    });
  });

  it('is no rule for documents of others, which no server meets', () => {
    const now = { ...files, 'contract-tests/auth/fresh.ts': 'c' };
    const added = addedSince(result, now, [observing('auth/fresh', 'other')], known);
    expect(added).toEqual({ rules: [], servers: new Set() });
  });

  it.each([
    ['was changed', { ...files, 'kill-matrix/faults/x.ts': 'c' }],
    ['was removed', { 'contract-tests/auth/old.ts': 'a' }],
  ])('can not be told where a file %s', (_, now) => {
    expect(addedSince(result, now, [observing('auth/old')], known)).toBe(
      'kill-matrix/faults/x.ts changed since kill-matrix/result.json was written',
    );
  });

  it('can not be told of a rule that sends requests', () => {
    const now = { ...files, 'contract-tests/auth/fresh.ts': 'c' };
    const sending = { ...observing('auth/fresh'), cases: () => [] };
    expect(addedSince(result, now, [sending], known)).toBe(
      'rule auth/fresh sends requests, and other rules look at their responses',
    );
  });
});

it('a server keeps the rules that it was known to break', () => {
  const found = { id: 'open', failures: [], exitCode: 1, leaks: [], requests: 1, seconds: 1 };
  expect(withKnown({ ...found, broken: ['auth/fresh'] }, result).broken).toEqual(['auth/fresh', 'auth/old']);
  expect(withKnown({ ...found, id: 'shut', broken: ['auth/fresh'] }, result).broken).toEqual(['auth/fresh']);
});
