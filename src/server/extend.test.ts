/** Middleware and routers of one's own around the mock: they see every request, and the mock answers as it does without them. */
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import express, { Router } from 'express';
import type { Express, Response } from 'express';
import { rateRequest } from '../testing/rate-requests.js';
import { headersWith, send, sendRaw, startMock } from '../testing/mock-server.js';
import type { DrydockServer } from './create-server.js';
import { tricksInUse } from './http/tricks/tricks.js';

const rates = (body: unknown) => ({ body: typeof body === 'string' ? body : JSON.stringify(body) });

describe('middleware', () => {
  const seen: string[] = [];
  const finished: number[] = [];
  let server: DrydockServer;

  beforeAll(async () => {
    server = await startMock({
      extend: (app) =>
        app.use((request, response, next) => {
          seen.push(`${request.method} ${request.originalUrl.replace('/api/v1/developer', '')}`);
          response.setHeader('X-Request-Number', String(seen.length));
          response.on('finish', () => finished.push(response.statusCode));
          next();
        }),
    });
  });

  it('sees every request and adds headers to every response, errors and own addresses too', async () => {
    const numbers = [
      await send(server, 'GET', '/categories'),
      await send(server, 'POST', '/get-shipping-rates', rates(rateRequest())),
      await send(server, 'POST', '/get-shipping-rates', rates('{')),
      await send(server, 'GET', '/categories', { headers: { ...headersWith(), Prefer: 'code=500' } }),
      await send(server, 'GET', '/nowhere'),
    ].map(({ headers }) => headers.get('x-request-number'));
    const health = await fetch(`${server.origin}/__drydock/health`);
    expect([...numbers, health.headers.get('x-request-number')]).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(seen).toEqual([
      'GET /categories',
      'POST /get-shipping-rates',
      'POST /get-shipping-rates',
      'GET /categories',
      'GET /nowhere',
      'GET /__drydock/health',
    ]);
    expect(finished).toEqual([200, 200, 400, 500, 404, 200]);
  });

  it('changes no response but by its headers', async () => {
    const plain = await startMock({ clock: '2026-01-01T00:00:00Z' });
    const extended = await startMock({ clock: '2026-01-01T00:00:00Z', extend: () => undefined });
    for (const [method, path, init] of [
      ['GET', '/categories', {}],
      ['HEAD', '/categories', {}],
      ['POST', '/get-shipping-rates', rates(rateRequest())],
      ['POST', '/get-shipping-rates', rates(rateRequest({ weight: 0 }))],
      ['OPTIONS', '/categories', {}],
    ] as const) {
      const [one, other] = [await send(plain, method, path, init), await send(extended, method, path, init)];
      const names = ({ headers }: typeof one) => [...headers].filter(([name]) => name !== 'date');
      expect([other.status, names(other), other.text.replaceAll(extended.origin, plain.origin)]).toEqual([
        one.status,
        names(one),
        one.text,
      ]);
    }
  });

  it('that watches a body as it streams past takes nothing away from the mock', async () => {
    let bytes = 0;
    const watched = await startMock({
      extend: (app) =>
        app.use((request, _response, next) => {
          request.on('data', (chunk: Buffer) => (bytes += chunk.length));
          next();
        }),
    });
    const sent = rates(rateRequest());
    expect((await send(watched, 'POST', '/get-shipping-rates', sent)).status).toBe(200);
    expect(bytes).toBe(sent.body.length);
  });

  it('may throw: the request is answered, the next one too, and the log says why', async () => {
    const lines: string[] = [];
    const failing = await startMock({
      log: (line) => lines.push(line),
      extend: (app) => {
        app.get('/now', () => {
          throw new Error('thrown');
        });
        app.get('/later', () => Promise.reject(new Error('rejected')));
      },
    });
    for (const path of ['/now', '/later']) {
      const { status, headers } = await fetch(failing.origin + path);
      expect([status, headers.get('content-type')]).toEqual([500, expect.stringContaining('problem+json')]);
    }
    expect(lines).toEqual([
      'Failed to answer GET /now: Error: thrown',
      'Failed to answer GET /later: Error: rejected',
    ]);
    expect((await send(failing, 'GET', '/categories')).status).toBe(200);
  });
});

it('a router of one’s own answers its paths, with a query, and the mock all others', async () => {
  const server = await startMock({
    extend: (app) =>
      app.use(
        '/tools',
        Router().get('/echo/:word', ({ params, query }, response) => {
          response.json({ ...params, ...query });
        }),
      ),
  });
  expect(await (await fetch(`${server.origin}/tools/echo/hello?to=you`)).json()).toEqual({
    word: 'hello',
    to: 'you',
  });
  expect((await fetch(`${server.origin}/tools/nothing`)).status).toBe(401);
  expect((await send(server, 'GET', '/categories')).status).toBe(200);
});

