/** Scenarios in front of a real service. */
import type { IncomingHttpHeaders } from 'node:http';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { DrydockServer } from '../server/create-server.js';
import { exchange, proxyTo, startTarget, type RawResponse } from './testing/proxied.js';

let requests = 0;
let server: DrydockServer;
const envelope = { status: true, message: '', data: [{ id: 1 }], errors: [], response_code: '200' };
const body = gzipSync(JSON.stringify(envelope));

beforeAll(async () => {
  const target = await startTarget((request, response) => {
    requests += 1;
    if (request.url?.endsWith('/orders/unknown')) {
      response.writeHead(404).end('no such page');
      return;
    }
    const fields = [
      'Content-Type',
      'application/json',
      'Content-Encoding',
      'gzip',
      'Set-Cookie',
      'session=hunter22',
    ];
    response.writeHead(200, [...fields, 'Content-Length', String(body.length)]).end(body);
  });
  server = (await proxyTo(target.url, { mock: ['createOrder'], mockOn: [404, 'unreachable'] })).server;
});

beforeEach(() => {
  requests = 0;
});

const call = (...fields: string[]): Promise<RawResponse> =>
  exchange(server.origin, { path: '/categories', fields });
const fieldsOf = ({ fields }: RawResponse): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap((name, index) => (index % 2 === 0 ? [[name, fields[index + 1] ?? '']] : [])),
  );

