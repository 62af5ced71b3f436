import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { curlOf } from './curl.js';
import { KeyVariables } from './key-variables.js';

const valid = 'pk_live\'$(x)`y`"12345678';
const keys = { valid, expired: `${valid}-old`, limited: 'k' };
const variables = new KeyVariables(keys);
const env = { DRYDOCK_KEY: keys.valid, DRYDOCK_EXPIRED_KEY: keys.expired, DRYDOCK_LIMITED_KEY: keys.limited };

/** The header that curl gets when the command is pasted into a shell which has the keys. */
function pasted(value: string): string | undefined {
  const request = { method: 'GET', path: '/', headers: { Authorization: value } };
  const command = curlOf('http://h/', request, (text) => variables.piecesOf(text));
  for (const key of [keys.valid, keys.expired]) expect(command).not.toContain(key);
  const script = `curl() { for one; do printf '%s\\0' "$one"; done; }\n${command}`;
  return execFileSync('sh', ['-c', script], { env: { PATH: process.env.PATH, ...env } })
    .toString()
    .split('\0')
    .find((word) => word.startsWith('Authorization: '))
    ?.slice('Authorization: '.length);
}

describe('a curl command, pasted into a shell with the keys in its environment, sends', () => {
  it.each([
    ['the valid key', `Bearer ${valid}`],
    ['the expired key, which begins like the valid one', `Bearer ${keys.expired}`],
    ['a short key', 'Bearer k'],
    ['the valid key with something around it', `Bearer x,${valid}+'x`],
    ['the valid key twice', `Bearer ${valid}${valid}`],
    ['half of the valid key', `Bearer ${valid.slice(0, Math.ceil(valid.length / 2))}`],
  ])('%s', (_, value) => {
    expect(pasted(value)).toBe(value);
  });

  it('a word that contains a short key, unchanged', () => {
    expect(variables.piecesOf('drydock-kit k')).toEqual([
      { literal: 'drydock-kit ' },
      { expansion: '$DRYDOCK_LIMITED_KEY' },
    ]);
  });
});
