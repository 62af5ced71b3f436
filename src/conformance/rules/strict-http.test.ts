import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { runAgainstService, runSuite } from '../testing/run-suite.js';
import { httpServer, rawServer } from '../testing/small-server.js';
import { shippingContract, smallService } from '../testing/small-service.js';
import { evaluateResponse } from './evaluate-response.js';
import { loadRules } from './load-rules.js';

const rules = await loadRules();
const every = 'GET, POST, PUT, PATCH, DELETE';

describe('what HTTP demands and practice ignores', () => {
  it.each([
    ['is a warning', undefined, { exitCode: 0, failures: 0, warnings: 1 }],
    ['fails a run with strictHttp', true, { exitCode: 1, failures: 1, warnings: 0 }],
  ])('%s', async (_, strictHttp, expected) => {
    const { summary } = await runAgainstService(
      (response) => (response.status === 405 ? { ...response, headers: { Allow: every } } : response),
      { only: 'http/allow-with-405', strictHttp },
    );
    expect(summary).toMatchObject(expected);
  });

  it.each([
    ['not looked for', undefined, 0],
    ['a failure with strictHttp', true, 1],
  ])('is %s where Node ignores it too, as of two Host headers', async (_, strictHttp, failures) => {
    const { summary } = await runAgainstService((response) => response, {
      only: 'http/ambiguous-requests',
      strictHttp,
    });
    expect(summary).toMatchObject({ failures, warnings: 0 });
  });

  it.each([
    ['is a warning', undefined, { exitCode: 0, failures: 0, warnings: 1 }],
    ['fails a run with strictHttp', true, { exitCode: 1, failures: 1, warnings: 0 }],
  ])('%s where a tab stands before the value of a header, as for Puma', async (_, strictHttp, expected) => {
    const service = await httpServer(smallService());
    const behind = new WeakMap<Socket, Socket>();
    const parser = await rawServer((client, received) => {
      if (received.includes(': \t')) client.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n');
      else {
        const server = behind.get(client) ?? connect(Number(new URL(service.url).port), '127.0.0.1');
        if (!behind.has(client)) server.on('error', () => client.destroy()).pipe(client);
        behind.set(client, server);
        server.write(received, 'latin1');
      }
    });
    const { summary } = await runSuite({ url: parser.url, only: 'http/*-spellings', strictHttp });
    await Promise.all([parser.close(), service.close()]);
    expect(summary).toMatchObject(expected);
  });

  it('is named in the title of each such rule', () => {
    const strict = rules.filter(({ strictHttp }) => strictHttp === true);
    expect(strict.map(({ id }) => id)).toContain('http/date');
    expect(
      strict.filter((rule) => rule.level !== 'SHOULD' || !rule.title.includes('MUST with --strict-http')),
    ).toEqual([]);
  });
});

describe('what HTTP demands of every message', () => {
  it('binds also on an operation that the document only assumes', () => {
    const assumed = shippingContract.operations.find(({ id }) => id === 'createOrder');
    const body = { status: false, message: 'No', data: [], errors: ['No'], response_code: '400' };
    const breaches = evaluateResponse(shippingContract, rules, assumed, {
      status: 400,
      headers: [
        ['Content-Type', 'application/json'],
        ['Content-Type', 'text/html'],
      ],
      body: Buffer.from(JSON.stringify(body)),
    });
    expect(breaches.map(({ rule }) => rule.id)).toEqual(['http/one-content-type']);
  });
});
