import { describe, expect, it } from 'vitest';
import { seededSample } from './sample.js';

const ids = Array.from({ length: 95 }, (_, index) => `fault-${index}`);

describe('a seeded sample', () => {
  it('chooses a part, rounded up', () => {
    expect(seededSample(ids, 0.1, 1).size).toBe(10);
    expect(seededSample(['alone'], 0.1, 1)).toEqual(new Set(['alone']));
  });

  it('chooses the same ids whatever their order, and others for another seed', () => {
    expect(seededSample(ids.toReversed(), 0.1, 1)).toEqual(seededSample(ids, 0.1, 1));
    expect(seededSample(ids, 0.1, 2)).not.toEqual(seededSample(ids, 0.1, 1));
  });
});
