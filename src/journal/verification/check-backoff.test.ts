import { describe, expect, it } from 'vitest';
import { fc } from '../../testing/properties/fast-check.js';
import { checkBackoff } from './check-backoff.js';
import { retryAfterOf } from './retry-after.js';
import { journalEntry, start, type EntryFacts } from '../testing/journal-entries.js';

const refused = (seconds: number | undefined, facts: EntryFacts = {}) => ({
  status: 429,
  ...(seconds === undefined ? {} : { responseHeaders: { 'Retry-After': String(seconds) } }),
  ...facts,
});

/** A journal of one operation, ids from 1. */
const journal = (...entries: EntryFacts[]) =>
  entries.map((facts, index) => journalEntry({ id: index + 1, ...facts }));

/** Requests at these seconds, all answered 429 with the same wait but the last one. */
const retries = (asked: number | undefined, ...at: number[]) =>
  journal(
    ...at.map((second, index) => (index === at.length - 1 ? { at: second } : refused(asked, { at: second }))),
  );

const passes = (...entries: Parameters<typeof checkBackoff>) =>
  checkBackoff(...entries).waits.map(({ passed }) => passed);

describe('the wait that a 429 names', () => {
  it('begins with the response', () => {
    const slow = journal(refused(2, { durationMs: 1500 }), { at: 3 });
    expect(checkBackoff(slow)).toEqual({
      passed: false,
      why: 'The client waited too short a time after 1 of 1 responses of 429: exchange 1.',
      waits: [
        {
          operation: 'listCategories',
          id: 1,
          toldSeconds: 2,
          waitedSeconds: 1.5,
          attempt: 1,
          passed: false,
          why: 'The response asked for a wait of 2 seconds (Retry-After: 2); the client waited 1.5 seconds: too short.',
        },
      ],
    });
  });

  it.each([
    [1, 0.949, false],
    [1, 0.951, true],
    [1, 1, true],
    [60, 56.9, false],
    [60, 57.1, true],
    [0.1, 0.05, true],
    [0, 0, true],
  ])('of %d seconds is met by a wait of %d: %s', (asked, waited, passed) => {
    const message = { responseBody: { message: `Retry after ${asked} seconds` } };
    expect(passes(journal(refused(undefined, message), { at: waited }))).toEqual([passed]);
  });

  it('is respected by a client that gives up', () => {
    const verdict = checkBackoff(journal(refused(2), { at: 0.1, operation: 'getOrder' }));
    expect(verdict).toMatchObject({ passed: true, why: 'No wait after a 429 was too short.' });
    expect(verdict.waits).toEqual([
      expect.objectContaining({
        waitedSeconds: null,
        passed: true,
        why: 'The response asked for a wait of 2 seconds (Retry-After: 2); the client gave up: no further listCategories came.',
      }),
    ]);
  });

  it('does not apply to requests under way, nor where a fault kept the response from the client', () => {
    const underWay = journal(refused(1, { durationMs: 500 }), { at: 0.2 }, { at: 1.6 });
    expect(checkBackoff(underWay).waits).toMatchObject([{ waitedSeconds: 1.1, passed: true }]);
    const broken = journal(refused(1, { scenario: { fault: 'reset' } }), { at: 0.1 });
    expect(checkBackoff(broken).passed).toBeNull();
  });

  it('is checked for each operation, and for each path outside the document', () => {
    const none = { operation: undefined };
    const several = journal(
      refused(1, { operation: 'getOrder' }),
      refused(1, { at: 0.1, ...none, path: '/a' }),
      { at: 0.2, ...none, path: '/b' },
      { at: 0.3, ...none, path: '/a' },
      { at: 1.1, operation: 'getOrder' },
    );
    expect(checkBackoff(several).waits.map(({ operation, id, passed }) => [operation, id, passed])).toEqual([
      ['getOrder', 1, true],
      ['GET /a', 2, false],
    ]);
  });

  it('is not checked where no request met a 429', () => {
    const why = 'No request was answered 429, so there is no wait to check.';
    expect(checkBackoff([])).toEqual({ passed: null, why, waits: [] });
    expect(checkBackoff(journal({}, { at: 1 }))).toEqual({ passed: null, why, waits: [] });
  });
});

