import { describe, expect, it } from 'vitest';
import { Pacing, QuotaEstimate } from '../../target/pacing.js';
import { RunTime, stretchOf } from './run-time.js';

const nameOption = (option: string) => option;
const run = { elapsedMs: 1000, left: 500, maxTimeSeconds: 120, lastsSeconds: 120 };

describe('stretchOf', () => {
  it('lets a run last as long as all its cases take at 30 requests a minute', () => {
    expect(stretchOf(2000, run, nameOption)).toEqual({
      seconds: 1251,
      sentence:
        'The target lets about 30 requests a minute through, so that all cases take up to 21 min: the run may last that long instead of the 120 s of maxTime.',
    });
  });

  it('does not prolong a run whose cases take hours, and names the time that they need', () => {
    expect(stretchOf(60_000, run, nameOption)).toEqual({
      seconds: undefined,
      sentence:
        'The target lets about 1 request a minute through, so that all cases take up to 10.5 h: more than 15 times the 120 s of maxTime, which would have to be 37501.',
    });
  });

  it('does not change a run that ends in time', () => {
    expect(stretchOf(100, run, nameOption)).toBeUndefined();
    expect(stretchOf(2000, { ...run, lastsSeconds: 1251 }, nameOption)).toBeUndefined();
  });
});

describe('RunTime', () => {
  it('adds the wait that a 429 names to the time of the cases that are left', () => {
    const pacing = new Pacing(() => 1500, 20_000, undefined);
    for (let served = 0; served < 557; served += 1) pacing.served();
    pacing.rateLimited(
      {
        ...{ kind: 'response', status: 429, headers: [['Retry-After', '58']], wireProblems: [] },
        ...{ body: Buffer.alloc(0), elapsedMs: 1 },
      },
      1400,
    );
    const time = new RunTime(0, pacing, { maxTimeSeconds: 20, nameOption }, () => undefined);
    expect(time.stretch(336)).toEqual({
      seconds: 104,
      sentence:
        'The target lets about 10 requests a second through, so that all cases take up to 104 s: the run may last that long instead of the 20 s of maxTime.',
    });
    expect(time.announceWait()).toBe(
      'The target answered 429 and asks to wait 59 s, so the run waits: a key with quota left (key) spares that.',
    );
    expect(time.announceWait()).toBeUndefined();
    time.end();
  });
});

describe('QuotaEstimate', () => {
  it('estimates the time of a request by the responses between two 429s', () => {
    const quota = new QuotaEstimate(0);
    expect(quota.rateLimited(10_000)).toBeUndefined();
    for (let served = 0; served < 30; served += 1) quota.countServed();
    expect(quota.rateLimited(70_000)).toBe(2000);
  });

  it('adds a wait that ended in another 429 to the time before it', () => {
    const quota = new QuotaEstimate(0);
    quota.countServed();
    expect(quota.rateLimited(1000)).toBe(1000);
    expect(quota.rateLimited(3000)).toBe(3000);
  });
});
