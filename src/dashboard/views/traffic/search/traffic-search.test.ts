import { describe, expect, it } from 'vitest';
import { fc } from '../../../../testing/properties/fast-check.js';
import type { LoggedExchange } from '../../../state/exchange-log.js';
import { accepted, suggestionsFor } from './suggestions.js';
import { localMatches, searchOf } from './traffic-search.js';
import { rowWindow } from '../table/virtual-window.js';

const exchange = (change: Partial<LoggedExchange>): LoggedExchange => ({
  ...{ sandbox: 'demo', id: 1, time: '', method: 'GET', path: '/categories', operation: 'listCategories' },
  ...{ status: 200, durationMs: 1, scenario: [], channel: null, fault: null },
  ...{
    problems: 0,
    ending: 'complete',
    answeredBy: 'operation',
    query: '',
    firstByteMs: 1,
    headBytes: 200,
    requestSize: 0,
    responseSize: 0,
    retryAfterSeconds: null,
  },
  ...change,
});

const entries = [
  exchange({ id: 1 }),
  exchange({ id: 2, status: 404, operation: null, path: '/nothing' }),
  exchange({ id: 3, status: 429, scenario: ['rate-limited'], sandbox: 'test-7' }),
];

describe('the search of an address', () => {
  it.each<[Record<string, string>, number[]]>([
    [{}, [3, 2, 1]],
    [{ sandbox: 'test-7' }, [3]],
    [{ operation: 'none' }, [2]],
    [{ status: '4XX' }, [3, 2]],
    [{ status: '404' }, [2]],
    [{ text: 'LIMITED get' }, [3]],
    [{ text: '404 nothing' }, [2]],
    [{ text: 'nothing', status: '5XX' }, []],
    [{ text: 'status:429', sandbox: 'test-7' }, [3]],
  ])('%j lets %j pass, newest first', (query, ids) => {
    expect(localMatches(entries, searchOf(query)).rows.map(({ id }) => id)).toEqual(ids);
  });

  it('is left to the mock if it depends on bodies', () => {
    expect(localMatches(entries, searchOf({ text: 'mouse' }))).toEqual({ rows: [], open: true });
  });
});

describe('suggestions', () => {
  const sources = {
    ...{ operations: ['createOrder'], sandboxes: ['alice'], scenarios: ['flaky'], paths: ['/create-order'] },
  };
  const texts = (typed: string) => suggestionsFor(typed, sources).map(({ text }) => text);

  it.each([
    ['st', ['status:']],
    ['mouse -op:', ['-op:createOrder', '-op:none']],
    ['sandbox:AL', ['sandbox:alice']],
    ['fault:res', ['fault:reset']],
    ['body:x', []],
  ])('for %j are %j', (typed, expected) => {
    expect(texts(typed)).toEqual(expected);
  });

  it('have names that exist for their examples', () => {
    const examples = suggestionsFor('', sources).map(({ means }) => means.split(', ').at(-1));
    expect(examples).toEqual(
      expect.arrayContaining(['op:createOrder', 'sandbox:alice', 'scenario:flaky', 'path:/create-order']),
    );
  });

  it('replace the last word alone', () => {
    expect(accepted('mouse st', { text: 'status:', means: '' })).toBe('mouse status:');
    expect(accepted('status:5', { text: 'status:5xx', means: '' })).toBe('status:5xx ');
  });
});

describe('the window of a long list', () => {
  it('holds every row in sight and few others, wherever it is scrolled', () => {
    const [rows, top, height] = [fc.nat(10_000), fc.integer({ min: -500, max: 1_000_000 }), fc.nat(3000)];
    fc.assert(
      fc.property(rows, top, height, (count, scrollTop, high) => {
        const { first, end } = rowWindow(count, 38, scrollTop, high);
        expect(first).toBeGreaterThanOrEqual(0);
        expect(end).toBeLessThanOrEqual(count);
        expect(end - first).toBeLessThanOrEqual(Math.ceil(high / 38) + 20);
        const inSight = Math.floor(Math.max(0, scrollTop) / 38);
        if (inSight < count && scrollTop >= 0) {
          expect(first).toBeLessThanOrEqual(inSight);
          expect(end).toBeGreaterThan(inSight);
        }
      }),
    );
  });
});
