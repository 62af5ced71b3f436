import { describe, expect, it } from 'vitest';
import { readRedisAddress } from './address.js';

describe('the address of a Redis', () => {
  it.each([
    ['redis://localhost', 'redis://localhost', '{drydock}'],
    ['redis://user:secret@h:7000/3?prefix=a', 'redis://h:7000/3?prefix=a', '{drydock:a}'],
    ['rediss://:secret@h/', 'rediss://h', '{drydock}'],
    ['redis://h?prefix=a&timeout=9000', 'redis://h?prefix=a', '{drydock:a}'],
  ])('%s is read, and shown without its password', (text, shown, base) => {
    expect(readRedisAddress(text)).toMatchObject({ shown, base });
  });

  it.each([
    'localhost:6379',
    'http://h',
    'redis://',
    'redis://h/x',
    'redis://h?prefix=',
    'redis://h?db=1',
    'redis://h?timeout=0',
    'redis://h?timeout=5s',
    'redis://h#a',
  ])('%s is none', (text) => {
    expect(readRedisAddress(text)).toBeUndefined();
  });
});
