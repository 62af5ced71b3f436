/**
 * The record of an exchange says what a client sees on its socket, and everything that reads the record says the same: behind
 * the mock itself and behind a proxy.
 */
import { describe, expect, it, vi } from 'vitest';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { httpRequest } from '../testing/http-request.js';
import { headersWith, startMock } from '../testing/mock-server.js';
import { rawExchange } from '../testing/raw-exchange.js';
import { shippedFaults } from '../testing/scenarios/shipped-faults.js';
import type { Ending } from '../journal/delivery.js';
import type { JournalEntry } from '../journal/journal-entry.js';
import type { DrydockServer } from '../server/create-server.js';
import { realTimers } from '../fetch/exchange/timers.js';
import { createFetchHandler } from '../fetch/index.js';
import { longestHoldMs } from '../scenarios/faults/fault-wire.js';
import type { AnsweredRequest } from '../server/access-log/access-log.js';
import { proxyTo, startTarget } from './testing/proxied.js';

const envelope = { status: true, message: '', data: [{ id: 1 }], errors: [], response_code: '200' };
const target = await startTarget((_request, response) => {
  const body = JSON.stringify(envelope);
  const fields = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
  response.writeHead(200, fields).end(body);
});
const servers: Record<string, DrydockServer> = {
  mock: await startMock(),
  proxy: (await proxyTo(target.url)).server,
};

/** The end of each scenario's response where the client waits for it, and hangs up once nothing more comes. */
const endings: Readonly<Record<string, Ending>> = {
  normal: 'complete',
  'connection-reset': 'reset',
  'connection-closed': 'closed',
  'never-answers': 'left',
  'headers-only': 'left',
  truncated: 'cut',
  drip: 'complete',
  garbage: 'closed',
  'malformed-json': 'complete',
  'wrong-length': 'complete',
};

/** The bytes of a request under a scenario. */
function getCategories({ url }: DrydockServer, sandbox: string, scenario: string): string {
  const fields = { ...headersWith(`dk_test_${sandbox}`), 'X-Mock-Sandbox': sandbox, Host: 'localhost' };
  const lines = Object.entries({ ...fields, 'X-Mock-Scenario': scenario });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `GET ${new URL(url).pathname}/categories HTTP/1.1\r\n${head}\r\n`;
}

/** Sends a request under a scenario as raw bytes, and hangs up once all has come that must come. */
async function rawVisit(server: DrydockServer, sandbox: string, scenario: string) {
  const isWhole = scenario === 'normal' || scenario === 'drip' || scenario === 'malformed-json';
  // However long the server takes to end the connection, the client waits for it.
  const isEndedByServer = ['cut', 'closed', 'reset'].includes(endings[scenario] ?? '');
  let isHeldBack = false;
  if (scenario === 'never-answers') void heldBack(server, sandbox).then(() => (isHeldBack = true));
  return rawExchange(server.port, getCategories(server, sandbox, scenario), 100, (received) => {
    if (isEndedByServer) return false;
    if (scenario === 'never-answers') return isHeldBack;
    if (scenario === 'wrong-length') return received.body.length > 0;
    const announced = /content-length: (\d+)/i.exec(received.head)?.[1];
    return isWhole
      ? received.body.length === Number(announced)
      : scenario !== 'headers-only' || announced !== undefined;
  });
}

/** Waits until the record says that a response is held back. */
async function heldBack(server: DrydockServer, sandbox: string): Promise<void> {
  await entryWhen(
    server,
    sandbox,
    ({ answeredBy, scenario }) => answeredBy !== undefined && scenario?.fault !== undefined,
  );
}

const journalOf = async (server: DrydockServer, sandbox: string): Promise<readonly JournalEntry[]> =>
  server.mock().state.journal.list(sandbox);

