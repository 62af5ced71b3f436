import { describe, expect, it } from '@jest/globals';
import { pausesFor } from './exchange-recorder.js';

describe('pausesFor', () => {
  it('leaves the time to requests, but for a process that has time to spare and exchanges to record', () => {
    const [share, idleShare] = [19, 3];
    expect(pausesFor({ waiting: 0, load: 0.1 })).toBe(share);
    expect(pausesFor({ waiting: 0.5, load: 0.5 })).toBe(share);
    expect(pausesFor({ waiting: 1, load: 1 })).toBe(share);
    expect(pausesFor({ waiting: 0.5, load: 0.1 })).toBe(idleShare);
  });
});
