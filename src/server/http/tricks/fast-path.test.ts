/**
 * The fast path (Express's prototypes as classes of Node's server, bodies past the streams, answers as one text, texts that
 * handlers write themselves, memories of the last Host and the last status) answers what the plain path does: the same app
 * on an ordinary server. One seed, so that the thousands of requests are the same everywhere.
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { fc } from '../../../testing/properties/fast-check.js';
import { shippingScenarios } from '../../../shipping/shipping-service.js';
import { any } from '../../../shipping/rates/testing/shipments.js';
import { startMock } from '../../../testing/mock-server.js';
import { createApp } from '../../../index.js';
import type { ServerOptions } from '../../options.js';

/** The shipped scenarios, and one whose status allows no body although the scenario has one. */
const scenarios = mkdtempSync(join(tmpdir(), 'drydock-fast-path-'));
cpSync(shippingScenarios, scenarios, { recursive: true });
writeFileSync(
  join(scenarios, 'bodyless-304.yaml'),
  'title: Not modified, with a body\nadvice: None.\nbreaksContract: true\nanswer: { status: 304, contentType: text/plain, text: no }\n',
);

const options: ServerOptions = {
  scenarios,
  clock: '2026-01-01T00:00:00Z',
  quota: { limit: 1_000_000, windowSeconds: 3600 },
  seed: 7,
};
const fast = await startMock(options);
const plainApp = await createApp(options);
const plain = await listening(createHttpServer(plainApp.app));
afterAll(async () => {
  plain.server.closeAllConnections();
  plain.server.close();
  await plainApp.close();
  rmSync(scenarios, { recursive: true });
});

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** True if the body comes in two chunks, its length untold. */
  readonly chunked: boolean;
}

const shipments = any.map((shipment) => JSON.stringify(shipment));
const spoiled = fc
  .tuple(
    any,
    fc.constantFrom('weight', 'sender', 'box_dimension', 'delivery_type'),
    fc.oneof(fc.jsonValue(), fc.constant('Größe 😀')),
  )
  .map(([shipment, name, value]) => JSON.stringify({ ...shipment, [name]: value }));
const cut = fc.tuple(shipments, fc.nat(400)).map(([text, at]) => text.slice(0, at));
const rated = fc.oneof(
  { weight: 6, arbitrary: shipments },
  { weight: 2, arbitrary: spoiled },
  { weight: 1, arbitrary: cut },
);
const target = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant('POST'), fc.constant('/get-shipping-rates'), rated) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom('GET', 'HEAD'), fc.constant('/categories'), fc.constant(undefined)),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constantFrom('GET', 'PUT', 'OPTIONS', 'POST'),
      fc.constantFrom('/categories?a=1', '/orders/T1', '/create-order', '/nowhere', '/get-shipping-rates/'),
      fc.constant(undefined),
    ),
  },
);
const header = fc.record(
  {
    Authorization: fc.oneof(
      { weight: 8, arbitrary: fc.constant('Bearer dk_test_same') },
      { weight: 1, arbitrary: fc.constantFrom('Bearer dk_limited_same', 'Bearer nobody', 'Basic eA==') },
    ),
    'X-Mock-Scenario': fc.constantFrom(
      ...['status-500', 'rate-limited', 'normal', 'no-such-scenario', 'flaky'],
      ...['broken-html-error', 'broken-empty-body', 'bodyless-304', 'broken-null-data'],
    ),
    'Content-Type': fc.constantFrom('application/json', 'application/json; charset=utf-8', 'text/plain'),
    Host: fc.constantFrom('mock.test', 'mock.test:81', '[::1]:80'),
  },
  { requiredKeys: ['Authorization'] },
);
const parts = fc.tuple(target, header, fc.nat(9), fc.boolean());
const exchange = parts.map(([[method, path, body], headers, dice, chunked]): Sent => {
  const { 'X-Mock-Scenario': scenario, ...others } = headers;
  const told = { Host: 'mock.test', 'Content-Type': 'application/json', ...others };
  return {
    ...{ method, path: `/api/v1/developer${path}`, body, chunked },
    // Most answers are the real ones.
    headers: scenario !== undefined && dice < 2 ? { ...told, 'X-Mock-Scenario': scenario } : told,
  };
});

it('three thousand requests get the same bytes from both', async () => {
  const statuses = new Map<number, number>();
  const check = async (sent: Sent): Promise<void> => {
    const [ours, theirs] = await Promise.all([answerOf(fast.port, sent), answerOf(plain.port, sent)]);
    // Thousands of expectations would take longer than the requests.
    if (!isDeepStrictEqual(ours, theirs)) expect(ours).toEqual(theirs);
    const canonical = ours.isJson && ours.body !== '' ? JSON.stringify(JSON.parse(ours.body)) : ours.body;
    if (ours.body !== canonical) expect(ours.body).toBe(canonical);
    statuses.set(ours.status, (statuses.get(ours.status) ?? 0) + 1);
  };
  await fc.assert(fc.asyncProperty(exchange, check), { seed: 20_261_121, numRuns: 3000 });
  expect(statuses.get(200)).toBeGreaterThan(1000);
  expect([...statuses.keys()].sort()).toEqual(
    expect.arrayContaining([200, 304, 400, 401, 403, 404, 405, 429, 500]),
  );
});

interface Got {
  readonly status: number;
  readonly headers: readonly string[];
  readonly isJson: boolean;
  readonly body: string;
}

function answerOf(port: number, { method, path, headers, body, chunked }: Sent): Promise<Got> {
  return new Promise((resolve, reject) => {
    const length = body === undefined || chunked ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const ask = send(
      { host: '127.0.0.1', port, method, path, headers: { ...headers, ...length } },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        answer.on('end', () => {
          const isJson = (answer.headers['content-type'] ?? '').includes('json');
          resolve({
            status: answer.statusCode ?? 0,
            headers: sameHeaders(answer.rawHeaders),
            isJson,
            body: text,
          });
        });
        answer.on('error', reject);
      },
    );
    ask.on('error', reject);
    if (body === undefined || !chunked) {
      ask.end(body);
      return;
    }
    const half = Math.floor(body.length / 2);
    ask.write(body.slice(0, half));
    setImmediate(() => ask.end(body.slice(half)));
  });
}

/** Without what differs from one moment, or one server, to the next. */
function sameHeaders(raw: readonly string[]): string[] {
  const pairs: string[] = [];
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] ?? '';
    if (!/^(Date|Keep-Alive)$/i.test(name))
      pairs.push(`${name}: ${(raw[index + 1] ?? '').replace(/;t=\d+/, '')}`);
  }
  return pairs;
}

async function listening(server: Server): Promise<{ readonly server: Server; readonly port: number }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}