/** The first exchange of a sandbox, once it meets a condition. */
async function entryWhen(
  server: DrydockServer,
  sandbox: string,
  isMet: (entry: JournalEntry) => boolean,
): Promise<JournalEntry> {
  for (;;) {
    const entry = (await journalOf(server, sandbox))[0];
    if (entry && isMet(entry)) return entry;
    await setImmediate();
  }
}

const hasEnded = ({ delivery }: JournalEntry): boolean => delivery.ending !== undefined;

async function ask(server: DrydockServer, path: string, accept = 'application/json'): Promise<string> {
  const headers = { Authorization: `Bearer ${server.controlToken}`, Accept: accept };
  const { status, text } = await httpRequest(`${server.origin}/__drydock/${path}`, {
    method: 'GET',
    headers,
  });
  expect(status).toBe(200);
  return text;
}

const read = async <T>(server: DrydockServer, path: string, accept?: string): Promise<T> =>
  JSON.parse(await ask(server, path, accept)) as T;

/** The number of requests for the categories that the metrics have with a status. */
function countedIn(metrics: string, status: number): number {
  const line = `drydock_requests_total{operation="listCategories",status="${status}"} `;
  return Number(metrics.split(line)[1]?.split('\n', 1)[0] ?? 0);
}

interface Found {
  readonly matching: number;
  readonly requests: readonly { readonly ending: string | null; readonly durationMs: number }[];
}

interface Har {
  readonly log: {
    readonly entries: readonly {
      readonly time: number;
      readonly timings: { readonly wait: number; readonly receive: number };
      readonly response: { readonly status: number };
      readonly _drydock: { readonly delivery: unknown };
    }[];
  };
}

interface Coverage {
  readonly operations: readonly { readonly id: string; readonly statuses: Record<string, boolean> }[];
}

it('expects an ending of every shipped fault', () => {
  expect(Object.keys(endings).sort()).toEqual(['normal', ...Object.keys(shippedFaults)].sort());
});

describe.each(Object.keys(servers))('behind a %s', (name) => {
  const server = servers[name]!;

  it.each(Object.entries(endings))('%s is recorded as a client sees it', async (scenario, ending) => {
    const sandbox = `law-${scenario}`;
    const before = await ask(server, 'metrics', '*/*');
    const raw = await rawVisit(server, sandbox, scenario);
    const entry = await entryWhen(server, sandbox, hasEnded);
    const headBytes = raw.head === '' ? 0 : raw.head.length + 4;
    const sent = { headBytes, bodyBytes: raw.body.length, ending };
    expect(entry.delivery).toMatchObject(sent);
    expect(Buffer.from(entry.response.body.bytes)).toEqual(raw.body);
    expect(entry.response.body.size).toBe(raw.body.length);
    const { firstByteMs = 0, lastByteMs = 0 } = entry.delivery;
    const times = [0, firstByteMs, lastByteMs, entry.durationMs];
    expect([...times].sort((a, b) => a - b)).toEqual(times);
    expect(entry.request.bodyMs).toBeGreaterThanOrEqual(0);
    expect(entry.answeredBy).toBe(name === 'proxy' ? 'target' : 'operation');
    const { fault, changes = [] } = entry.scenario ?? {};
    const kinds = fault === undefined ? [] : [`fault ${fault}`];
    expect(changes.filter((change) => change.startsWith('fault'))).toEqual(kinds);

    const status = raw.head === '' ? 0 : 200;
    const { requests } = await read<Found>(server, `sandboxes/${sandbox}/requests?summary=true`);
    expect(requests).toMatchObject([{ ending, headBytes, responseSize: raw.body.length }]);
    const search = (query: string) =>
      read<Found>(server, `requests?search=${encodeURIComponent(`sandbox:${sandbox} ${query}`)}`);
    expect((await search('status:200')).matching).toBe(status === 200 ? 1 : 0);
    expect((await search(`ending:${ending}`)).matching).toBe(1);
    expect((await search('ending:pending')).matching).toBe(0);
    const after = await ask(server, 'metrics', '*/*');
    expect(countedIn(after, status)).toBe(countedIn(before, status) + 1);
    expect((await search(`took:>=${entry.durationMs.toFixed(3)}`)).matching).toBeLessThanOrEqual(1);
    const har = await read<Har>(server, `sandboxes/${sandbox}/requests`, 'application/har+json');
    const [archived] = har.log.entries;
    expect(archived).toMatchObject({ response: { status }, _drydock: { delivery: sent } });
    expect(archived?.timings.wait).toBeLessThanOrEqual(archived!.time);
    expect(archived!.time).toBeCloseTo(entry.durationMs, 2);
    const coverage = await read<Coverage>(server, `sandboxes/${sandbox}/coverage`);
    const covered = coverage.operations.find(({ id }) => id === 'listCategories');
    // A proxy covers what its target responded.
    expect(covered?.statuses['200']).toBe(name === 'proxy' || status === 200);
  });
});

