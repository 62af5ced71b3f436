import { describe, expect, it } from '@jest/globals';
import { seededTenth } from './sample.js';

const ids = Array.from({ length: 95 }, (_, index) => `fault-${index}`);

describe('seededTenth', () => {
  it('chooses a tenth, rounded up', () => {
    expect(seededTenth(ids, 1).size).toBe(10);
    expect(seededTenth(['alone'], 1)).toEqual(new Set(['alone']));
  });

  it('chooses the same ids whatever their order, and others for another seed', () => {
    expect(seededTenth(ids.toReversed(), 1)).toEqual(seededTenth(ids, 1));
    expect(seededTenth(ids, 2)).not.toEqual(seededTenth(ids, 1));
  });
});
