import { describe, expect, it } from 'vitest';
import type { JournalSummary } from '../../../control/control-types.js';
import { attemptGroups } from './attempt-groups.js';

let lastId = 0;

/** @param at seconds */
function entry(at: number, status: number, change: Partial<JournalSummary> = {}): JournalSummary {
  lastId += 1;
  return {
    ...{ id: lastId, method: 'GET', path: '/categories', operation: 'listCategories', status },
    ...{ time: new Date(at * 1000).toISOString(), durationMs: 100, scenario: [], channel: null, fault: null },
    ...{
      problems: 0,
      ending: 'complete',
      answeredBy: 'operation',
      query: '',
      firstByteMs: 1,
      headBytes: 200,
      requestSize: 0,
      responseSize: 10,
      retryAfterSeconds: null,
      ...change,
    },
  };
}

const statuses = (entries: readonly JournalSummary[]) =>
  attemptGroups(entries).map((group) => group.map((attempt) => attempt.entry.status));

describe('attempts', () => {
  it('are grouped until one succeeds, with the waits between them and what was asked for', () => {
    const [group] = attemptGroups([
      entry(0, 500),
      entry(1.1, 429, { retryAfterSeconds: 2 }),
      entry(4.2, 200),
    ]);
    expect(group?.map(({ waitedSeconds, askedSeconds }) => [waitedSeconds, askedSeconds])).toEqual([
      [undefined, undefined],
      [1, undefined],
      [3, 2],
    ]);
    expect(statuses([entry(0, 500), entry(1, 200), entry(2, 200)])).toEqual([[200], [500, 200]]);
  });

  it('belong to one request: same method, path and body size', () => {
    expect(
      statuses([
        entry(0, 500),
        entry(1, 503, { path: '/orders' }),
        entry(2, 201, { method: 'POST' }),
        entry(3, 404, { requestSize: 5 }),
        entry(4, 200),
        entry(5, 202, { path: '/orders' }),
      ]),
    ).toEqual([[503, 202], [500, 200], [404], [201]]);
  });

  it('are retries after a broken connection unless the next one comes too late', () => {
    expect(statuses([entry(0, 200, { fault: 'reset' }), entry(100, 200)])).toEqual([[200, 200]]);
    expect(statuses([entry(0, 500), entry(200, 200)])).toEqual([[200], [500]]);
    expect(statuses([entry(0, 429, { retryAfterSeconds: 100 }), entry(200, 200)])).toEqual([[429, 200]]);
    expect(statuses([entry(0, 400), entry(1, 400)])).toEqual([[400], [400]]);
  });
});
