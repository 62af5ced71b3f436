import { describe, expect, it } from 'vitest';
import { rateExamples } from '../testing/rate-requests.js';
import { loadControlContract } from './control-contract.js';
import { controlHandlers } from './control-api.js';
import { startControlTester } from './testing/control-tester.js';

const tester = await startControlTester({ quota: { limit: 1000, windowSeconds: 60 } });
const { ask, visit } = tester;

describe('control-api.yaml', () => {
  it('has an operation for every handler, and a handler for every operation behind the token', async () => {
    const { operations } = await loadControlContract();
    const behindToken = operations.filter(({ security }) => security.length > 0).map(({ id }) => id);
    const context = {
      events: { subscribe: () => () => undefined },
      signal: new AbortController().signal,
    } as never;
    expect(Object.keys(controlHandlers(context)).sort()).toEqual(behindToken.sort());
  });

  it('documents 503 for every operation but health, which needs no store', async () => {
    const { operations } = await loadControlContract();
    const silent = operations.filter(({ responses }) => !responses.has('503'));
    expect(silent.map(({ id }) => id)).toEqual(['getHealth']);
  });
});

describe('the control API: the journal', () => {
  it('is listed, filtered and followed', async () => {
    for (const path of ['/categories', '/nothing', '/categories', '/orders/none'])
      await visit('dk_test_log', path);
    const list = async (query: string) => {
      const { json } = await ask('GET', `/sandboxes/log/requests${query}`);
      return { ids: (json.requests as { id: number }[]).map(({ id }) => id), more: json.more };
    };
    expect(await list('')).toEqual({ ids: [1, 2, 3, 4], more: false });
    expect(await list('?limit=2')).toEqual({ ids: [3, 4], more: true });
    expect(await list('?limit=2&after=0')).toEqual({ ids: [1, 2], more: true });
    expect(await list('?after=4')).toEqual({ ids: [], more: false });
    expect(await list('?limit=2&before=4')).toEqual({ ids: [2, 3], more: true });
    expect(await list('?limit=2&before=2')).toEqual({ ids: [1], more: false });
    expect(await list('?after=1&before=4')).toEqual({ ids: [2, 3], more: false });
    expect(await list('?operation=listCategories')).toEqual({ ids: [1, 3], more: false });
    expect(await list('?operation=none&summary=true')).toEqual({ ids: [2], more: false });
    expect(await list('?status=4xx')).toEqual({ ids: [2, 4], more: false });
    expect(await list('?status=200&summary=true')).toEqual({ ids: [1, 3], more: false });
  });

  it('shows one exchange in full, with a public key, and of another key the first characters', async () => {
    await visit('dk_test_oneexchange', '/categories?probe=1');
    const { json, text } = await ask('GET', '/sandboxes/oneexchange/requests/1');
    expect(json).toMatchObject({
      id: 1,
      operation: 'listCategories',
      request: { query: 'probe=1' },
      charges: null,
    });
    expect(text).toContain('Bearer dk_test_oneexchange');
    await visit('Zq4-Vld-Wx7-cnry', '/categories');
    const unknown = await ask('GET', '/sandboxes/public/requests');
    expect(unknown.text).toContain('Bearer Zq4-…');
    expect(unknown.text).not.toContain('Vld');
    const missing = await ask('GET', '/sandboxes/oneexchange/requests/2');
    expect(missing.status).toBe(404);
    expect(missing.json.detail).toBe('The journal of sandbox "oneexchange" has no request 2; it has 1 to 1.');
  });

  it('explains the charges of rates to the cent', async () => {
    const rated = await visit('dk_test_why', '/get-shipping-rates', {
      method: 'POST',
      body: rateExamples.usa_to_bangladesh,
    });
    const { json } = await ask('GET', '/sandboxes/why/requests/1');
    const rates = rated.json.data as { id: string; shipping_charge: number; home_delivery_fee: number }[];
    const charges = json.charges as Record<string, number>[];
    expect(rates.length).toBeGreaterThan(0);
    expect(charges.map(({ rateId }) => rateId)).toEqual(rates.map(({ id }) => id));
    expect(charges.map(({ shippingChargeCents }) => shippingChargeCents)).toEqual(
      rates.map(({ shipping_charge: charge }) => Math.round(charge * 100)),
    );
  });

  it('has no charges for a success that a scenario forced on a request that is not valid', async () => {
    const headers = { Prefer: 'code=200' };
    const forced = await visit('dk_test_forced', '/get-shipping-rates', {
      method: 'POST',
      body: { no: 1 },
      headers,
    });
    expect(forced.status).toBe(200);
    expect((await ask('GET', '/sandboxes/forced/requests/1')).json.charges).toBeNull();
  });

  it('is emptied on request, and continues its numbering', async () => {
    await visit('dk_test_forget', '/categories');
    expect((await ask('DELETE', '/sandboxes/forget/requests')).status).toBe(204);
    await visit('dk_test_forget', '/categories');
    const { json } = await ask('GET', '/sandboxes/forget/requests');
    expect((json.requests as { id: number }[]).map(({ id }) => id)).toEqual([2]);
  });

  it('is verified against expectations, and wrong expectations are refused', async () => {
    await visit('dk_test_verify', '/categories');
    const path = '/sandboxes/verify/verify';
    const good = await ask('POST', path, {
      requests: [{ operation: 'listCategories', status: 200, times: 1 }],
    });
    expect(good.json.verified).toBe(true);
    const bad = await ask('POST', path, {
      requests: [{ operation: 'listCategories', status: 500 }],
      inOrder: true,
      backoff: true,
    });
    expect(bad.json).toMatchObject({ verified: false, checks: [{ found: 0, nearMisses: [{ id: 1 }] }] });
    expect((await ask('POST', path, { requests: [{ pointers: { '/a': { pattern: '(' } } }] })).status).toBe(
      422,
    );
    expect((await ask('POST', path, { request: [] })).status).toBe(400);
    expect((await ask('POST', path, {})).status).toBe(422);
  });

  it('yields the coverage of a sandbox, and zero for an unused one', async () => {
    await visit('dk_test_cover', '/categories');
    const { json } = await ask('GET', '/sandboxes/cover/coverage');
    expect(json).toMatchObject({ sandbox: 'cover', totals: { operations: { seen: 1 } } });
    expect((await ask('GET', '/sandboxes/nobody/coverage')).json).toMatchObject({
      totals: { operations: { seen: 0 } },
    });
  });
});