async function control(method: string, path: string, json?: unknown): Promise<unknown> {
  const response = await fetch(`${server.origin}/__drydock/${path}`, {
    method,
    headers: { Authorization: `Bearer ${server.controlToken}`, 'Content-Type': 'application/json' },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  return response.status === 204 ? undefined : response.json();
}

describe('a scenario that forces a status', () => {
  it.each([
    ['the header', ['X-Mock-Scenario', 'server-error'], 'header'],
    ['Prefer', ['Prefer', 'code=500'], 'prefer'],
  ])('answers by %s, and the target gets nothing', async (_, fields, channel) => {
    const response = await call(...fields);
    expect([response.status, requests]).toEqual([500, 0]);
    expect(fieldsOf(response)['X-Mock-Scenario-Channel']).toBe(channel);
  });

  it('answers by the sandbox that X-Mock-Sandbox names, and nobody else', async () => {
    await control('PUT', 'sandboxes/qa/scenario', { scenario: 'server-error' });
    const inSandbox = await call('X-Mock-Sandbox', 'qa', 'Authorization', 'Bearer dk_test_other');
    expect([inSandbox.status, requests]).toEqual([500, 0]);
    expect([(await call()).status, requests]).toEqual([200, 1]);
  });

  it('answers by the default', async () => {
    await control('PUT', 'default-scenario', { scenario: 'server-error' });
    expect([(await call()).status, requests]).toEqual([500, 0]);
    await control('DELETE', 'default-scenario');
  });

  it('is refused with the names near it where it does not exist', async () => {
    const response = await call('X-Mock-Scenario', 'server-eror');
    expect([response.status, requests]).toEqual([400, 0]);
    expect(response.body.toString()).toContain('did you mean server-error');
  });
});

describe('a scenario over the response of the target', () => {
  it('patches it decompressed, and compresses it again', async () => {
    const response = await call('X-Mock-Scenario', 'broken-null-list');
    expect(JSON.parse(gunzipSync(response.body).toString())).toEqual({ ...envelope, data: null });
    expect([requests, fieldsOf(response)['Content-Encoding']]).toEqual([1, 'gzip']);
    expect(fieldsOf(response)).toMatchObject({
      'Set-Cookie': 'session=hunter22',
      'X-Mock-Scenario': 'broken-null-list',
    });
  });

  it('breaks its JSON decompressed, and compresses it again', async () => {
    const response = await call('X-Mock-Scenario', 'malformed-json');
    expect(gunzipSync(response.body).toString()).toBe(JSON.stringify(envelope).slice(0, -1));
    expect(fieldsOf(response)['Content-Length']).toBe(String(response.body.length));
  });

  it('leaves out what is about other bytes, and asks for the whole body', async () => {
    const about = ['ETag', 'Last-Modified', 'Content-MD5', 'Digest', 'Repr-Digest', 'Accept-Ranges'];
    let asked: IncomingHttpHeaders = {};
    const target = await startTarget((request, response) => {
      asked = request.headers;
      for (const name of about) response.setHeader(name, 'x');
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(envelope));
    });
    const own = (await proxyTo(target.url)).server;
    const conditions = ['If-None-Match', '"a"', 'If-Modified-Since', 'x', 'Range', 'bytes=0-1'];
    const ask = { path: '/categories', fields: conditions };
    const kept = await exchange(own.origin, ask);
    expect(Object.keys(fieldsOf(kept))).toEqual(expect.arrayContaining(about));
    expect(asked).toMatchObject({ 'if-none-match': '"a"', range: 'bytes=0-1' });
    for (const name of ['broken-null-list', 'malformed-json']) {
      const scenario = ['X-Mock-Scenario', name];
      const changed = await exchange(own.origin, { ...ask, fields: [...conditions, ...scenario] });
      expect(Object.keys(fieldsOf(changed)).filter((field) => about.includes(field))).toEqual([]);
      expect(Object.keys(asked).filter((field) => /^(if-|range)/.test(field))).toEqual([]);
    }
  });

  it('is refused in a sentence where the document has no such operation', async () => {
    const ask = (name: string) =>
      exchange(server.origin, { path: '/elsewhere', fields: ['X-Mock-Scenario', name] });
    const response = await ask('server-error');
    expect([response.status, requests]).toEqual([400, 0]);
    expect(response.body.toString()).toContain(
      'Scenarios apply to operations of the document, and it has no GET /elsewhere',
    );
    expect([(await ask('normal')).status, requests]).toEqual([200, 1]);
  });

  it('delays it and leaves its bytes', async () => {
    const inline = { delay: '30ms' };
    await control('PUT', 'sandboxes/late/scenario', { definition: inline });
    const begun = performance.now();
    const response = await call('X-Mock-Sandbox', 'late');
    expect(performance.now() - begun).toBeGreaterThanOrEqual(29);
    expect(response.body).toEqual(body);
  });

  it.each([
    ['connection-reset', 'ECONNRESET'],
    ['truncated', 'ECONNRESET'],
    ['garbage', 'HPE_INVALID_CONSTANT'],
  ])('breaks the connection: %s', async (scenario, code) => {
    await expect(call('X-Mock-Scenario', scenario)).rejects.toHaveProperty('code', code);
    expect(requests).toBe(1);
  });
});

describe('a preflight', () => {
  const preflight = (requested: string): Promise<RawResponse> =>
    exchange(server.origin, {
      method: 'OPTIONS',
      path: '/categories',
      fields: [
        'Origin',
        'http://localhost:3000',
        'Access-Control-Request-Method',
        'GET',
        'Access-Control-Request-Headers',
        requested,
      ],
    });

  it('that names a header of Drydock is answered here where the target allows nothing', async () => {
    const response = await preflight('authorization,x-mock-sandbox');
    expect([response.status, requests]).toEqual([204, 1]);
    expect(fieldsOf(response)['Access-Control-Allow-Headers']).toContain('X-Mock-Sandbox');
  });

  it('of any other page is for the target to answer', async () => {
    await preflight('authorization');
    expect(requests).toBe(1);
  });
});

describe('the mock instead of the target', () => {
  const marker = 'X-Mock-Answer';

  it('answers an operation that was named', async () => {
    const order = { method: 'POST', path: '/create-order', body: Buffer.from('{"rate_id":"none"}') };
    const fields = [
      'Content-Type',
      'application/json',
      'Authorization',
      'Bearer sk_real',
      'Content-Length',
      '18',
    ];
    const response = await exchange(server.origin, { ...order, fields });
    expect([response.status, requests, fieldsOf(response)[marker]]).toEqual([400, 0, 'mock; operation']);
  });

  it('is not what refuses a scenario that a request can not have, on an operation or elsewhere', async () => {
    const fields = ['Authorization', 'Bearer sk_real', 'X-Mock-Scenario', 'no-such-scenario'];
    for (const path of ['/categories', '/nowhere']) {
      const response = await exchange(server.origin, { path, fields });
      expect([response.status, requests, fieldsOf(response)[marker]]).toEqual([400, 0, 'proxy; refused']);
    }
  });

  it('answers where the target has a status that was named', async () => {
    const fields = ['Authorization', 'Bearer sk_real'];
    const response = await exchange(server.origin, { path: '/orders/unknown', fields });
    expect([response.status, requests, fieldsOf(response)[marker]]).toEqual([404, 1, 'mock; status=404']);
    expect(JSON.parse(response.body.toString())).toHaveProperty('message', 'Order not found');
  });

  it('answers where the target can not be reached, and nowhere else by itself', async () => {
    const gone = await startTarget(() => undefined);
    gone.server.close();
    const fields = ['Authorization', 'Bearer sk_real'];
    const [withMock, without] = await Promise.all([
      proxyTo(gone.url, { mockOn: ['unreachable'] }),
      proxyTo(gone.url),
    ]);
    const mocked = await exchange(withMock.server.origin, { path: '/categories', fields });
    expect([mocked.status, fieldsOf(mocked)[marker]]).toEqual([200, 'mock; unreachable']);
    const refused = await exchange(without.server.origin, { path: '/categories', fields });
    expect([refused.status, fieldsOf(refused)[marker]]).toEqual([502, 'proxy; ECONNREFUSED']);
  });

  it('is not to answer an operation that the document does not have', async () => {
    await expect(proxyTo('http://127.0.0.1:1', { mock: ['listCategory'] })).rejects.toThrow(
      'The document has no operation "listCategory", which the mock was to answer. Did you mean listCategories',
    );
  });
});

describe('the journal of a proxy', () => {
  interface Entry {
    readonly response: {
      readonly headers: Record<string, string>;
      readonly body: { readonly json: unknown };
    };
    readonly request: { readonly headers: Record<string, string> };
  }

  it('has the response of the target, decompressed, and no credential', async () => {
    await call('X-Mock-Sandbox', 'journal', 'Authorization', 'Bearer sk_real_1234567890');
    const { requests: entries } = (await control('GET', 'sandboxes/journal/requests')) as {
      requests: Entry[];
    };
    expect(entries).toHaveLength(1);
    expect(entries[0]?.response.body.json).toEqual(envelope);
    expect(entries[0]?.response.headers).toMatchObject({
      'Content-Encoding': 'gzip',
      'Set-Cookie': 'session=***',
    });
    expect(JSON.stringify(entries)).not.toMatch(/hunter22|real_1234567890/);
  });
});
