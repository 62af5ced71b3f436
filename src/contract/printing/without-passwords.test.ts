import { describe, expect, it } from 'vitest';
import { withoutPasswords } from './without-passwords.js';

describe('withoutPasswords', () => {
  it.each([
    ['got "ftp://me:secret@host/x".', 'got "ftp://***@host/x".'],
    ['redis://:secret@h:6379/0?prefix=a', 'redis://***@h:6379/0?prefix=a'],
    ['https://token@host', 'https://***@host'],
    ['http://me:se@cret@host/@scope', 'http://***@host/@scope'],
    ['http://me:sec/ret@host', 'http://***@host'],
    ['http:/me:secret@host', 'http:/***@host'],
    ['http://a:secret@b,http://c:secret@d', 'http://***@b,http://***@d'],
    ['http://localhost:4010/@x and me@host', 'http://localhost:4010/@x and me@host'],
    ['https://host/a?mail=me@host', 'https://host/a?mail=me@host'],
  ])('makes %j %j', (given, shown) => {
    expect(withoutPasswords(given)).toBe(shown);
  });
});
