import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { faultFrom, faultKinds, type Fault } from '../../../scenarios/faults/registry.js';
import { describeUnless, whyMissing } from '../../../testing/unless.js';
import { LiveDelivery } from '../../../journal/delivery.js';
import { sendFault } from './send-fault.js';

const body = Buffer.from(JSON.stringify({ status: true, message: 'ready', data: [1, 2, 3], errors: [] }));
const answer = {
  status: 200,
  headers: { 'Content-Type': 'application/json', 'content-length': 999, 'Transfer-Encoding': 'chunked' },
  body,
};

let server: Server;
let url: string;
let shutdown: AbortController;
let over: Promise<void>[];
let fault: Fault;
let reached: () => void;

beforeEach(async () => {
  shutdown = new AbortController();
  over = [];
  reached = () => undefined;
  server = createServer({ keepAliveTimeout: 60_000 }, (_request, response) => {
    over.push(sendFault(response, answer, fault, shutdown.signal, new LiveDelivery(() => 1)));
    reached();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

/** Every fault must be over. Only connections that fetch keeps are closed by force: it reconnects after a cancelled body. */
afterEach(async () => {
  shutdown.abort();
  await Promise.all(over);
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
});

/** Everything that a raw client reads until the connection ends, and how it ends. */
async function rawExchange(
  request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
): Promise<{ text: string; end: string }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  let end = 'FIN';
  socket.on('error', (error: NodeJS.ErrnoException) => (end = error.code ?? 'error'));
  socket.write(request);
  await new Promise((resolve) => socket.once('close', resolve));
  return { text: Buffer.concat(chunks).toString('latin1'), end };
}

async function fetchError(): Promise<string> {
  const error = await fetch(url).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  // By name: the test runs in a realm of its own, fetch in Node's.
  expect(error).toHaveProperty('name', 'TypeError');
  const { cause } = error as { cause: { code?: string; name: string } };
  // Newer versions of Node leave the parser's code out.
  return cause.code ?? (cause.name === 'HTTPParserError' ? 'HPE_INVALID_CONSTANT' : cause.name);
}

/** The report of node:http: the error's code, or the body. */
async function nodeOutcome(): Promise<{ body?: string; error?: string }> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false }, (response: IncomingMessage) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ body: text }));
      response.on('error', (error: NodeJS.ErrnoException) =>
        resolve({ body: text, error: error.code ?? '' }),
      );
    });
    request.on('error', (error: NodeJS.ErrnoException) => resolve({ error: error.code ?? '' }));
  });
}

const split = (text: string) => {
  const at = text.indexOf('\r\n\r\n');
  return { head: text.slice(0, at), rest: text.slice(at + 4) };
};

