import { describe, expect, it } from 'vitest';
import { timingOf } from './timing.js';

describe('the timing bar', () => {
  it('says how long a client waited for the first byte, and from there to the last', () => {
    expect(timingOf({ firstByteMs: 20, durationMs: 320, ending: 'complete' }).words).toBe(
      'waiting 20 ms, receiving 300 ms',
    );
    expect(timingOf({ firstByteMs: null, durationMs: 320, ending: 'reset' }).words).toBe('waiting 320 ms');
    expect(timingOf({ firstByteMs: null, durationMs: 5, ending: null }).words).toBe('so far: waiting 5.0 ms');
  });

  it('never exceeds its room, and is as long for the same time whatever the other rows are', () => {
    for (const durationMs of [0, 0.1, 3, 500, 29_999, 10_000_000]) {
      const { waiting, receiving } = timingOf({
        firstByteMs: durationMs / 2,
        durationMs,
        ending: 'complete',
      });
      expect(waiting).toBeGreaterThan(0);
      expect(waiting + receiving).toBeLessThanOrEqual(100);
    }
  });
});
