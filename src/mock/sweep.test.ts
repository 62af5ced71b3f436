/** Every operation x documented status x example, provoked on a listening server, each response validated. */
import { beforeAll, describe, expect, it } from 'vitest';
import { expectDocumented } from '../testing/documented.js';
import { send, sendRaw, startMock } from '../testing/mock-server.js';
import { rateExamples } from '../testing/rate-requests.js';
import {
  methodsBeside,
  requestsOf,
  validRequest,
  validRequests,
  visit,
} from '../testing/scenarios/valid-requests.js';

const server = await startMock({ keys: ['my-own-key'] });
const { contract } = server.mock();

it('every operation of the document has a handler or is listed as one without', () => {
  const ids = contract.operations.map(({ id }) => id);
  expect(Object.keys(server.mock().service?.handlers ?? {}).sort()).toEqual(ids.sort());
  const byDocument = server.mock().operations.filter(({ answeredBy }) => answeredBy === 'document');
  expect(server.answeredByDocument).toEqual(byDocument.map(({ operation }) => operation.id));
});

const lessKeys: [string, Record<string, string>, string][] = [
  ['no key', {}, 'must be Bearer followed by a key'],
  ['an empty key', { Authorization: 'Bearer ' }, 'must be Bearer followed by a key'],
  ['another scheme', { Authorization: `Basic ${btoa('dk_test_a:')}` }, 'must be Bearer followed by a key'],
  ['no scheme', { Authorization: 'dk_test_a' }, 'must be Bearer followed by a key'],
  ['two keys', { Authorization: 'Bearer dk_test_a dk_test_b' }, 'must be Bearer followed by a key'],
  ['an unknown key', { Authorization: 'Bearer nobody' }, 'the key is not known'],
  ['a key of the table misspelt', { Authorization: 'Bearer DK_TEST_a' }, 'the key is not known'],
  ['a name too long', { Authorization: `Bearer dk_test_${'x'.repeat(65)}` }, 'the key is not known'],
  ['an expired key', { Authorization: 'Bearer dk_expired_a' }, 'the key has expired'],
  [
    'a key elsewhere',
    { 'X-Api-Key': 'dk_test_a', Cookie: 'key=dk_test_a' },
    'must be Bearer followed by a key',
  ],
];