describe('a fault instead of a response', () => {
  it('resets the connection', async () => {
    fault = { kind: 'reset' };
    expect(await rawExchange()).toEqual({ text: '', end: 'ECONNRESET' });
    expect(await fetchError()).toBe('ECONNRESET');
    expect(await nodeOutcome()).toEqual({ error: 'ECONNRESET' });
  });

  it('closes the connection in order, even while a body is still arriving', async () => {
    fault = { kind: 'close' };
    expect(await rawExchange()).toEqual({ text: '', end: 'FIN' });
    const post = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 8000000\r\n\r\n${'x'.repeat(8_000_000)}`;
    expect(await rawExchange(post)).toEqual({ text: '', end: 'FIN' });
    expect(await fetchError()).toBe('UND_ERR_SOCKET');
    expect(await nodeOutcome()).toEqual({ error: 'ECONNRESET' });
  });

  it('sends bytes that are not HTTP', async () => {
    fault = { kind: 'garbage' };
    const { text, end } = await rawExchange();
    expect(text).toHaveLength(64);
    expect(text).not.toContain('HTTP/');
    expect(end).toBe('FIN');
    expect(await fetchError()).toBe('HPE_INVALID_CONSTANT');
    expect(await nodeOutcome()).toEqual({ error: 'HPE_INVALID_CONSTANT' });
  });
});

describe('a fault that holds the connection', () => {
  it.each([{ kind: 'never-answer' }, { kind: 'headers-then-nothing' }] as const)(
    '$kind ends when the client goes away',
    async (held) => {
      fault = held;
      const arrived = new Promise<void>((resolve) => (reached = resolve));
      const controller = new AbortController();
      const pending = fetch(url, { signal: controller.signal }).then((response) => response.text());
      const failed = expect(pending).rejects.toThrow(/abort/);
      await arrived;
      controller.abort();
      await failed;
      await Promise.all(over);
    },
  );

  it('never-answer ends when the server stops', async () => {
    fault = { kind: 'never-answer' };
    reached = () => shutdown.abort();
    expect(await rawExchange()).toEqual({ text: '', end: 'FIN' });
  });

  it('headers-then-nothing sends the whole head', async () => {
    fault = { kind: 'headers-then-nothing' };
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe(String(body.length));
    expect(response.headers.get('transfer-encoding')).toBeNull();
    const failed = expect(response.json()).rejects.toThrow('terminated');
    shutdown.abort();
    await failed;
  });
});

describe('a fault of the body', () => {
  it('truncates the body below the announced length', async () => {
    fault = { kind: 'truncated-body', keep: 0.5 };
    const { text, end } = await rawExchange();
    const { head, rest } = split(text);
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 200 OK\\r\\n[^]*Content-Length: ${body.length}\\r\\n`));
    expect(rest).toBe(body.subarray(0, Math.floor(body.length / 2)).toString());
    expect(end).toBe('FIN');
    const response = await fetch(url);
    await expect(response.json()).rejects.toThrow('terminated');
    expect(await nodeOutcome()).toEqual({ body: rest, error: 'ECONNRESET' });
  });

  it('truncates the body to nothing', async () => {
    fault = { kind: 'truncated-body', keep: 0 };
    expect(split((await rawExchange()).text)).toEqual({
      head: expect.stringContaining(`Content-Length: ${body.length}`),
      rest: '',
    });
  });

  it('drips the body byte by byte and keeps the connection', async () => {
    fault = { kind: 'slow-drip', chunk: 10, interval: '5ms' };
    const chunks: number[] = [];
    const response = await fetch(url);
    for await (const chunk of response.body ?? []) chunks.push((chunk as Uint8Array).length);
    expect(chunks.reduce((sum, length) => sum + length, 0)).toBe(body.length);
    expect(chunks.length).toBeGreaterThan(1);
    expect(await nodeOutcome()).toEqual({ body: body.toString() });
  });

  it('stops dripping when the client goes away', async () => {
    fault = { kind: 'slow-drip', chunk: 1, interval: '60s' };
    const response = await fetch(url);
    const reader = response.body?.getReader();
    expect((await reader?.read())?.value).toHaveLength(1);
    await reader?.cancel();
    await Promise.all(over);
  });

  it('stops dripping when the server shuts down', async () => {
    fault = { kind: 'slow-drip', chunk: 1, interval: '60s' };
    reached = () => shutdown.abort();
    expect(split((await rawExchange()).text).rest).toBe(body.subarray(0, 1).toString());
  });

  it('drops the last brace and announces the shorter length', async () => {
    fault = { kind: 'malformed-json' };
    const response = await fetch(url);
    expect(response.headers.get('content-length')).toBe(String(body.length - 1));
    const text = await response.text();
    expect(text).toBe(body.subarray(0, -1).toString());
    expect(() => void JSON.parse(text)).toThrow(SyntaxError);
    expect(await nodeOutcome()).toEqual({ body: text });
  });

  it('announces fewer bytes than it sends', async () => {
    fault = { kind: 'wrong-content-length', by: -10 };
    const { text, end } = await rawExchange();
    expect(split(text).head).toContain(`Content-Length: ${body.length - 10}`);
    expect(split(text).rest).toBe(body.toString());
    expect(end).toBe('FIN');
    const response = await fetch(url);
    await expect(response.json()).rejects.toHaveProperty('name', 'SyntaxError');
  });

  it('announces more bytes than it sends', async () => {
    fault = { kind: 'wrong-content-length', by: 10 };
    const response = await fetch(url);
    expect(response.headers.get('content-length')).toBe(String(body.length + 10));
    await expect(response.text()).rejects.toThrow('terminated');
    expect(await nodeOutcome()).toEqual({ body: body.toString(), error: 'ECONNRESET' });
  });
});

it('a fault of the body leaves the response to HEAD empty and complete', async () => {
  fault = { kind: 'slow-drip', chunk: 1, interval: '1ms' };
  const response = await fetch(url, { method: 'HEAD' });
  expect(response.status).toBe(200);
  expect(await response.text()).toBe('');
});

describeUnless(whyMissing('curl'), 'what curl makes of it', () => {
  it.each<[number, Fault]>([
    [56, { kind: 'reset' }],
    [52, { kind: 'close' }],
    [18, { kind: 'truncated-body', keep: 0.5 }],
    [1, { kind: 'garbage' }],
    [0, { kind: 'slow-drip', chunk: 20, interval: '1ms' }],
    [0, { kind: 'malformed-json' }],
    [0, { kind: 'wrong-content-length', by: -10 }],
    [18, { kind: 'wrong-content-length', by: 10 }],
  ])('exit %i for %j', async (code, given) => {
    fault = given;
    const exit = await new Promise((resolve) => {
      execFile('curl', ['--silent', '--noproxy', '*', url], (error) => resolve(error?.code ?? 0));
    });
    expect(exit).toBe(code);
  });

  it.each([{ kind: 'never-answer' }, { kind: 'headers-then-nothing' }] as const)(
    '$kind: it waits until the server closes',
    async (held) => {
      fault = held;
      const arrived = new Promise<void>((resolve) => (reached = resolve));
      const exit = new Promise((resolve) => {
        execFile('curl', ['--silent', '--noproxy', '*', url], (error) => resolve(error?.code ?? 0));
      });
      await arrived;
      shutdown.abort();
      expect(await exit).toBe(held.kind === 'never-answer' ? 52 : 18);
    },
  );
});

describe('a server that shuts down', () => {
  it.each(faultKinds.map(({ kind }) => kind))('ends %s at once', async (kind) => {
    fault = faultFrom(kind);
    reached = () => shutdown.abort();
    await rawExchange('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await Promise.all(over);
  });
});

it('sendFault ends the connection for a fault that does not', async () => {
  fault = { kind: 'unknown' as 'reset' };
  expect(await rawExchange()).toEqual({ text: '', end: 'FIN' });
});

describe('a server that has shut down', () => {
  it('does not begin to hold a connection', async () => {
    fault = { kind: 'never-answer' };
    shutdown.abort();
    expect(await rawExchange()).toEqual({ text: '', end: 'FIN' });
  });
});
