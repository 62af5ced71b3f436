import { describe, expect, it } from '@jest/globals';
import type { Answer } from './exchange.js';
import { Pacing } from './pacing.js';

const refusal = (headers: Answer['headers'] = []): Answer => ({
  ...{ kind: 'answer', status: 429, headers, wireProblems: [], body: Buffer.from('{}') },
  ...{ elapsedMs: 1 },
});

/** Refuses every request that may be sent until it is given up. @returns when that is, in milliseconds */
function givenUpAfter(answer: Answer, servedFirst: boolean): number | undefined {
  let now = 0;
  const pacing = new Pacing(() => now, 120_000, undefined);
  if (servedFirst) pacing.accepted();
  for (let wait = 1000; now < 100_000; wait *= 2) {
    // Eight requests under way together are one refusal.
    for (let sent = 0; sent < 8; sent += 1) pacing.refused(answer, now);
    if (pacing.isHopeless) return now;
    now += wait;
  }
  return undefined;
}

describe('a target that answers 429 and names no wait', () => {
  it('is given up after 15 s of growing waits when it never served anything', () => {
    expect(givenUpAfter(refusal(), false)).toBe(15_000);
  });

  it('is waited for when it has served something before', () => {
    expect(givenUpAfter(refusal(), true)).toBeUndefined();
  });

  it('is waited for when it names one', () => {
    expect(givenUpAfter(refusal([['Retry-After', '1']]), false)).toBeUndefined();
  });
});