describe('the control API refuses', () => {
  it.each([
    ['/sandboxes/a/requests?limit=0', 'limit must be 1 or more'],
    ['/sandboxes/a/requests?limit=5000', 'limit must be 1000 or less'],
    ['/sandboxes/a/requests?limit=many', 'limit must be an integer'],
    ['/sandboxes/a/requests?status=9', 'status must be a status such as 404 or a class such as 4XX'],
    ['/sandboxes/a/requests?limits=9', 'did you mean limit?'],
    ['/sandboxes/a/requests/first', 'id must be an integer'],
    ['/events?sandbox=a/b', 'sandbox must be 1 to 64'],
  ])('GET %s: %s', async (path, text) => {
    const { status, json } = await ask('GET', path);
    expect(status).toBe(400);
    expect(JSON.stringify(json.errors).replaceAll('\\"', '"')).toContain(text);
  });

  it.each([[undefined], [[]], [{}], [{ scenario: 3 }], [{ scenario: 'flaky', more: 1 }], ['flaky'], [null]])(
    'the body %j for a scenario with 400',
    async (body) => {
      const { status, headers } = await ask('PUT', '/sandboxes/a/scenario', body);
      expect(status).toBe(400);
      expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
    },
  );

  it('an unknown method with 405, listing the known ones in Allow', async () => {
    const { port, controlToken } = tester.server;
    const response = await fetch(`http://127.0.0.1:${port}/__drydock/default-scenario`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${controlToken}` },
    });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, PUT, DELETE');
  });

  it('a path that can not be decoded with 400', async () => {
    const { port, controlToken } = tester.server;
    const headers = { Authorization: `Bearer ${controlToken}` };
    const response = await fetch(`http://127.0.0.1:${port}/__drydock/sandboxes/%E0%A4%A/scenario`, {
      headers,
    });
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toMatch(/problem/);
  });

  it('an unknown path with 404', async () => {
    const { port, controlToken } = tester.server;
    const headers = { Authorization: `Bearer ${controlToken}` };
    for (const path of ['nothing', 'keys/', 'KEYS', 'sandboxes//scenario', '..%2fkeys', '%E0%A4%A']) {
      const response = await fetch(`http://127.0.0.1:${port}/__drydock/${path}`, { headers });
      expect([path, response.status]).toEqual([path, 404]);
      expect(((await response.json()) as { detail: string }).detail).toMatch(/^There is nothing at GET/);
    }
  });
});

describe('health and readiness', () => {
  it('are answered without a token', async () => {
    for (const path of ['health', 'ready']) {
      const response = await fetch(`http://127.0.0.1:${tester.server.port}/__drydock/${path}`);
      expect(await response.json()).toEqual({ status: 'ok' });
    }
  });
});
