/** Connections that become WebSocket, or another protocol's, on their way through the proxy. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { JournalEntry } from '../journal/journal-entry.js';
import type { DrydockServer } from '../server/create-server.js';
import { proxyTo } from './testing/proxied.js';

const sockets = new Set<Socket>();
/** Headers of the last WebSocket request, as the target got them. */
let seen: Readonly<Record<string, unknown>> = {};
const chat = new WebSocketServer({ noServer: true, perMessageDeflate: true });
chat.on('connection', (socket) => {
  socket.on('message', (data: Buffer, isBinary) => {
    if (data.toString() === 'hang up') socket.terminate();
    else if (data.toString() === 'close') socket.close(4321, 'as asked');
    else socket.send(data, { binary: isBinary });
  });
});
const target = createServer((request, response) => {
  request.resume();
  const envelope = { status: true, message: '', data: [], errors: [], response_code: '200' };
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(envelope));
});
target.on('upgrade', (request, socket, head) => {
  sockets.add(socket as Socket);
  seen = request.headers;
  if (request.headers.upgrade === 'shout') {
    socket.write('HTTP/1.1 101 Louder\r\nConnection: Upgrade\r\nUpgrade: shout\r\nX-Said: yes\r\n\r\nREADY');
    socket.on('data', (bytes: Buffer) => socket.write(bytes.toString().toUpperCase()));
    socket.on('end', () => socket.end('BYE'));
  } else if (request.url?.startsWith('/refused')) {
    socket.end('HTTP/1.1 403 No\r\nContent-Length: 4\r\nX-Why: key\r\nConnection: close\r\n\r\nnope');
  } else chat.handleUpgrade(request, socket, head, (socket) => chat.emit('connection', socket, request));
});
await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
const targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
const { server } = await proxyTo(targetUrl);
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => target.close(resolve));
});

const addressOf = ({ port }: DrydockServer, path: string): string => `ws://127.0.0.1:${port}${path}`;

async function opened(path: string, headers: Record<string, string> = {}, to = server): Promise<WebSocket> {
  const socket = new WebSocket(addressOf(to, path), { headers, origin: to.origin });
  await once(socket, 'open');
  return socket;
}

/** The next message, as text. */
const nextText = async (socket: WebSocket): Promise<string> =>
  ((await once(socket, 'message')) as [Buffer])[0].toString();

/** The first exchange of a sandbox, once it meets a condition. */
async function entryWhen(sandbox: string, isMet: (entry: JournalEntry) => boolean): Promise<JournalEntry> {
  for (;;) {
    const [entry] = await server.mock().state.journal.list(sandbox);
    if (entry && isMet(entry)) return entry;
    await setImmediate();
  }
}

const ended = ({ delivery }: JournalEntry): boolean => delivery.ending !== undefined;

