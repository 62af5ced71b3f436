import { describe, expect, it } from 'vitest';
import { longRunOptions } from './long-run-options.js';

const mebibyte = 1024 * 1024;

describe('--har-rotate', () => {
  it.each([
    ['100MB,10', { bytes: 100 * mebibyte, ms: undefined, keep: 10 }],
    ['1h,24', { bytes: undefined, ms: 3_600_000, keep: 24 }],
    ['100MB,1h,10', { bytes: 100 * mebibyte, ms: 3_600_000, keep: 10 }],
    ['1h,100MB,10', { bytes: 100 * mebibyte, ms: 3_600_000, keep: 10 }],
  ])('reads %s', (text, limits) => {
    expect(longRunOptions.harRotate.form.read(text)).toEqual(limits);
  });

  it.each(['', '10', '100MB', '100MB,0', '100MB,-1', '0MB,3', '1h,2h,3', '1MB,2MB,3', '1MB,1h,2MB,3', 'x,3'])(
    'refuses %j',
    (text) => {
      expect(longRunOptions.harRotate.form.read(text)).toBeUndefined();
    },
  );
});

describe('--sample', () => {
  it('is 1 of a whole number', () => {
    const { read } = longRunOptions.sample.form;
    expect(['1/100', '1/1'].map(read)).toEqual([100, 1]);
    expect(['1/0', '2/3', '1%', ''].map(read).filter((value) => value !== undefined)).toEqual([]);
  });
});
