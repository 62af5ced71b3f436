/** Several services behind one proxy, by the beginning of the path. */
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConformanceEvent } from '../conformance/events.js';
import { loadRules } from '../conformance/rules/load-rules.js';
import { loadSpecs } from '../contract/specs/load-specs.js';
import { drift } from '../recordings/drift.js';
import { temporaryFile, temporaryFolder } from '../testing/temporary-folder.js';
import type { GatewayOptions } from './gateway.js';
import type { Verdict } from './judging/verdict.js';
import { HarLog } from './recording/har-log.js';
import type { Proxy } from './start-proxy.js';
import { exchange, proxyTo, startTarget } from './testing/proxied.js';

/** A document with one operation, whose id is the same in both. */
const documentOf = (path: string, base: string) =>
  temporaryFile(
    'service.yaml',
    `openapi: 3.1.0
info: { title: Service of ${path}, version: 1.0.0 }
servers: [{ url: 'https://example.com${base}' }]
paths:
  ${path}:
    get:
      operationId: list
      responses:
        '200':
          description: All of them.
          content:
            application/json:
              schema: { type: object, required: [items], properties: { items: { type: array } } }
        '500':
          description: It failed.
          content:
            application/json: { schema: { type: object, required: [error], properties: { error: { type: string } } } }
`,
  );

const spec = [`/rates=${documentOf('/rates-list', '/v1')}`, `/orders=${documentOf('/orders-list', '')}`];

/** A service that keeps its document, and remembers what it was asked. */
async function startService(body = '{"items":[]}', more?: RequestListener) {
  const asked: string[] = [];
  const { url, server } = await startTarget((request, response) => {
    asked.push(request.url ?? '');
    if (more) more(request, response);
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
  });
  return { url, server, asked };
}

async function proxyToBoth(
  gateway: (rates: string, orders: string) => Omit<GatewayOptions, 'url'> & { url?: string },
  { ordersBody = '{"items":[]}', har }: { ordersBody?: string; har?: HarLog } = {},
) {
  const [rates, orders] = [await startService(), await startService(ordersBody)];
  const options = gateway(rates.url, orders.url);
  const proxy = await proxyTo(options.url, options, { spec }, har ? { har } : {});
  return { proxy, rates, orders };
}

const bothRoutes = (rates: string, orders: string) => ({
  routes: [
    { prefix: '/rates', url: rates },
    { prefix: '/orders', url: orders },
  ],
});

const ask = (proxy: Proxy, path: string, fields: readonly string[] = []) =>
  exchange(proxy.server.origin, { path, fields });

const failuresOf = ({ events }: Verdict) =>
  events.flatMap((event) => (event.type === 'failure' ? [event.failure] : []));

describe('--route', () => {
  it('sends requests below a prefix to its service, without the prefix', async () => {
    const { proxy, rates, orders } = await proxyToBoth((rates, orders) => ({
      routes: [
        { prefix: '/orders', url: `${orders}/base` },
        { prefix: '/rates', url: rates },
        { prefix: '/orders/eu', url: `${orders}/orders/eu` },
      ],
    }));
    for (const path of ['/rates/v1/rates-list?page=2', '/rates', '/rates?q=1', '/rates//x/../y%2Fz'])
      await ask(proxy, path);
    expect(rates.asked).toEqual(['/v1/rates-list?page=2', '/', '/?q=1', '//x/../y%2Fz']);
    for (const path of ['/orders/orders-list', '/orders/base/orders-list', '/orders', '/orders/eu/a'])
      await ask(proxy, path);
    expect(orders.asked).toEqual(['/base/orders-list', '/base/orders-list', '/base', '/orders/eu/a']);
  });

  it('answers 404 for any other path in the shape of the document, and names the routes', async () => {
    const { proxy, rates, orders } = await proxyToBoth(bothRoutes);
    const answer = await ask(proxy, '/ratesandmore');
    expect(answer.status).toBe(404);
    expect(answer.fields).toContain('proxy; no-route');
    expect(answer.body.toString()).toContain('No service is behind /ratesandmore');
    expect([...rates.asked, ...orders.asked]).toEqual([]);
  });

  it('leaves every other path to the target where there is one', async () => {
    const rest = await startService('from the rest');
    const { proxy, rates } = await proxyToBoth((rates) => ({
      url: rest.url,
      routes: [{ prefix: '/rates', url: rates }],
    }));
    await ask(proxy, '/rates/rates-list');
    expect((await ask(proxy, '/elsewhere')).body.toString()).toBe('from the rest');
    expect([rates.asked, rest.asked]).toEqual([['/rates-list'], ['/elsewhere']]);
  });

  it.each([
    [
      'no route leads to an operation',
      [{ prefix: '/rates', url: 'http://127.0.0.1:1' }],
      'No route leads to /orders/orders-list',
    ],
    [
      'two routes have one prefix',
      ['1', '2'].map((port) => ({ prefix: '/rates', url: `http://127.0.0.1:${port}` })),
      'Two routes have the prefix /rates',
    ],
  ])('is refused where %s', async (_, routes, sentence) => {
    await expect(proxyTo(undefined, { routes }, { spec })).rejects.toThrow(sentence);
  });
});