describe('a WebSocket behind the proxy', () => {
  it('gets every message both ways, with the address of the target in Host and Origin', async () => {
    const socket = await opened('/chat?room=1', { 'X-Mock-Sandbox': 'talk' });
    expect(seen).toMatchObject({ host: new URL(targetUrl).host, origin: targetUrl });
    expect(seen).not.toHaveProperty('x-mock-sandbox');
    const large = 'x'.repeat(3_000_000);
    for (const text of ['one', large]) {
      socket.send(text);
      expect(await nextText(socket)).toBe(text);
    }
    const open = await entryWhen('talk', ({ response }) => response.status === 101);
    expect(open).toMatchObject({ answeredBy: 'target', delivery: { ending: undefined } });
    expect(open.webSocket).toMatchObject({ fromClient: { messages: 2 }, fromTarget: { messages: 2 } });
    socket.close(1000, 'done');
    await once(socket, 'close');
    const { delivery, webSocket, response, notJudged } = await entryWhen('talk', ended);
    expect(delivery).toMatchObject({ ending: 'complete', headBytes: expect.any(Number) });
    expect(webSocket).toMatchObject({ fromClient: { closeCode: 1000 }, fromTarget: { closeCode: 1000 } });
    expect(response.status).toBe(101);
    expect(notJudged).toBe('its connection was handed over to another protocol');
  });

  it('is in the control API with the counts of its frames', async () => {
    const socket = await opened('/chat', { 'X-Mock-Sandbox': 'counted' });
    socket.send('close');
    const [code] = (await once(socket, 'close')) as [number];
    await entryWhen('counted', ended);
    const response = await fetch(`${server.origin}/__drydock/sandboxes/counted/requests`, {
      headers: { Authorization: `Bearer ${server.controlToken}` },
    });
    const counts = { frames: 2, messages: 1, firstMs: expect.any(Number), lastMs: expect.any(Number) };
    expect([code, await response.json()]).toMatchObject([
      4321,
      { requests: [{ webSocket: { fromClient: { ...counts, closeCode: 4321 } } }] },
    ]);
  });

  it('is kept message by message with keepMessages, without secrets, and in the HAR', async () => {
    const reading = (await proxyTo(targetUrl, { keepMessages: true })).server;
    const socket = await opened('/chat', { 'X-Mock-Sandbox': 'kept' }, reading);
    expect(seen).not.toHaveProperty('sec-websocket-extensions');
    const secret = 'sk_live_4f7b2c9d81e6a305';
    for (const [message, isBinary] of [
      ['hello ü', false],
      [`{"api_key":"${secret}"}`, false],
      [Buffer.from([0, 1, 254]), true],
      ['y'.repeat(20_000), false],
    ] as const) {
      socket.send(message, { binary: isBinary });
      await once(socket, 'message');
    }
    const headers = { Authorization: `Bearer ${reading.controlToken}` };
    const path = `${reading.origin}/__drydock/sandboxes/kept/requests`;
    const read = async (accept: string): Promise<string> =>
      (await fetch(path, { headers: { ...headers, Accept: accept } })).text();
    const { requests } = JSON.parse(await read('application/json')) as {
      requests: { webSocket: { messages: object[] } }[];
    };
    const sent = requests[0]?.webSocket.messages.filter((_, index) => index % 2 === 0);
    expect(sent).toMatchObject([
      { from: 'client', size: 8, truncated: false, text: 'hello ü' },
      { from: 'client', text: expect.stringMatching(/^\{"api_key":"\*+"\}$/) },
      { from: 'client', size: 3, base64: 'AAH+' },
      { from: 'client', size: 20_000, truncated: true, text: 'y'.repeat(16_384) },
    ]);
    const har = await read('application/vnd.drydock.har+json, application/har+json');
    expect(har).toContain('"_webSocketMessages":[{"type":"send"');
    expect(har).not.toContain(secret);
    for (let count = 0; count < 10; count += 1) {
      socket.send('z'.repeat(16_000));
      await once(socket, 'message');
    }
    socket.close();
    await once(socket, 'close');
    const [entry] = await reading.mock().state.journal.list('kept');
    expect(entry?.webSocket).toMatchObject({ fromClient: { messages: 14 }, dropped: 24 });
  });

  it('breaks off where the target does', async () => {
    const socket = await opened('/chat', { 'X-Mock-Sandbox': 'broken' });
    socket.send('hang up');
    expect((await once(socket, 'close'))[0]).toBe(1006);
    expect((await entryWhen('broken', ended)).webSocket?.fromTarget.closeCode).toBeUndefined();
  });

  it('breaks off where the client does, and the target learns of it', async () => {
    const socket = await opened('/chat', { 'X-Mock-Sandbox': 'left' });
    const [behind] = [...chat.clients];
    socket.terminate();
    if (behind) await once(behind, 'close');
    await entryWhen('left', ended);
  });

  it('gets the refusal of the target as it is', async () => {
    const socket = new WebSocket(addressOf(server, '/refused'), { headers: { 'X-Mock-Sandbox': 'refused' } });
    const [, response] = (await once(socket, 'unexpected-response')) as [
      unknown,
      { statusCode: number; headers: object },
    ];
    expect(response).toMatchObject({ statusCode: 403, headers: { 'x-why': 'key' } });
    socket.on('error', () => undefined).terminate();
    expect(await entryWhen('refused', ended)).toMatchObject({ response: { status: 403 } });
  });

  it('ends with the proxy, whose verdict still comes', async () => {
    const proxy = await proxyTo(targetUrl);
    const socket = await opened('/chat', {}, proxy.server);
    const closed = once(socket, 'close');
    const verdict = await proxy.close();
    expect((await closed)[0]).toBe(1006);
    expect(verdict.summary).toMatchObject({ exitCode: 3 });
  });
});