describe('a body parser in front', () => {
  const parsers: Readonly<Record<string, (app: Express) => unknown>> = {
    'express.json': (app) => app.use(express.json({ limit: '2mb' })),
    'express.text': (app) => app.use(express.text({ type: '*/*', limit: '2mb' })),
    'express.raw': (app) => app.use(express.raw({ type: '*/*', limit: '2mb' })),
  };

  describe.each(Object.entries(parsers))('%s', (_, extend) => {
    let server: DrydockServer;
    beforeAll(async () => {
      server = await startMock({ extend });
    });
    const post = (body: unknown) => send(server, 'POST', '/get-shipping-rates', rates(body));

    it('leaves the body to the mock, which answers and validates it', async () => {
      expect((await post(rateRequest())).json.data.length).toBeGreaterThan(2);
      expect((await post(rateRequest({ weight: 0 }))).json.errors).toEqual([
        expect.stringContaining('weight'),
      ]);
      expect((await send(server, 'GET', '/categories')).status).toBe(200);
    });

    it('keeps the limit of one mebibyte', async () => {
      const padded = { ...rateRequest(), note: ' '.repeat(1_048_576) };
      expect((await post(padded)).status).toBe(413);
    });

    it('may inflate the body', async () => {
      const { status } = await send(server, 'POST', '/get-shipping-rates', {
        headers: { ...headersWith(), 'Content-Encoding': 'gzip' },
        body: gzipSync(JSON.stringify(rateRequest())),
      });
      expect(status).toBe(200);
    });

    it('leaves the control API its bodies', async () => {
      const headers = { Authorization: `Bearer ${server.controlToken}`, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ scenario: 'flaky' });
      const url = `${server.origin}/__drydock/sandboxes/parsed/scenario`;
      expect((await fetch(url, { method: 'PUT', headers, body })).status).toBe(200);
    });
  });

  it('that refuses a body answers itself, with its own reason', async () => {
    const server = await startMock({ extend: (app) => app.use(express.json()) });
    const response = await send(server, 'POST', '/get-shipping-rates', rates('{"weight": '));
    expect(response.status).toBe(400);
    expect(response.text).toContain('JSON');
  });

  it('that leaves nothing of a body it read makes it an empty one', async () => {
    const server = await startMock({
      extend: (app) =>
        app.use((request, _response, next) => {
          request.resume().on('end', () => {
            next();
          });
        }),
    });
    const { status, json } = await send(server, 'POST', '/get-shipping-rates', rates(rateRequest()));
    expect([status, json.errors]).toEqual([400, [expect.stringContaining('body')]]);
  });
});

describe('middleware that replaces what a response writes with', () => {
  let server: DrydockServer;
  beforeAll(async () => {
    server = await startMock({
      extend: (app) => app.use((_request, response, next) => shout(response, next)),
    });
  });

  it('changes every response of the mock', async () => {
    const { text, headers } = await send(server, 'GET', '/categories');
    expect([text, text.length]).toEqual([text.toUpperCase(), Number(headers.get('content-length'))]);
    expect(text).toMatch(/^\{"STATUS":TRUE.*!$/s);
    expect(headers.get('x-shouted')).toBe('yes');
    const refused = await send(server, 'POST', '/get-shipping-rates', rates('{'));
    expect([refused.status, refused.text]).toEqual([400, expect.stringMatching(/!$/)]);
  });

  it('does not change a broken connection', async () => {
    const head = 'GET /categories HTTP/1.1\r\nHost: mock\r\nAuthorization: Bearer dk_test_a\r\n';
    const raw = await sendRaw(server, `${head}X-Mock-Scenario: truncated\r\n\r\n`);
    const [, length, body] = /content-length: (\d+)[\s\S]*\r\n\r\n([\s\S]*)$/i.exec(raw) ?? [];
    expect(body).toMatch(/^\{"status":true/);
    expect(body!.length).toBeLessThan(Number(length));
  });
});

/** As packages for compression do it: the head is changed when it is written, and the body on its way. */
function shout(response: Response, next: () => void): void {
  const writeHead = response.writeHead.bind(response);
  const end = response.end.bind(response);
  response.writeHead = ((status: number) => {
    const length = Number(response.getHeader('Content-Length') ?? 0);
    if (length > 0) response.setHeader('Content-Length', length + 1);
    response.setHeader('Content-Type', 'text/plain').setHeader('X-Shouted', 'yes');
    return writeHead(status);
  }) as typeof response.writeHead;
  response.end = ((body?: unknown) => {
    response.writeHead(response.statusCode);
    return end(typeof body === 'string' ? `${body.toUpperCase()}!` : body);
  }) as typeof response.end;
  next();
}

it('an extended server does without the tricks that would pass middleware by', async () => {
  expect([...tricksInUse('')]).toContain('direct');
  let seen: object | undefined;
  const server = await startMock({
    extend: (app) =>
      app.use((_request, response, next) => {
        seen = response;
        next();
      }),
  });
  await send(server, 'GET', '/categories');
  expect(seen).not.toHaveProperty('sendText');
});
