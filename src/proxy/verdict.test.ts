/** The verdict of a proxy rests on responses of the target that were judged whole. */
import { once } from 'node:events';
import { get, request, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SHIPMENT } from '../../kill-matrix/variations/requests.js';
import type { ConformanceEvent } from '../conformance/events.js';
import { loadRules } from '../conformance/rules/load-rules.js';
import type { CoverageReport } from '../journal/coverage/coverage-report.js';
import { drift } from '../recordings/drift.js';
import { loadShippingContract, shippingService } from '../shipping/shipping-service.js';
import { temporaryFolder } from '../testing/temporary-folder.js';
import { testCertificates } from '../testing/tls/test-certificates.js';
import type { GatewayOptions } from './gateway.js';
import { HarLog } from './recording/har-log.js';
import { startProxy } from './start-proxy.js';
import { exchange, proxyTo, startTarget, type RawRequest } from './testing/proxied.js';

const rules = await loadRules();
const key = ['Authorization', 'Bearer sk_live_verdict'];
const list: RawRequest = { path: '/categories', fields: key };
const rate = (changes: object = {}): RawRequest => {
  const body = Buffer.from(JSON.stringify({ ...SHIPMENT, ...changes }));
  const fields = [...key, 'Content-Type', 'application/json', 'Content-Length', String(body.length)];
  return { method: 'POST', path: '/get-shipping-rates', fields, body };
};

/** Answers with a list of no results. @param size of the message */
const serving =
  (status: number, size: number): RequestListener =>
  (request, response) => {
    request.resume();
    request.once('end', () => {
      const isError = status >= 400;
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(
        JSON.stringify({
          ...{ status: !isError, message: 'm'.repeat(size), data: [] },
          ...{ errors: isError ? ['weight is missing'] : [], response_code: String(status) },
        }),
      );
    });
  };

/** The verdict about these requests, sent one after another. */
async function verdictOf(url: string, sent: readonly RawRequest[], gateway: Partial<GatewayOptions> = {}) {
  const proxy = await proxyTo(url, gateway);
  for (const one of sent) await exchange(proxy.server.origin, one);
  const ask = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const headers = {
      Authorization: `Bearer ${proxy.server.controlToken}`,
      'Content-Type': 'application/json',
    };
    return (await fetch(`${proxy.server.origin}/__drydock/${path}`, { ...init, headers })).json();
  };
  await ask('report', { method: 'POST', body: '{"stop": false}' });
  const shown = (await ask('sandboxes/public/coverage')) as CoverageReport;
  const { summary, coverage } = await proxy.close();
  // The coverage that page and commands show is that of the verdict.
  expect(metIn(shown)).toEqual(metIn(coverage));
  return { summary, met: coverage.operations.filter(({ seen }) => seen).map(({ id }) => id) };
}

const metIn = ({ operations }: CoverageReport) =>
  operations.map(({ id, seen, statuses }) => ({ id, seen, statuses }));

/** Breaks the contract in ways of which a recording shows nothing, or less. */
const broken: RequestListener = (request, response) => {
  if (request.url === '/orders/reset') request.socket.resetAndDestroy();
  else if (request.url === '/orders/large') serving(404, 200_000)(request, response);
  else if (request.url === '/orders/short')
    response.writeHead(404, { 'Content-Length': '900' }).write('{}', () => request.socket.end());
  else serving(request.method === 'GET' ? 200 : 422, 10)(request, response);
};

describe('drift, on the HAR of a proxy', () => {
  it('finds what the proxy found, and meets what it met', async () => {
    const { url } = await startTarget(broken);
    const file = join(temporaryFolder(), 'traffic.har');
    const har = new HarLog(file);
    const proxy = await startProxy({
      server: { port: 0, service: shippingService({}), log: () => undefined },
      ...{ gateway: { url }, judging: { rules }, har },
    });
    const order = (id: string): RawRequest => ({ path: `/orders/${id}`, fields: key });
    const forced = { ...list, fields: [...key, 'X-Mock-Scenario', 'broken-null-list'] };
    const wrong = rate({ weight: undefined });
    for (const one of [list, forced, wrong, order('reset'), order('large'), order('short')])
      await exchange(proxy.server.origin, one).catch(() => undefined);
    const verdict = await proxy.close();
    const contract = await loadShippingContract();
    const events: ConformanceEvent[] = [];
    for await (const event of drift({ file, contract, rules })) events.push(event);
    expect(foundIn(events)).toEqual(foundIn(verdict.events));
    expect(foundIn(events)).toEqual(expect.arrayContaining(['http/answers', 'requests/missing-field']));
    expect(noticeOf(events)).toBe(noticeOf(verdict.events));
  });
});

const foundIn = (events: readonly ConformanceEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'failure' ? [event.failure.rule.id] : [])).sort();

/** The sentence on what was met. */
const noticeOf = (events: readonly ConformanceEvent[]): string | undefined =>
  events
    .flatMap((event) => (event.type === 'summary' ? event.notices : []))
    .find((notice) => notice.startsWith('Met '));

