import { describe, expect, it } from 'vitest';
import type { TargetResponse } from './exchange.js';
import { Pacing } from './pacing.js';

const tooManyRequests = (headers: TargetResponse['headers'] = []): TargetResponse => ({
  ...{ kind: 'response', status: 429, headers, wireProblems: [], body: Buffer.from('{}') },
  ...{ elapsedMs: 1 },
});

/** Answers every request with 429 until the target is given up. @returns when that is, in milliseconds */
function givenUpAfter(response: TargetResponse, servedFirst: boolean): number | undefined {
  let now = 0;
  const pacing = new Pacing(() => now, 120_000, undefined);
  if (servedFirst) pacing.served();
  for (let wait = 1000; now < 100_000; wait *= 2) {
    // Eight requests on their way together count once.
    for (let sent = 0; sent < 8; sent += 1) pacing.rateLimited(response, now);
    if (pacing.isHopeless) return now;
    now += wait;
  }
  return undefined;
}

describe('Pacing', () => {
  it('gives up after 15 s of growing waits when every response is a 429 without a wait', () => {
    expect(givenUpAfter(tooManyRequests(), false)).toBe(15_000);
  });

  it('keeps waiting for a target that has served a request before', () => {
    expect(givenUpAfter(tooManyRequests(), true)).toBeUndefined();
  });

  it('keeps waiting for a target that names the wait', () => {
    expect(givenUpAfter(tooManyRequests([['Retry-After', '1']]), false)).toBeUndefined();
  });
});

describe('Pacing', () => {
  it('stops waiting once the run has ended', async () => {
    const pacing = new Pacing(() => 0, 120_000, undefined);
    const waited = pacing.wait(60_000);
    pacing.end();
    expect([await waited, await pacing.turn(), await pacing.wait(0)]).toEqual([false, false, false]);
  });
});