describe('a scenario on a connection that becomes WebSocket', () => {
  const documented = async (scenario: string): Promise<Error | string> => {
    const path = `${new URL(server.url).pathname}/categories`;
    const headers = { 'X-Mock-Sandbox': scenario, 'X-Mock-Scenario': scenario };
    const socket = new WebSocket(addressOf(server, path), { headers });
    return new Promise((resolve) => {
      socket.once('error', resolve);
      socket.once('open', () => {
        socket.send('one');
        socket.once('close', (code) => resolve(`closed with ${code}`));
      });
    });
  };

  it.each([
    ['server-error', 'Unexpected server response: 500', 'complete'],
    ['connection-reset', 'read ECONNRESET', 'reset'],
    ['connection-closed', 'socket hang up', 'closed'],
    ['malformed-json', 'Unexpected server response: 502', 'complete'],
  ])('%s: %s', async (scenario, message, ending) => {
    expect(await documented(scenario)).toMatchObject({ message });
    expect(await entryWhen(scenario, ended)).toMatchObject({ delivery: { ending } });
  });

  it('cuts it in the first message of the target', async () => {
    expect(await documented('truncated')).toBe('closed with 1006');
    const { delivery, response } = await entryWhen('truncated', ended);
    expect([delivery.ending, response.status]).toEqual(['cut', 101]);
  });

  it('stalls it: nothing comes from the target, until the client leaves', async () => {
    const path = `${new URL(server.url).pathname}/categories`;
    const headers = { 'X-Mock-Sandbox': 'stalled', 'X-Mock-Scenario': 'headers-only' };
    const socket = await opened(path, headers);
    const messages: unknown[] = [];
    socket.on('message', (data) => messages.push(data));
    const [behind] = [...chat.clients].slice(-1);
    if (!behind) throw new Error('The target has no client.');
    const arrived = once(behind, 'message');
    socket.send('one');
    await arrived;
    socket.terminate();
    const { delivery } = await entryWhen('stalled', ended);
    expect([delivery.bodyBytes, messages]).toEqual([0, []]);
  });
});

describe('another protocol', () => {
  /** Everything that came for these bytes. */
  async function raw(bytes: string, answers: readonly (readonly [seen: string, then: string | null])[]) {
    const socket = connect(server.port, '127.0.0.1');
    let text = '';
    const steps = [...answers];
    socket.write(bytes);
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      text += chunk.toString('latin1');
      const [next] = steps;
      if (!next || !text.includes(next[0])) continue;
      steps.shift();
      if (next[1] === null) socket.end();
      else socket.write(next[1]);
    }
    return text;
  }

  it('gets the bytes around the response too, and ends by halves', async () => {
    const head =
      'GET /shout HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, Upgrade\r\nUpgrade: shout\r\n\r\n';
    const text = await raw(`${head}early`, [
      ['EARLY', 'late'],
      ['LATE', null],
    ]);
    expect(text).toMatch(
      /^HTTP\/1\.1 101 Louder\r\nX-Said: yes\r\nConnection: Upgrade\r\nUpgrade: shout\r\n\r\nREADY/,
    );
    expect(text).toMatch(/EARLYLATEBYE$/);
  });

  it('that is offered with an ordinary request is not taken up, and the body of that arrives', async () => {
    const head =
      'POST /x HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\nContent-Length: 2\r\n\r\n{}';
    expect(await raw(head, [])).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  it('is refused to a request with a body', async () => {
    const head =
      'POST /shout HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: shout\r\nContent-Length: 2\r\n\r\n{}';
    expect(await raw(head, [])).toMatch(/^HTTP\/1\.1 400 [^]*must have no body/);
  });

  it('waits until an earlier request on its connection is answered', async () => {
    const before = 'GET /a HTTP/1.1\r\nHost: a\r\n\r\n';
    const head = 'GET /shout HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: shout\r\n\r\n';
    const text = await raw(`${before}${head}`, [['READY', null]]);
    expect(text).toMatch(/^HTTP\/1\.1 200 OK[^]*HTTP\/1\.1 101 Louder[^]*READYBYE$/);
  });
});