describe('the verdict about several services', () => {
  it('is one for each and one for all, which is the worst and names the service', async () => {
    const file = join(temporaryFolder(), 'traffic.har');
    const har = new HarLog(file);
    const { proxy, orders } = await proxyToBoth(bothRoutes, { ordersBody: '{"items":null}', har });
    for (const path of ['/rates/v1/rates-list', '/rates/rates-list', '/orders/orders-list', '/orders/other'])
      await ask(proxy, path);
    const { services, ...all } = await proxy.close();
    expect(services.map(({ prefix, summary }) => [prefix, summary.verdict, summary.cases])).toEqual([
      ['/orders', 'does not conform', 2],
      ['/rates', 'conforms', 2],
    ]);
    expect(services.map(({ coverage }) => coverage.operations.map(({ id, seen }) => [id, seen]))).toEqual([
      [['orders_list', true]],
      [['list', true]],
    ]);
    expect([all.summary.exitCode, all.summary.cases]).toEqual([1, 4]);
    const failure = failuresOf(all).find(({ operation }) => operation === 'orders_list');
    expect(failure).toMatchObject({ verdict: 'FAIL', case: 'request 3 to /orders' });
    expect(failure?.sent.url).toBe(`${orders.url}/orders-list`);
    const events: ConformanceEvent[] = [];
    const contract = await loadSpecs({ specs: spec });
    for await (const event of drift({ file, contract, rules: await loadRules() })) events.push(event);
    const rulesIn = (found: readonly ConformanceEvent[]) =>
      found.flatMap((event) => (event.type === 'failure' ? [event.failure.rule.id] : [])).sort();
    expect(rulesIn(events)).toEqual(rulesIn(all.events));
  });

  it('is "could not be judged" where one of them could not', async () => {
    const { proxy } = await proxyToBoth(bothRoutes);
    await ask(proxy, '/rates/v1/rates-list');
    const { services, summary } = await proxy.close();
    expect(services.map((one) => one.summary.exitCode)).toEqual([3, 0]);
    expect(summary.exitCode).toBe(3);
    expect(summary.couldNotJudge).toBe('/orders: There was no exchange with the service to judge.');
  });

  it('leaves out what a scenario or the mock answered', async () => {
    const { proxy, rates, orders } = await proxyToBoth((rates, orders) => ({
      ...bothRoutes(rates, orders),
      mockOn: ['unreachable'],
    }));
    expect((await ask(proxy, '/rates/rates-list', ['X-Mock-Scenario', 'status-500'])).status).toBe(500);
    await new Promise((resolve) => orders.server.close(resolve));
    const mocked = await ask(proxy, '/orders/orders-list');
    expect([mocked.status, JSON.parse(mocked.body.toString())]).toEqual([200, { items: expect.any(Array) }]);
    expect(rates.asked).toEqual([]);
    expect((await proxy.close()).summary.exitCode).toBe(3);
  });
});