describe.each(Object.keys(servers))('a request to a %s whose body is on its way', (name) => {
  const server = servers[name]!;
  const head = (sandbox: string) => {
    const fields = { ...headersWith(`dk_test_${sandbox}`), 'X-Mock-Sandbox': sandbox, Host: 'localhost' };
    const all = { ...fields, 'Content-Type': 'application/json', 'Content-Length': '4' };
    const lines = Object.entries(all).map(([field, value]) => `${field}: ${value}\r\n`);
    return `POST ${new URL(server.url).pathname}/get-shipping-rates HTTP/1.1\r\n${lines.join('')}\r\n{"`;
  };
  const begin = async (sandbox: string) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(head(sandbox)));
    socket.on('error', () => undefined);
    const pending = await entryWhen(server, sandbox, () => true);
    expect(pending).toMatchObject({ id: 1, operation: 'getShippingRates', delivery: { ending: undefined } });
    return { socket, pending };
  };

  it('has its number before a request that comes later', async () => {
    const sandbox = `slow-body-${name}`;
    const { socket, pending } = await begin(sandbox);
    expect(pending.response.status).toBe(0);
    const headers = { ...headersWith(`dk_test_${sandbox}`), 'X-Mock-Sandbox': sandbox };
    await (await fetch(`${server.url}/categories`, { headers })).text();
    socket.write('":');
    await entryWhen(server, sandbox, hasEnded);
    const entries = await journalOf(server, sandbox);
    expect(entries.map(({ id, operation }) => [id, operation])).toEqual([
      [1, 'getShippingRates'],
      [2, 'listCategories'],
    ]);
    expect(entries[0]!.response.status).toBe(name === 'mock' ? 400 : 200);
    expect(entries[0]!.delivery.ending).toBe('complete');
    socket.destroy();
  });

  it('ends with its client', async () => {
    const sandbox = `left-body-${name}`;
    const { socket } = await begin(sandbox);
    // With an orderly close it might still read, and would get 400 for its half of a body.
    socket.resetAndDestroy();
    const ended = await entryWhen(server, sandbox, hasEnded);
    expect(ended.response.status).toBe(0);
    expect(ended.delivery).toMatchObject({ firstByteMs: undefined, headBytes: 0, ending: 'left' });
    expect(await journalOf(server, sandbox)).toHaveLength(1);
  });

  it('ends with its refusal where the body breaks HTTP', async () => {
    const sandbox = `broken-body-${name}`;
    const chunked = head(sandbox).replace('Content-Length: 4', 'Transfer-Encoding: chunked').slice(0, -2);
    const raw = await rawExchange(server.port, `${chunked}zz\r\n`, 60_000);
    const ended = await entryWhen(server, sandbox, hasEnded);
    expect(ended.response.status).toBe(400);
    const sent = { headBytes: raw.head.length + 4, bodyBytes: raw.body.length, ending: 'complete' };
    expect(ended.delivery).toMatchObject(sent);
  });
});

