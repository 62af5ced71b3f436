/** The handler answers byte for byte as the server does: over any history, and for every scenario that ships. */
import { describe, expect, it } from 'vitest';
import { fc } from '../testing/properties/fast-check.js';
import { readdirSync } from 'node:fs';
import { shippingScenarios } from '../shipping/shipping-service.js';
import { startMock } from '../testing/mock-server.js';
import { rateExamples, rateRequest } from '../testing/rate-requests.js';
import { shippedFaults } from '../testing/scenarios/shipped-faults.js';
import { shippedWaits } from '../testing/scenarios/shipped-waits.js';
import { createFetchHandler } from './index.js';

const options = {
  seed: 7,
  clock: '2026-01-01T00:00:00Z',
  quota: 'off',
  validateResponses: true,
} as const;
const server = await startMock(options);
const handler = createFetchHandler(options);

type Send = (url: string, init: RequestInit) => Promise<Response>;

interface Seen {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Speak of one connection or one moment. */
const untelling = ['date', 'connection', 'keep-alive', 'transfer-encoding'];

async function seen(response: Response): Promise<Seen> {
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !untelling.includes(name)));
  return { status: response.status, text: await response.text(), headers };
}

async function both(path: string, init: RequestInit): Promise<[served: Seen, handled: Seen]> {
  const overHttp: Send = (url, given) => fetch(url, given);
  const [served, handled] = await Promise.all(
    [overHttp, handler].map(async (send: Send) => seen(await send(server.origin + path, init))),
  );
  return [served!, handled!];
}

/** The history that the test knows: ids that were given out. */
interface Known {
  rates: string[];
  orders: string[];
}

interface Step {
  readonly method: string;
  readonly path: (known: Known) => string;
  readonly body?: (known: Known) => string;
  readonly headers: Record<string, string>;
}

const base = fc.constantFrom('/api/v1/developer', '', '/api/v2');
const key = fc.constantFrom(
  ...['dk_test_a', 'dk_test_a', 'dk_test_a', 'dk_test_b'],
  ...['dk_test_a~flaky', 'dk_expired_a', 'dk_limited_b', 'nobody'],
);
const choice = fc.constantFrom(
  '',
  '',
  '',
  '',
  '',
  'flaky',
  'status-404',
  'one-courier',
  'no-such',
  'rate-limited',
);
const headers = fc
  .tuple(key, choice, fc.constantFrom('application/json', 'application/json', 'text/plain', ''))
  .map(([bearer, scenario, type]): Record<string, string> => ({
    ...(bearer === 'nobody' ? {} : { Authorization: `Bearer ${bearer}` }),
    ...(scenario === '' ? {} : { 'X-Mock-Scenario': scenario }),
    ...(type === '' ? {} : { 'Content-Type': type }),
  }));
const leaf = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom('US', 'KG', '2', 0, 70));
const rates = fc.oneof(
  fc.constantFrom(...Object.values(rateExamples)),
  fc
    .dictionary(fc.constantFrom('weight', 'weight_unit', 'sender', 'delivery_type', 'box_dimension'), leaf)
    .map((change) => rateRequest(change)),
);
const step: fc.Arbitrary<Step> = fc.tuple(base, headers).chain(([prefix, given]) =>
  fc.oneof(
    fc.constant<Step>({ method: 'GET', path: () => `${prefix}/categories`, headers: given }),
    fc.constant<Step>({ method: 'HEAD', path: () => `${prefix}/categories`, headers: given }),
    fc.constant<Step>({ method: 'DELETE', path: () => `${prefix}/categories?a=b`, headers: given }),
    rates.map((body): Step => ({
      method: 'POST',
      path: () => `${prefix}/get-shipping-rates`,
      body: () => JSON.stringify(body),
      headers: given,
    })),
    fc.string().map((text): Step => ({
      method: 'POST',
      path: () => `${prefix}/get-shipping-rates`,
      body: () => text,
      headers: given,
    })),
    fc.nat(20).map((index): Step => ({
      method: 'POST',
      path: () => `${prefix}/create-order`,
      body: ({ rates: ids }) => JSON.stringify({ rate_id: ids.at(-1 - index) ?? 'rate_x' }),
      headers: given,
    })),
    fc.nat(5).map((index): Step => ({
      method: 'GET',
      path: ({ orders }) => `${prefix}/orders/${orders.at(-1 - index) ?? 'DDK0'}`,
      headers: given,
    })),
  ),
);

it('any history gets the same status, headers and bytes from the handler as over HTTP', async () => {
  const known: Known = { rates: [], orders: [] };
  const statuses = new Set<number>();
  const play = async (steps: readonly Step[]): Promise<void> => {
    for (const { method, path, body, headers: given } of steps) {
      const text = body?.(known);
      const [served, handled] = await both(path(known), {
        ...{ method, headers: given },
        ...(text === undefined ? {} : { body: text }),
      });
      expect(handled).toEqual(served);
      statuses.add(served.status);
      known.rates.push(...(served.text.match(/rate_[\w-]+\.[0-9a-f]{40}/g) ?? []));
      known.orders.push(
        ...Array.from(served.text.matchAll(/"tracking_number":"(\w+)"/g), ([, id]) => id ?? ''),
      );
    }
  };
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), play), {
    ...{ seed: 20_261_122, numRuns: 40, endOnFailure: true },
  });
  expect([...statuses].sort()).toEqual([200, 201, 400, 401, 403, 404, 405, 415, 429, 500]);
});

it('a body of more than 1 MiB, a preflight and a logo get the same as over HTTP', async () => {
  const large = {
    method: 'POST',
    headers: { Authorization: 'Bearer dk_test_a', 'Content-Type': 'application/json' },
  };
  const [tooLarge, handled] = await both('/get-shipping-rates', { ...large, body: 'x'.repeat(1_048_577) });
  expect(handled).toEqual(tooLarge);
  expect(tooLarge.status).toBe(413);
  const [preflight, samePreflight] = await both('/categories', {
    method: 'OPTIONS',
    headers: {
      ...{ Origin: 'https://shop.example', 'Access-Control-Request-Method': 'GET' },
      'Access-Control-Request-Headers': 'x-mine, authorization',
    },
  });
  expect(samePreflight).toEqual(preflight);
  expect(preflight.status).toBe(204);
  const [logo, sameLogo] = await both('/__drydock/logos/meridian.svg', {});
  const { etag: _, ...plain } = logo.headers;
  expect(sameLogo).toMatchObject({ status: 200, text: logo.text });
  for (const name of [
    'content-type',
    'cache-control',
    'content-security-policy',
    'access-control-allow-origin',
  ])
    expect(sameLogo.headers[name]).toBe(plain[name]);
});

const names = readdirSync(shippingScenarios).flatMap((file) => /^(.*)\.yaml$/.exec(file)?.[1] ?? []);

describe('a shipped scenario', () => {
  it.each(names.filter((name) => !(name in shippedFaults) && !(name in shippedWaits)))(
    '%s has the same effect as over HTTP',
    async (name) => {
      const headers = { Authorization: `Bearer dk_test_${name}`, 'X-Mock-Scenario': name };
      const json = { ...headers, 'Content-Type': 'application/json' };
      const body = JSON.stringify(rateExamples.domestic_commercial);
      for (let call = 0; call < 3; call += 1) {
        const [served, handled] = await both('/categories', { headers });
        expect(handled).toEqual(served);
        const [rated, same] = await both('/get-shipping-rates', { method: 'POST', headers: json, body });
        expect(same).toEqual(rated);
      }
    },
  );
});
