import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { OptionError } from '../../contract/option-error.js';
import { runAgainstService, runSuite, type ServiceChange } from '../testing/run-suite.js';
import { failure } from '../testing/small-service.js';
import type { VerifyOptions } from './options.js';

describe('verify could not judge a target that', () => {
  it.each<[string, ServiceChange | undefined, Partial<VerifyOptions>, RegExp]>([
    ['rejects the valid key', undefined, { key: 'wrong' }, /answers 401 to every operation with the key/],
    [
      'needs a key and got none',
      undefined,
      { key: undefined },
      /answers 401 without a key: give one with key\./,
    ],
    [
      'has nothing at the address',
      () => failure(404, 'Not found'),
      {},
      /answers 404 to every operation: the URL must be the base address/,
    ],
    [
      'redirects every request',
      () => ({ status: 301, body: {}, headers: { Location: 'https://new.example/' } }),
      {},
      /redirects every request/,
    ],
    [
      'answers 429 to everything',
      () => failure(429, 'Retry after 3600 seconds'),
      { maxTimeSeconds: 60 },
      /answers 429 to everything/,
    ],
    ['never responds', () => undefined, { timeoutMs: 100 }, /gives no response/],
    [
      'is another server',
      () => ({ ...failure(404, ''), text: '<h1>Not found</h1>', headers: { 'Content-Type': 'text/html' } }),
      {},
      /answers 404 to every operation/,
    ],
  ])('%s, and blames no rule', async (_, change, options, sentence) => {
    const { summary } = await runAgainstService(change, options);
    expect(summary).toMatchObject({ exitCode: 3, verdict: 'could not be judged', failures: 0 });
    expect(summary.couldNotJudge).toMatch(sentence);
    expect(summary.rules.filter(({ broken }) => broken > 0)).toEqual([]);
  });

  it.each([
    ['answers only when it has nothing else to do', 4, undefined],
    ['is that slow and gets a verdict about the rest', 5, true],
  ])('%s, without blaming a rule', async (_, every, partial) => {
    let number = 0;
    const isFirst = new Set<string>();
    const { summary, failures } = await runAgainstService(
      (response, { request }) => {
        const id = request.headers['x-drydock-case'] as string | undefined;
        number += 1;
        if (id === undefined || id.startsWith('preflight') || isFirst.has(id) || number % every > 0)
          return response;
        isFirst.add(id);
        return undefined;
      },
      { only: 'categories/same-each-time', timeoutMs: 3000, partial },
    );
    expect(failures).toEqual([]);
    expect(summary).toMatchObject(partial ? { exitCode: 0 } : { exitCode: 3 });
    expect(partial ? summary.notices.join(' ') : summary.couldNotJudge).toMatch(
      /busy or slow: \d+ requests? had no response within 3 s, and got one when sent again alone/,
    );
  });

  it('closes every connection at once', async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { summary } = await runSuite({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    });
    server.close();
    expect(summary).toMatchObject({
      exitCode: 3,
      couldNotJudge: expect.stringContaining('accepts connections but gives no response'),
    });
  });

  it('does not speak TLS at an https address', async () => {
    const { summary } = await runAgainstService(undefined, {}, 'https');
    expect(summary).toMatchObject({
      exitCode: 3,
      couldNotJudge: expect.stringContaining(
        'the server does not speak TLS there; an address that begins with http',
      ),
    });
  });

  it('does not listen', async () => {
    const { summary } = await runSuite({ url: 'http://127.0.0.1:1' });
    expect(summary).toMatchObject({
      exitCode: 3,
      couldNotJudge: expect.stringContaining("can't be reached"),
    });
    expect(summary.rules.filter(({ verdict }) => verdict === 'FAIL')).toEqual([]);
  });
});

describe('verify', () => {
  it('sends nothing more to a target that answers every request with 429', async () => {
    let requests = 0;
    await runAgainstService(
      () => {
        requests += 1;
        return failure(429, 'Retry after 3600 seconds');
      },
      { maxTimeSeconds: 60 },
    );
    expect(requests).toBeLessThan(10);
  });

  it.each<[string, { url: string } & Partial<VerifyOptions>, RegExp]>([
    ['text that is no URL', { url: 'there' }, /^url must be an http or https address/],
    ['another protocol than HTTP', { url: 'ftp://there' }, /^url must be an http or https address/],
    ['a URL with a query', { url: 'http://there/?a' }, /^url must be the base address alone/],
    [
      'a key with a line feed',
      { url: 'http://there', key: 'a\nb' },
      /^The value of key must be visible ASCII/,
    ],
    [
      '`only` that matches nothing',
      { url: 'http://there', only: 'auth/mising-key' },
      /^only "auth\/mising-key" matches no/,
    ],
  ])('refuses %s by the name of the option', async (_, options, message) => {
    await expect(runSuite(options)).rejects.toThrow(OptionError);
    await expect(runSuite(options)).rejects.toThrow(message);
  });

  it('names options in errors as the caller does', async () => {
    const nameOption = (option: string) => `--${option}`;
    await expect(runSuite({ url: 'there', nameOption })).rejects.toThrow(/^--url must be/);
    const { summary } = await runAgainstService(undefined, { key: undefined, nameOption });
    expect(summary.couldNotJudge).toMatch(/give one with --key\.$/);
  });
});