describe('a pending exchange', () => {
  const server = servers.mock!;
  const visit = (sandbox: string, signal: AbortSignal): Promise<Response> =>
    fetch(`${server.url}/categories`, { headers: headersWith(`dk_test_${sandbox}`), signal });
  const define = (sandbox: string, definition: object) =>
    httpRequest(`${server.origin}/__drydock/sandboxes/${sandbox}/scenario`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${server.controlToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ definition }),
    });

  it('has the bytes that have left, and ends when its client leaves', async () => {
    await define('dripping', { fault: { kind: 'slow-drip', chunk: 64, interval: '60s' } });
    const leaving = new AbortController();
    const response = await visit('dripping', leaving.signal);
    const { value: first } = (await response.body!.getReader().read()) as { value: Uint8Array };
    const pending = await entryWhen(server, 'dripping', ({ delivery }) => delivery.bodyBytes > 0);
    expect(pending.delivery).toMatchObject({ bodyBytes: first.length, ending: undefined });
    expect(pending.response.body.size).toBe(64);
    const { requests } = await read<Found>(server, 'sandboxes/dripping/requests?summary=true');
    expect(requests).toMatchObject([{ ending: null, responseSize: 64 }]);
    expect(requests[0]!.durationMs).toBeGreaterThanOrEqual(Math.floor(pending.durationMs));
    leaving.abort();
    const ended = await entryWhen(server, 'dripping', hasEnded);
    expect(ended.delivery).toMatchObject({ bodyBytes: 64, ending: 'left' });
  });

  it('is numbered before one that comes later and is over sooner', async () => {
    await define('delayed', { delay: '60s' });
    const leaving = new AbortController();
    const late = visit('delayed', leaving.signal).catch(() => undefined);
    await entryWhen(server, 'delayed', () => true);
    await fetch(`${server.url}/orders/none`, {
      headers: { ...headersWith('dk_test_delayed'), 'X-Mock-Scenario': 'normal' },
    });
    const paths = (await journalOf(server, 'delayed')).map(({ request }) => request.path.split('/').at(-1));
    expect(paths).toEqual(['categories', 'none']);
    leaving.abort();
    await late;
    const ended = await entryWhen(server, 'delayed', hasEnded);
    expect(ended.delivery).toEqual({ firstByteMs: undefined, headBytes: 0, bodyBytes: 0, ending: 'left' });
  });
});

it('a target that never responds leaves its exchange pending, and numbered before later ones', async () => {
  const silent = await startTarget(({ url }, response) => {
    if (url?.endsWith('/categories') === false) response.end();
  });
  const { server } = await proxyTo(silent.url);
  const headers = { ...headersWith('dk_test_silent'), 'X-Mock-Sandbox': 'silent' };
  const leaving = new AbortController();
  const hanging = fetch(`${server.url}/categories`, { headers, signal: leaving.signal }).catch(
    () => undefined,
  );
  const pending = await entryWhen(server, 'silent', () => true);
  expect(pending).toMatchObject({ id: 1, operation: 'listCategories', answeredBy: undefined });
  expect(pending.delivery.ending).toBeUndefined();
  await fetch(`${server.url}/orders/none`, { headers });
  leaving.abort();
  await hanging;
  const ended = await entryWhen(server, 'silent', hasEnded);
  expect(ended.delivery).toMatchObject({ headBytes: 0, bodyBytes: 0, ending: 'left' });
});