describe.each(contract.operations)('$id', (operation) => {
  const { id } = operation;
  /** Sends a valid request, made for it, without a key of its own, to its own path or another. */
  const request = async (headers: Record<string, string>, other?: string) => {
    const valid = await validRequest(server, 'tests', id);
    const sent = valid.body === undefined ? {} : { body: valid.body };
    const type = { 'Content-Type': 'application/json' };
    return send(server, valid.method, other ?? valid.path, { headers: { ...type, ...headers }, ...sent });
  };
  const key = { Authorization: 'Bearer dk_test_tests' };
  let method = '';
  let path = '';
  let success = 0;
  let body: string | undefined;
  beforeAll(async () => {
    ({ method, path, success, body } = await validRequest(server, 'tests', id));
  });

  it('answers each valid example with its success status', async () => {
    for (const valid of await requestsOf(server, 'tests', id)) {
      const response = await visit(server, valid, 'tests');
      expectDocumented(contract, id, success, response);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(response.json.data.length).toBeGreaterThan(0);
    }
  });

  it.each(lessKeys)('answers 401 to %s', async (_, headers, why) => {
    const response = await request(headers);
    expectDocumented(contract, id, 401, response);
    expect(response.json.message).toBe('Invalid API key');
    expect(response.json.errors).toEqual([expect.stringContaining(`Authentication failed: `)]);
    expect(response.json.errors[0]).toContain(why);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
  });

  it('answers 401 to a key in the query', async () => {
    expectDocumented(
      contract,
      id,
      401,
      await request({}, `${path}?api_key=dk_test_a&access_token=dk_test_a`),
    );
  });

  it('accepts the scheme in any case, and the key of --key', async () => {
    for (const Authorization of ['bearer dk_test_tests', 'BEARER dk_test_tests'])
      expect((await request({ Authorization })).status).toBe(success);
    expect((await request({ Authorization: 'Bearer my-own-key' })).status).not.toBe(401);
    expect((await request({ Authorization: 'Bearer my-own-keys' })).status).toBe(401);
  });

  it('answers 403 to a limited key, but for categories', async () => {
    const response = await request({ Authorization: 'Bearer dk_limited_tests' });
    const mayCall = operation.security.some(({ bearerAuth }) => bearerAuth?.includes('categories'));
    expectDocumented(contract, id, mayCall ? success : 403, response);
  });

  it('answers 404 to a path that differs in case, by a slash or by a segment', async () => {
    for (const other of [
      `${path}/`,
      `/${path}`,
      path.replace(/^\/./, (start) => start.toUpperCase()),
      `${path}/x`,
    ]) {
      const response = await request(key, other);
      expectDocumented(contract, id, 404, response);
      expect(response.json.message).toBe('Resource not found');
      expect(response.json.errors[0]).toContain(other);
    }
  });

  it('answers 405 with Allow to another method', async () => {
    const methods = methodsBeside(contract.operations, operation);
    const allowed = methods.allowed.join(', ');
    for (const wrong of methods.wrong) {
      const response = await send(server, wrong, path, { headers: key });
      expectDocumented(contract, id, 405, response);
      expect(response.headers.get('allow')).toBe(allowed);
      expect(response.json.errors).toEqual([`${wrong} is not allowed here; allowed: ${allowed}`]);
    }
  });

  it('answers 429 when the quota is spent', async () => {
    const small = await startMock({ quota: { limit: 1, windowSeconds: 3600 } });
    await send(small, 'GET', '/categories');
    expectDocumented(contract, id, 429, await visit(small, await validRequest(server, 'tests', id), 'tests'));
  });

  it('has every documented error forced, and answers 400 to an unknown scenario with similar names', async () => {
    for (const status of [...operation.responses.keys()].filter((code) => /^[45]/.test(code))) {
      const response = await request({ ...key, 'X-Mock-Scenario': `status-${status}` });
      expectDocumented(contract, id, Number(status), response);
    }
    const unknown = await request({ ...key, 'X-Mock-Scenario': 'status-5000' });
    expectDocumented(contract, id, 400, unknown);
    expect(unknown.json.errors.join()).toContain('status-500');
  });

  if (operation.requestBody) {
    it('answers 400 to a body that is missing, not JSON or of a wrong type', async () => {
      const texts = ['', '{', '[]', 'null', '"x"', '7', '{}', '\uFEFF{}', '{"a":1,}', "{'a':1}", '{} x'];
      for (const text of texts) {
        const response = await send(server, method, path, { body: text });
        expectDocumented(contract, id, 400, response);
      }
    });

    it('answers 413 to a body that is too large, declared or not', async () => {
      const large = JSON.stringify({ padding: 'x'.repeat(1_048_577) });
      expectDocumented(contract, id, 413, await send(server, method, path, { body: large }));
      const head = `${method} /api/v1/developer${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer dk_test_a\r\nContent-Type: application/json\r\nConnection: close\r\n`;
      const chunk = `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`;
      const response = await sendRaw(server, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk}`);
      expect(response).toMatch(/^HTTP\/1\.1 413 .*"response_code":"413"\}$/s);
    });

    it('reads a body of exactly the limit', async () => {
      const padded = body?.padEnd(1_048_576, ' ');
      expectDocumented(contract, id, success, await send(server, method, path, { body: padded! }));
    });

    it.each([
      ['text/plain', {}],
      ['application/x-www-form-urlencoded', {}],
      ['application/json; charset=utf-16', {}],
      ['application/jsonp', {}],
      ['', {}],
      ['application/json', { 'Content-Encoding': 'gzip' }],
    ])('answers 415 to Content-Type %j', async (type, headers) => {
      const response = await send(server, method, path, {
        headers: { ...key, 'Content-Type': type, ...headers },
        body: body!,
      });
      expectDocumented(contract, id, 415, response);
    });

    it('accepts the usual spellings of application/json', async () => {
      for (const type of [
        'application/json',
        'application/json; charset=UTF-8',
        'APPLICATION/JSON;charset="utf-8"',
      ])
        expect((await request({ ...key, 'Content-Type': type })).status).toBe(success);
    });
  }
});

it('an unknown tracking number is 404, and named', async () => {
  const response = await send(server, 'GET', '/orders/DDK0000000000');
  expectDocumented(contract, 'getOrder', 404, response);
  expect(response.json.message).toBe('Order not found');
  expect(response.json.errors).toEqual([expect.stringContaining('DDK0000000000')]);
});

it('an unknown rate id is 400, and an unknown field is named with the field that was meant', async () => {
  const unknown = await send(server, 'POST', '/create-order', { body: '{"rate_id":"rate_1234"}' });
  expectDocumented(contract, 'createOrder', 400, unknown);
  expect(unknown.json.errors).toEqual(['rate_id must be a rate quoted to this key, got "rate_1234"']);
  const { body: order = '' } = await validRequest(server, 'tests', 'createOrder');
  const body = JSON.stringify({ ...(JSON.parse(order) as object), refrence: 'x' });
  const misspelt = await send(server, 'POST', '/create-order', { body });
  expect(misspelt.json.errors).toEqual(['refrence is not a known field; did you mean reference?']);
  expectDocumented(contract, 'createOrder', 400, misspelt);
});

it('a rate request with several problems is 400 with a sentence for each', async () => {
  const body = structuredClone(rateExamples.domestic_commercial) as unknown as {
    box_dimension: { weight: unknown; items: { quantity: unknown }[] }[];
    sender: { zip_code?: string };
  };
  body.box_dimension[0]!.weight = -2;
  body.box_dimension[0]!.items[0]!.quantity = 2;
  delete body.sender.zip_code;
  const response = await send(server, 'POST', '/get-shipping-rates', { body: JSON.stringify(body) });
  expectDocumented(contract, 'getShippingRates', 400, response);
  expect([...response.json.errors].sort()).toEqual([
    'box_dimension[0].items[0].quantity must be a string, got 2',
    'box_dimension[0].weight must be greater than 0, got -2',
    'sender.zip_code is required and must be a string, got nothing',
  ]);
});

it('the key of another sandbox sees neither the order nor the rate', async () => {
  const { getOrder, createOrder } = await validRequests(server, 'tests');
  expect((await visit(server, getOrder, 'other')).status).toBe(404);
  expect((await visit(server, createOrder, 'other')).status).toBe(400);
});
