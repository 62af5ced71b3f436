import { describe, expect, it } from 'vitest';
import { fc } from '../../testing/properties/fast-check.js';
import { checkOrder, verifyJournal, type Verdict } from './verify-journal.js';
import { journalEntry } from '../testing/journal-entries.js';
import { readVerification } from '../testing/read-verification.js';

const journal = [
  journalEntry({ id: 1, at: 0, operation: 'listCategories' }),
  journalEntry({ id: 2, at: 1, operation: 'getOrder', status: 404, path: '/orders/a' }),
  journalEntry({ id: 3, at: 2, operation: 'getOrder', status: 200, path: '/orders/b' }),
  journalEntry({ id: 4, at: 3, operation: 'listCategories' }),
];

function verdictOf(value: unknown, entries = journal): Verdict {
  const parsed = readVerification(value);
  if ('problems' in parsed) throw new Error(parsed.problems.join('; '));
  return verifyJournal(entries, parsed.verification);
}

const check = (request: object) => verdictOf({ requests: [request] }).checks[0];

describe('how many exchanges match', () => {
  it.each<[object, string, number[], boolean]>([
    [{ operation: 'getOrder' }, 'at least 1', [2, 3], true],
    [{ operation: 'createOrder' }, 'at least 1', [], false],
    [{ operation: 'getOrder', times: 2 }, 'exactly 2', [2, 3], true],
    [{ operation: 'getOrder', times: 1 }, 'exactly 1', [2, 3], false],
    [{ operation: 'getOrder', times: 3 }, 'exactly 3', [2, 3], false],
    [{ operation: 'createOrder', times: 0 }, 'exactly 0', [], true],
    [{ operation: 'getOrder', times: 0 }, 'exactly 0', [2, 3], false],
    [{ operation: 'getOrder', times: { atLeast: 3 } }, 'at least 3', [2, 3], false],
    [{ operation: 'getOrder', times: { atLeast: 2 } }, 'at least 2', [2, 3], true],
    [{ operation: 'getOrder', times: { atMost: 1 } }, 'at most 1', [2, 3], false],
    [{ operation: 'createOrder', times: { atMost: 1 } }, 'at most 1', [], true],
    [{ times: { atLeast: 2, atMost: 4 } }, '2 to 4', [1, 2, 3, 4], true],
    [{ times: { atLeast: 2, atMost: 3 } }, '2 to 3', [1, 2, 3, 4], false],
  ])('%j', (request, expected, ids, passed) => {
    expect(check(request)).toMatchObject({ request, expected, ids, found: ids.length, passed });
    expect(verdictOf({ requests: [request] }).verified).toBe(passed);
  });

  it('is verified only if every check passes', () => {
    const verdict = verdictOf({ requests: [{ status: 404 }, { status: 500 }] });
    expect(verdict.checks.map(({ passed }) => passed)).toEqual([true, false]);
    expect(verdict.verified).toBe(false);
    expect(verdict).not.toHaveProperty('order');
    expect(verdict).not.toHaveProperty('backoff');
  });

  it('orders exchanges by when their requests arrived, not by when their responses were sent', () => {
    const late = [journalEntry({ id: 1, at: 5 }), journalEntry({ id: 2, at: 1 })];
    expect(verdictOf({ requests: [{}] }, late).checks[0]?.ids).toEqual([2, 1]);
  });
});

describe('near misses', () => {
  it('are the nearest first, the latest of the equally near, three at most', () => {
    const nearMisses = check({ operation: 'getOrder', status: 404, path: '/orders/c' })?.nearMisses;
    expect(nearMisses?.map(({ id, differences }) => [id, differences])).toEqual([
      [2, ['path is /orders/a, expected /orders/c']],
      [3, ['path is /orders/b, expected /orders/c', 'status is 200, expected 404']],
      [4, expect.arrayContaining(['operation is listCategories, expected getOrder'])],
    ]);
    expect(nearMisses?.[0]?.summary).toMatchObject({ id: 2, path: '/orders/a', status: 404 });
  });

  it('are listed only where too few exchanges match', () => {
    expect(check({ operation: 'getOrder', times: 1 })?.nearMisses).toEqual([]);
    expect(check({ operation: 'getOrder' })?.nearMisses).toEqual([]);
    expect(check({ operation: 'getOrder', times: 3 })?.nearMisses.map(({ id }) => id)).toEqual([4, 1]);
  });
});

describe('the order of requests', () => {
  const list = { operation: 'listCategories' };
  const order = { operation: 'getOrder' };
  it.each<[object[], boolean, string]>([
    [[list, order], true, 'In order: exchanges 1, 2.'],
    [[order, list], true, 'In order: exchanges 2, 4.'],
    [[list, order, list], true, 'In order: exchanges 1, 2, 4.'],
    [[{ ...order, times: 2 }, list], true, 'In order: exchanges 2, 3, 4.'],
    [[{ ...order, times: { atMost: 2 } }], true, 'Nothing has to come in an order.'],
    [
      [{ status: 200, ...order }, { status: 404 }],
      false,
      'Request 2 of the list should have come after exchange 3, but it was matched by exchange 2 only.',
    ],
    [
      [list, list, order],
      false,
      'Request 3 of the list should have come after exchange 4, but it was matched by exchanges 2, 3 only.',
    ],
    [[list, { status: 500 }], false, 'Nothing matches request 2 of the list.'],
    [
      [{ ...order, times: 3 }],
      false,
      'Request 1 of the list should have come after exchange 3, but it was matched by exchanges 2, 3 only.',
    ],
  ])('%j', (requests, passed, why) => {
    const verdict = verdictOf({ requests, inOrder: true });
    expect(verdict.order).toEqual({ passed, why });
    if (!passed) expect(verdict.verified).toBe(false);
  });

  it('holds for any part of a journal in its own order, and fails when reversed', () => {
    const arrived = Array.from({ length: 8 }, (_, id) => ({ id }));
    fc.assert(
      fc.property(fc.subarray(arrived, { minLength: 2 }), (part) => {
        const steps = part.map(({ id }) => ({ ids: [id], least: 1 }));
        expect(checkOrder(steps, arrived).passed).toBe(true);
        expect(checkOrder([...steps].reverse(), arrived).passed).toBe(false);
      }),
    );
  });
});

describe('back-off', () => {
  it('is checked on request, and is not verified by a journal without a 429', () => {
    const verdict = verdictOf({ backoff: true });
    expect(verdict).toMatchObject({ verified: false, checks: [], backoff: { passed: null } });
  });

  it.each([
    [2.1, true],
    [0.5, false],
  ])('after %d seconds of 2: %s', (at, passed) => {
    const responseHeaders = { 'Retry-After': '2' };
    const entries = [journalEntry({ id: 1, status: 429, responseHeaders }), journalEntry({ id: 2, at })];
    const verdict = verdictOf({ requests: [{}], backoff: true }, entries);
    expect(verdict).toMatchObject({ verified: passed, backoff: { passed } });
  });
});