describe('the wait after a further 429', () => {
  it.each<[string, number[], boolean[]]>([
    ['doubled waits', [0, 1, 3, 7], [true, true, true]],
    ['half as long again', [0, 1, 2.5, 4.75], [true, true, true]],
    ['a little less, for jitter of clocks', [0, 1, 2.43], [true, true]],
    ['the same wait', [0, 1, 2], [true, false]],
    ['a shorter wait', [0, 3, 4], [true, false]],
    ['too short, then as asked', [0, 0.1, 1.1], [false, true]],
    ['a pause that is no retry, then as asked', [0, 11, 12], [true, true]],
    ['a long retry, then as asked', [0, 9, 10], [true, false]],
  ])('%s', (_, at, expected) => {
    expect(passes(retries(1, ...at))).toEqual(expected);
  });

  it('is explained', () => {
    expect(checkBackoff(retries(1, 0, 1, 2)).waits[1]).toMatchObject({
      attempt: 2,
      why: 'The response asked for a wait of 1 second (Retry-After: 1); the client waited 1 second: too short. It was 429 number 2 in a row, after a wait of 1 second, so at least 1.5 seconds was due.',
    });
  });

  it('begins anew after any other response', () => {
    const between = journal(refused(1), { at: 1, status: 500 }, refused(1, { at: 2 }), { at: 3 });
    expect(checkBackoff(between).waits.map(({ attempt, passed }) => [attempt, passed])).toEqual([
      [1, true],
      [1, true],
    ]);
  });

  it('counts parallel requests as one attempt', () => {
    const parallel = journal(
      refused(1, { durationMs: 10 }),
      refused(1, { at: 0.001, durationMs: 10 }),
      { at: 1.1 },
      { at: 1.101 },
    );
    expect(checkBackoff(parallel).waits.map(({ attempt, passed }) => [attempt, passed])).toEqual([
      [1, true],
      [1, true],
    ]);
  });

  it('must grow also where the response names no time', () => {
    expect(passes(retries(undefined, 0, 0.2, 0.4))).toEqual([true, false]);
    expect(checkBackoff(retries(undefined, 0, 0.2)).waits[0]).toMatchObject({
      toldSeconds: null,
      why: 'The response named no time to wait; the client waited 0.2 seconds: long enough.',
    });
  });

  it('passes every client that doubles it, and fails every one that never waits longer', () => {
    const asked = fc.integer({ min: 1, max: 60 });
    const times = fc.integer({ min: 2, max: 8 });
    fc.assert(
      fc.property(asked, times, fc.double({ min: 1, max: 1.3, noNaN: true }), (seconds, count, jitter) => {
        const waits = Array.from(
          { length: count },
          (_, index) => seconds * 2 ** index * (index % 2 ? 1 : jitter),
        );
        const at = waits.map((_, index) => waits.slice(0, index + 1).reduce((sum, wait) => sum + wait, 0));
        expect(checkBackoff(retries(seconds, 0, ...at)).passed).toBe(true);
        const even = waits.map((_, index) => (index + 1) * seconds);
        expect(passes(retries(seconds, 0, ...even))).toEqual([true, ...even.slice(1).map(() => false)]);
      }),
    );
  });
});

describe('the wait that a response names', () => {
  const secondsIn = (facts: EntryFacts) => retryAfterOf(journalEntry(facts))?.seconds;
  it.each<[EntryFacts, number | undefined]>([
    [{ responseHeaders: { 'retry-after': '7' }, responseBody: { message: 'Retry after 60 seconds' } }, 7],
    [{ responseHeaders: { 'Retry-After': 'Thu, 01 Jan 2026 00:00:30 GMT' } }, 30],
    [{ responseHeaders: { 'Retry-After': 'Thu, 01 Jan 2026 00:00:30 GMT' }, durationMs: 2000 }, 28],
    [{ responseHeaders: { 'Retry-After': 'Thu, 01 Jan 1970 00:00:30 GMT' } }, 0],
    [{ responseHeaders: { 'Retry-After': 'soon' }, responseBody: { message: 'Retry after 60 seconds' } }, 60],
    [{ responseHeaders: { 'Retry-After': '-5' } }, undefined],
    [{ responseBody: { message: 'Rate limit exceeded. Retry after 1 seconds' } }, 1],
    [{ responseBody: { message: 'Retry in 2 minutes' } }, 120],
    [{ responseBody: { message: 'Limit of 100 requests reached, wait 1.5s' } }, 1.5],
    [{ responseBody: { message: 'Wait 250 ms' } }, 0.25],
    [{ responseBody: { message: 'Retry after 30' } }, 30],
    [{ responseBody: { message: 'Limit of 100 requests in an hour' } }, undefined],
    [{ responseBody: { message: 'Too many requests' } }, undefined],
    [{ responseBody: { detail: 'Try again in 5 seconds' } }, 5],
    [{ responseBody: 'slow down: wait 4 sec' }, 4],
    [{}, undefined],
  ])('%j', (facts, seconds) => {
    expect(secondsIn(facts)).toBe(seconds);
  });

  it('is measured from the start that test entries have', () => {
    expect(new Date(start).toISOString()).toBe('2026-01-01T00:00:00.000Z');
  });
});
