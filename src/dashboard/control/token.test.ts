import { describe, expect, it } from 'vitest';
import { tokenInFragment } from './token.js';

describe('tokenInFragment', () => {
  it.each([
    ['#token=abc', { token: 'abc', rest: '#/' }],
    ['#token=a%2Bb', { token: 'a+b', rest: '#/' }],
    ['#token=abc&/traffic?status=4XX&text=a', { token: 'abc', rest: '#/traffic?status=4XX&text=a' }],
    ['#token=%', { token: '%', rest: '#/' }],
  ])('of %j is taken out', (fragment, found) => {
    expect(tokenInFragment(fragment)).toEqual(found);
  });

  it.each(['', '#/traffic', '#token=', '#/traffic?token=abc', '#atoken=abc'])(
    'finds no token in %j',
    (fragment) => {
      expect(tokenInFragment(fragment)).toBeUndefined();
    },
  );
});
