import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { curlOf } from './curl.js';
import { KeyVariables, variablesIn } from './key-variables.js';

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

it('the variables of commands are those that a shell expands in them, and no text that looks like one', () => {
  const schemes = { basic: 'ann:secret-of-ann', 'in-query': 'query-key-12345' };
  const own = new KeyVariables({ ...keys, schemes });
  const command = (path: string, headers: Readonly<Record<string, string>>, body?: string) =>
    curlOf(
      `http://h${path}`,
      { method: 'POST', path, headers, ...(body === undefined ? {} : { body: Buffer.from(body) }) },
      (text) => own.piecesOf(text),
    );
  const basic = `Basic ${Buffer.from(schemes.basic).toString('base64')}`;
  const commands = [
    command('/?api_key=query-key-12345', { Authorization: basic, 'X-Note': "it's $DRYDOCK_EXPIRED_KEY" }),
    command('/', { Authorization: basic }, "'$DRYDOCK_LIMITED_KEY'\t'"),
    command('/', { Authorization: `Bearer ${valid.slice(0, Math.ceil(valid.length / 2))}` }),
  ];
  expect(variablesIn(commands)).toEqual(['DRYDOCK_AUTH_IN_QUERY', 'DRYDOCK_AUTH_BASIC', 'DRYDOCK_KEY']);
  expect(variablesIn([command('/', {})])).toEqual([]);
});
