/** Every shipped scenario that breaks the connection: the raw bytes, and what fetch, axios and curl make of it. */
import { beforeAll, describe, expect, it } from 'vitest';
import axios from 'axios';
import { execFile } from 'node:child_process';
import { headersWith, startMock } from '../../testing/mock-server.js';
import { rawExchange } from '../../testing/raw-exchange.js';
import { itUnless, whyMissing } from '../../testing/unless.js';
import { bytesOf, shippedFaults, type SeenFault } from '../../testing/scenarios/shipped-faults.js';
import { validRequests, visit, type ValidRequest } from '../../testing/scenarios/valid-requests.js';

const sandbox = 'faults';
const server = await startMock();
const requests = await validRequests(server, sandbox);
const order = requests.getOrder;
const orderUrl = server.url + order.path;
const real = Buffer.from((await visit(server, order, sandbox)).text);

const forced = (name: string) => ({ ...headersWith(`dk_test_${sandbox}`), 'X-Mock-Scenario': name });

/** @param expected a timeout fires when the stage begins that it says */
async function fetchOutcome(url: string, init: RequestInit, expected: string): Promise<string> {
  let stage = 'fetch';
  const patience = new AbortController();
  const timeOut = () => patience.abort(new DOMException('Too late.', 'TimeoutError'));
  try {
    if (expected === 'fetch: TimeoutError') setTimeout(timeOut, 150);
    const response = await fetch(url, { ...init, signal: patience.signal });
    stage = 'body';
    const body = response.json();
    if (expected === 'body: TimeoutError') timeOut();
    await body;
    return 'JSON';
  } catch (error) {
    const { name, cause } = error as { name: string; cause?: { code?: string; name: string } };
    // Newer versions of Node leave the parser's code out.
    const parserCode = cause?.name === 'HTTPParserError' ? 'HPE_INVALID_CONSTANT' : undefined;
    return `${stage}: ${cause?.code ?? parserCode ?? name}`;
  }
}

async function axiosOutcome(name: string, timeout: number): Promise<string> {
  try {
    const { data } = await axios.get<unknown>(orderUrl, { headers: forced(name), timeout, proxy: false });
    return typeof data;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return `${code ?? ''}: ${message}`;
  }
}

function curlExit(name: string, timeoutMs: number): Promise<number> {
  const headers = Object.entries(forced(name)).flatMap((pair) => ['--header', pair.join(': ')]);
  const always = ['--silent', '--noproxy', '*', '--max-time', String(timeoutMs / 1000)];
  return new Promise((resolve) => {
    execFile('curl', [...always, ...headers, orderUrl], (error) => resolve(Number(error?.code ?? 0)));
  });
}

const whyNoCurl = whyMissing('curl');

/** Shows a scenario to every client; they send their requests at the same time, since most of them wait. */
async function observe(name: string, seen: SeenFault) {
  const lines = Object.entries(forced(name)).map((pair) => pair.join(': '));
  const raw = [`GET ${new URL(orderUrl).pathname} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join(
    '\r\n',
  );
  const { timeoutMs = 60_000 } = seen;
  const ofOperation = async ([id, { method, path, body }]: [string, ValidRequest]) => {
    const init = { method, headers: forced(name), ...(body === undefined ? {} : { body }) };
    return [id, await fetchOutcome(server.url + path, init, seen.fetchHurried ?? seen.fetch)] as const;
  };
  const [wire, fetched, axiosError, curl, operations] = await Promise.all([
    rawExchange(
      server.port,
      raw,
      seen.end === 'open' ? 300 : 60_000,
      ({ head, body }) =>
        !seen.head || (head !== '' && body.length >= (bytesOf(seen.body, real)?.length ?? 0)),
    ),
    fetchOutcome(orderUrl, { headers: forced(name) }, seen.fetch),
    axiosOutcome(name, timeoutMs),
    whyNoCurl === undefined ? curlExit(name, timeoutMs) : undefined,
    Promise.all(Object.entries(requests).map(ofOperation)),
  ]);
  return { wire, fetched, axiosError, curl, operations: Object.fromEntries(operations) };
}

describe.each(Object.entries(shippedFaults))('%s', (name, seen) => {
  let observed: Awaited<ReturnType<typeof observe>>;
  beforeAll(async () => {
    observed = await observe(name, seen);
  });

  it('puts the expected bytes on the wire', () => {
    const { head, body, end } = observed.wire;
    expect(end).toBe(seen.end);
    const expected = bytesOf(seen.body, real);
    if (expected) expect(body.toString()).toBe(expected.toString());
    else expect([body.length, body.includes('HTTP')]).toEqual([64, false]);
    if (!seen.head) {
      expect(head).toBe('');
      return;
    }
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(head).toContain(`Content-Length: ${real.length + (seen.announces ?? 0)}`);
    expect(head).toContain(`X-Mock-Scenario: ${name}\r\nX-Mock-Scenario-Channel: header`);
    expect(head).toContain('Access-Control-Allow-Origin: *');
  });

  it('fails fetch as documented', () => {
    expect(observed.fetched).toBe(seen.fetch);
  });

  it('fails axios as documented', () => {
    expect(observed.axiosError).toMatch(seen.axios);
  });

  itUnless(whyNoCurl, 'fails curl as documented', () => {
    expect(observed.curl).toBe(seen.curl);
  });

  it.each(Object.keys(requests))('breaks responses of %s', (id) => {
    expect(observed.operations[id]).toBe(seen.fetchHurried ?? seen.fetch);
  });

  it('leaves the next request alone', async () => {
    expect((await visit(server, order, sandbox)).status).toBe(200);
  });
});

it('drip sends the body in chunks of 64 bytes, one every 100 ms', async () => {
  const begun = performance.now();
  const response = await fetch(orderUrl, { headers: forced('drip') });
  await response.text();
  const least = (Math.ceil(real.length / 64) - 1) * 100;
  expect(performance.now() - begun).toBeGreaterThanOrEqual(least * 0.95);
});