describe('the verdict of a proxy', () => {
  it('is "conforms" where a response of each operation that was called was judged whole', async () => {
    const { url } = await startTarget(serving(200, 10));
    const { summary, met } = await verdictOf(url, [list, rate()]);
    expect(summary).toMatchObject({ exitCode: 0, couldNotJudge: null });
    expect(met).toEqual(['listCategories', 'getShippingRates']);
  });

  it('is "could not be judged" in front of a target that is down, and no operation is met', async () => {
    const { url, server } = await startTarget(serving(200, 10));
    await new Promise((resolve) => server.close(resolve));
    const { summary, met } = await verdictOf(url, [list, list]);
    expect(summary).toMatchObject({ exitCode: 3, verdict: 'could not be judged' });
    expect(summary.couldNotJudge).toMatch(/^No response to listCategories was judged whole: \S/);
    expect(met).toEqual([]);
  });

  it('counts a response that its client did not wait for as not judged', async () => {
    const { url } = await startTarget((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).write('{');
    });
    const proxy = await proxyTo(url);
    const { origin, controlToken } = proxy.server;
    const sent = get(`${origin}/categories`, { headers: { Authorization: 'Bearer sk_live_verdict' } });
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await once(response, 'data');
    response.on('error', () => undefined);
    sent.destroy();
    const traffic = async (): Promise<unknown> => {
      const headers = { Authorization: `Bearer ${controlToken}` };
      const service = await fetch(`${origin}/__drydock/service`, { headers });
      return ((await service.json()) as { traffic: unknown }).traffic;
    };
    await expect.poll(traffic).toMatchObject({ exchanges: 1, notJudged: 1, brokenRules: [] });
    const { notJudged, summary } = await proxy.close();
    expect(notJudged).toBe(1);
    expect(summary.couldNotJudge).toMatch(/^No response to listCategories .* the client went away before/);
    expect(summary.notices).toContain(
      'Not judged in full: 1 exchange, because the client went away before the end of the response.',
    );
  });

  it('says nothing of a body that its client had not sent when the response came', async () => {
    const refused = JSON.stringify({
      ...{ status: false, message: 'Too large', data: [], errors: ['weight'], response_code: '400' },
    });
    const { url, server } = await startTarget(() => undefined);
    // Who expects 100 waits with the body, and doesn't send it after a refusal.
    server.on('checkContinue', (_, response: ServerResponse) => {
      response.writeHead(400, { 'Content-Type': 'application/json' }).end(refused);
    });
    const file = join(temporaryFolder(), 'traffic.har');
    const proxy = await proxyTo(url, {}, {}, { har: new HarLog(file) });
    const { port } = new URL(proxy.server.origin);
    const { fields = [] } = rate();
    const sent = request({
      port,
      method: 'POST',
      path: '/get-shipping-rates',
      headers: {
        ...Object.fromEntries(
          fields.flatMap((name, at) => (at % 2 === 0 ? [[name, fields[at + 1] ?? '']] : [])),
        ),
        Expect: '100-continue',
      },
    });
    sent.on('error', () => undefined).flushHeaders();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(400);
    response.resume();
    await once(response, 'end');
    sent.destroy();
    const { events, summary } = await proxy.close();
    expect([foundIn(events), summary.warnings]).toEqual([[], 0]);
    expect(summary.notices).toContain(
      'Not judged in full: 1 exchange, because the response came before the whole body of the request.',
    );
    const again: ConformanceEvent[] = [];
    for await (const event of drift({ file, contract: await loadShippingContract(), rules }))
      again.push(event);
    expect(again.at(-1)).toMatchObject({ type: 'summary', warnings: 0, failures: 0 });
  });

  it.each([
    ['a response', rate(), 5000, 4000],
    ['a request', rate({ reference: 'r'.repeat(5000) }), 10, 4000],
  ])('is "could not be judged" where %s was too large to be held', async (_, large, size, maxHeld) => {
    const { url } = await startTarget((request, response) => {
      serving(200, request.method === 'GET' ? 10 : size)(request, response);
    });
    const { summary, met } = await verdictOf(url, [list, large], { maxHeld });
    expect(summary).toMatchObject({
      exitCode: 3,
      couldNotJudge: expect.stringMatching(/^No response to getShippingRates was judged whole: /),
    });
    expect(met).toEqual(['listCategories']);
  });

  it('has a command that says why it lacks the body of a request', async () => {
    const { url } = await startTarget((request, response) => {
      request.resume().once('end', () => response.writeHead(500).end('down'));
    });
    const proxy = await proxyTo(url, { maxHeld: 1000 });
    await exchange(proxy.server.origin, rate({ reference: 'r'.repeat(2000) }));
    const { events } = await proxy.close();
    const [failure] = events.flatMap((event) => (event.type === 'failure' ? [event.failure] : []));
    expect(failure?.sent.curl.split('\n')).toEqual([
      '# This command has no body: its body is larger than 1000 bytes',
      expect.stringMatching(/^curl -i -X POST /),
    ]);
  });

  it('has a command that connects as the proxy does with a target whose certificate nobody trusts', async () => {
    const { cert, key: certKey } = (await testCertificates()).server;
    const target = createServer({ cert, key: certKey }, (asked, response) => {
      asked.resume().once('end', () => response.writeHead(500).end('down'));
    });
    target.listen(0, '127.0.0.1');
    await once(target, 'listening');
    const url = `https://localhost:${(target.address() as AddressInfo).port}`;
    const proxy = await proxyTo(url, { insecure: true });
    await exchange(proxy.server.origin, list);
    const { events } = await proxy.close();
    target.close();
    const [failure] = events.flatMap((event) => (event.type === 'failure' ? [event.failure] : []));
    expect(failure?.sent.curl).toMatch(`curl -i --insecure ${url}/categories `);
  });

  it('is "does not conform" for a target that rejects with 422 what the service rejects with 400', async () => {
    const { url } = await startTarget(serving(422, 10));
    const { summary } = await verdictOf(url, [rate({ weight: undefined })]);
    expect(summary).toMatchObject({ exitCode: 1, failures: 1 });
    const right = await startTarget(serving(400, 10));
    expect((await verdictOf(right.url, [rate({ weight: undefined })])).summary.exitCode).toBe(0);
  });
});