describe('an exchange that a server ends', () => {
  it('has timed out where its client reads nothing', async () => {
    const server = await startMock({ limits: { writeTimeout: 400 } });
    const socket = connect(server.port, '127.0.0.1').pause();
    // More than the system holds for a client that reads nothing.
    socket.on('error', () => undefined);
    socket.write(getCategories(server, 'unread', 'normal').repeat(5000));
    for (;;) {
      const ends = (await journalOf(server, 'unread')).map(({ delivery }) => delivery.ending);
      if (ends.includes('timeout')) break;
      await setImmediate();
    }
    socket.destroy();
  });

  it('says so where the server stops', async () => {
    const lines: AnsweredRequest[] = [];
    const server = await startMock({ onRequest: (line) => lines.push(line) });
    const hanging = rawExchange(server.port, getCategories(server, 'stopped', 'never-answers'), 60_000);
    await entryWhen(server, 'stopped', () => true);
    await server.close();
    expect((await hanging).head).toBe('');
    expect(lines).toMatchObject([{ status: undefined, bytes: 0, aborted: true, ending: 'shutdown' }]);
  });

  it('was held where a scenario held it as long as any may', async () => {
    const server = servers.mock!;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    try {
      const hanging = rawExchange(server.port, getCategories(server, 'held', 'headers-only'), 60_000);
      await entryWhen(server, 'held', ({ delivery }) => delivery.headBytes > 0);
      vi.advanceTimersByTime(longestHoldMs);
      const ended = await entryWhen(server, 'held', hasEnded);
      const raw = await hanging;
      expect(ended.delivery).toMatchObject({ headBytes: raw.head.length + 4, bodyBytes: 0, ending: 'held' });
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('behind a fetch handler', () => {
  // A fetch handler sends only what fetch can give: bytes that are no HTTP never leave.
  it.each(Object.entries(endings))('%s is recorded as its caller sees it', async (scenario, ending) => {
    const leaving = new AbortController();
    const wait = (ms: number, signal: AbortSignal): Promise<void> => {
      if (ms < 10_000) return Promise.resolve();
      leaving.abort();
      return realTimers.wait(ms, signal);
    };
    const handler = createFetchHandler({ timers: { wait } });
    const headers = handler.sandbox('law').headers(scenario);
    const seen = await handler(`${handler.url}/categories`, { headers, signal: leaving.signal }).catch(
      () => undefined,
    );
    let bodyBytes = 0;
    try {
      for await (const part of seen?.body ?? []) bodyBytes += (part as Uint8Array).length;
    } catch {
      // A fault broke it off.
    }
    const [entry] = await handler.requests();
    expect(entry).toMatchObject({ delivery: { bodyBytes, ending }, answeredBy: 'operation' });
    expect(entry!.delivery.headBytes > 0).toBe(seen !== undefined);
    const { firstByteMs, lastByteMs } = entry!.delivery;
    const times = [0, entry!.request.bodyMs ?? 0, firstByteMs ?? 0, lastByteMs ?? 0, entry!.durationMs];
    if (firstByteMs !== null) expect([...times].sort((a, b) => a - b)).toEqual(times);
  });

  it('was held where a scenario held it as long as any may', async () => {
    const handler = createFetchHandler({ timers: { wait: () => Promise.resolve() } });
    const call = handler(`${handler.url}/categories`, {
      headers: handler.sandbox('held').headers('never-answers'),
    });
    await expect(call).rejects.toThrow('fetch failed');
    expect(await handler.requests()).toMatchObject([{ delivery: { ending: 'held', headBytes: 0 } }]);
  });

  it('numbers calls in the order of their arrival', async () => {
    const handler = createFetchHandler();
    const headers = handler.sandbox('order').headers();
    let give = (_: Uint8Array<ArrayBuffer>): void => undefined;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => {
        give = (bytes) => {
          controller.enqueue(bytes);
          controller.close();
        };
      },
    });
    const first = handler(
      new Request(`${handler.url}/get-shipping-rates`, { method: 'POST', headers, body, duplex: 'half' }),
    );
    await (await handler(`${handler.url}/categories`, { headers })).text();
    give(new TextEncoder().encode('{'));
    await first;
    const entries = await handler.requests();
    expect(entries.map(({ id, operation }) => [id, operation])).toEqual([
      [1, 'getShippingRates'],
      [2, 'listCategories'],
    ]);
  });
});
