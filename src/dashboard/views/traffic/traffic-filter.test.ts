import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { LoggedExchange } from '../../state/exchange-log.js';
import { filtered, filterOf } from './traffic-filter.js';
import { rowWindow } from './virtual-window.js';

const exchange = (change: Partial<LoggedExchange>): LoggedExchange => ({
  ...{ sandbox: 'demo', id: 1, time: '', method: 'GET', path: '/categories', operation: 'listCategories' },
  ...{ status: 200, durationMs: 1, scenario: [], channel: null, fault: null },
  ...{ problems: 0, requestSize: 0, responseSize: 0, retryAfterSeconds: null },
  ...change,
});

const entries = [
  exchange({ id: 1 }),
  exchange({ id: 2, status: 404, operation: null, path: '/nothing' }),
  exchange({ id: 3, status: 429, scenario: ['rate-limited'], sandbox: 'test-7' }),
];

describe('the filters', () => {
  it.each<[Record<string, string>, number[]]>([
    [{}, [3, 2, 1]],
    [{ sandbox: 'test-7' }, [3]],
    [{ operation: 'none' }, [2]],
    [{ status: '4XX' }, [3, 2]],
    [{ status: '404' }, [2]],
    [{ text: 'LIMITED get' }, [3]],
    [{ text: '404 nothing' }, [2]],
    [{ text: 'nothing', status: '5XX' }, []],
  ])('%j let pass %j, newest first', (query, ids) => {
    expect(filtered(entries, filterOf(query)).map(({ id }) => id)).toEqual(ids);
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
