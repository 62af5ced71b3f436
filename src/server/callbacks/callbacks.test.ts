import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { drydock, type JournalEntry, type MockClient, type ScenarioDefinition } from '../../client/index.js';
import type { ServerOptions } from '../../index.js';
import { send, startMock } from '../../testing/mock-server.js';
import { temporaryFile } from '../../testing/temporary-folder.js';
import type { DrydockServer } from '../create-server.js';
import { payments } from './testing/payments.js';
import { startReceiver } from './testing/receiver.js';

const spec = temporaryFile('payments.json', JSON.stringify(payments));

interface Started {
  readonly server: DrydockServer;
  readonly client: MockClient;
}

async function start(options: ServerOptions = {}): Promise<Started> {
  const server = await startMock({ spec, ...options });
  return { server, client: drydock.attach({ url: server.url, token: server.controlToken }) };
}

/** Makes a payment, and waits until all of its callbacks are over. */
async function pay(
  { server, client }: Started,
  body: object,
  headers: Record<string, string> = {},
  scenario?: ScenarioDefinition,
): Promise<{ readonly response: { readonly status: number; readonly json: unknown }; entry: JournalEntry }> {
  const name = `pay-${Math.random().toString(36).slice(2)}`;
  const sandbox = client.sandbox(name);
  if (scenario) await sandbox.scenario(scenario);
  const events = await client.events({ sandbox: name });
  const response = await send(server, 'POST', '/payments/eu', {
    headers: { 'Content-Type': 'application/json', 'X-Mock-Sandbox': name, ...headers },
    body: JSON.stringify({ amount: 3, ...body }),
  });
  for await (const event of events) {
    if (event.type !== 'exchange') continue;
    const entry = await sandbox.request(event.request.id);
    const { callbacks = [] } = entry;
    if (callbacks.length > 0 && callbacks.every(({ state }) => state !== 'waiting'))
      return { response, entry };
  }
  throw new Error('The events ended first.');
}

describe('an operation with callbacks', () => {
  it('sends them to the address in the request, about what it has answered', async () => {
    const receiver = await startReceiver();
    const { response, entry } = await pay(await start(), { notify: `${receiver.url}/paid` });
    const { id, amount } = response.json as { id: string; amount: number };
    const sent = await receiver.first();
    expect(sent).toMatchObject({
      method: 'POST',
      target: `/paid?region=eu&id=${id}`,
      headers: {
        'content-type': 'application/json',
        'x-source': 'payments',
        'x-mock-callback': 'paid',
        'webhook-id': expect.stringMatching(/^msg_[a-z0-9]{24}$/),
      },
    });
    expect(sent.headers).not.toHaveProperty('authorization');
    expect(sent.headers).not.toHaveProperty('webhook-signature');
    expect(JSON.parse(sent.body)).toMatchObject({ event: 'payment.paid', payment: { id, amount } });
    expect(entry.callbacks).toEqual([
      expect.objectContaining({
        name: 'paid',
        state: 'delivered',
        attempts: [expect.objectContaining({ status: 204, failure: null })],
      }),
    ]);
    expect(response.status).toBe(201);
  });

  it('signs them as Standard Webhooks does, and as the document says', async () => {
    const secret = `whsec_${Buffer.from('a key of some bytes').toString('base64')}`;
    const receiver = await startReceiver();
    await pay(await start({ callbackSecret: secret }), { hub: receiver.url });
    const { headers, body } = await receiver.first();
    const hmac = (text: string, encoding: 'hex' | 'base64') =>
      createHmac('sha256', 'a key of some bytes').update(text).digest(encoding);
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    expect(headers['webhook-signature']).toBe(`v1,${hmac(signed, 'base64')}`);
    expect(headers['x-hub-signature-256']).toBe(`sha256=${hmac(body, 'hex')}`);
  });

  it.each([
    ['http://169.254.169.254/latest', 'no option allows it'],
    ['http://receiver.example.com/x', 'the option callbackHosts receiver.example.com'],
    ['http://10.0.0.7:80/x', 'the option callbackHosts 10.0.0.7'],
    ['http://[::ffff:10.0.0.7]/x', 'the option callbackHosts'],
    ['http://user:secret@127.0.0.1/x', 'without a user'],
    ['file:///etc/passwd', 'http or https'],
    ['//127.0.0.1/x', 'http or https'],
  ])('sends nothing to %s', async (notify, reason) => {
    const lines: string[] = [];
    const started = await start({ log: (line) => lines.push(line) });
    const { response, entry } = await pay(started, { notify });
    expect(response.status).toBe(201);
    expect(entry.callbacks).toEqual([
      expect.objectContaining({ state: 'refused', reason: expect.stringContaining(reason), attempts: [] }),
    ]);
    expect(lines.join('\n')).toContain(reason);
  });

  it('asks a named host, by the address that was checked', async () => {
    const receiver = await startReceiver();
    const { port } = new URL(receiver.url);
    const started = await start({ callbackHosts: ['0.0.0.0', `127.0.0.1:${port}`] });
    const { entry } = await pay(started, { notify: receiver.url, hub: `http://0.0.0.0:${port}/` });
    expect(entry.callbacks?.map(({ state }) => state)).toEqual(['delivered', 'refused']);
  });

  it('asks a host that the document gives only where it is named', async () => {
    const receiver = await startReceiver();
    const { port } = new URL(receiver.url);
    const own = JSON.stringify(payments).replace('$request.body#/hub', `${receiver.url}/own`);
    const withOwn = temporaryFile('own.json', own);
    const refused = await pay(await start({ spec: withOwn }), {});
    expect(refused.entry.callbacks).toEqual([
      expect.objectContaining({
        name: 'hubbed',
        state: 'refused',
        reason: expect.stringMatching(
          /^The document gives its address, and not the request; .*the option callbackHosts/,
        ),
      }),
    ]);
    expect(receiver.received).toEqual([]);
    const named = await start({ spec: withOwn, callbackHosts: [`127.0.0.1:${port}`] });
    expect((await pay(named, {})).entry.callbacks).toMatchObject([{ name: 'hubbed', state: 'delivered' }]);
    expect(receiver.received).toMatchObject([{ method: 'POST', target: '/own' }]);
  });

  it.each([
    ['https://evil.example', 'refused'],
    ['null', 'refused'],
    ['http://localhost:3000', 'delivered'],
  ])('for a page of %s they are %s', async (origin, state) => {
    const receiver = await startReceiver();
    const { entry } = await pay(await start(), { notify: receiver.url }, { Origin: origin });
    expect(entry.callbacks?.[0]?.state).toBe(state);
    expect(receiver.received).toHaveLength(state === 'refused' ? 0 : 1);
  });

  it('follows no redirect', async () => {
    const receiver = await startReceiver(() => 302);
    const { entry } = await pay(await start(), { notify: receiver.url }, {}, { callbacks: { attempts: 1 } });
    expect(entry.callbacks).toMatchObject([{ state: 'failed', attempts: [{ status: 302 }] }]);
    expect(receiver.received.map(({ target }) => target.split('?')[0])).toEqual(['/']);
  });

  it('causes no others where a callback reaches a mock', async () => {
    const receiver = await startReceiver();
    const started = await start();
    await send(started.server, 'POST', '/payments/eu', {
      headers: { 'Content-Type': 'application/json', 'X-Mock-Callback': 'paid' },
      body: JSON.stringify({ amount: 3, notify: `${receiver.url}/first` }),
    });
    await pay(started, { notify: `${receiver.url}/second` });
    expect(receiver.received.map(({ target }) => target.split('?')[0])).toEqual(['/second']);
  });

  it('sends none for a refused request, or without an address', async () => {
    const receiver = await startReceiver();
    const started = await start();
    const { server } = started;
    const refused = await send(server, 'POST', '/payments/eu', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ amount: 'three', notify: `${receiver.url}/refused` }),
    });
    expect(refused.status).toBe(400);
    const plain = await send(server, 'POST', '/payments/eu', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ amount: 3 }),
    });
    expect(plain.status).toBe(201);
    await pay(started, { notify: `${receiver.url}/last` });
    expect(receiver.received.map(({ target }) => target.split('?')[0])).toEqual(['/last']);
  });
});

describe('a scenario', () => {
  it('has them delivered again until one is answered with 2xx', async () => {
    const receiver = await startReceiver((count) => [500, 0, 204][count - 1] ?? 204);
    const { entry } = await pay(await start(), { notify: receiver.url }, {}, { callbacks: { wait: '1ms' } });
    const [callback] = entry.callbacks ?? [];
    expect(callback).toMatchObject({
      state: 'delivered',
      attempts: [{ status: 500, text: 'not now' }, { failure: 'the connection was reset' }, { status: 204 }],
    });
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(1);
  });

  it('gives up after its attempts', async () => {
    const receiver = await startReceiver(() => 503);
    const definition = { callbacks: { attempts: 2, wait: '1ms' } };
    const { entry } = await pay(await start(), { notify: receiver.url }, {}, definition);
    expect(entry.callbacks).toMatchObject([
      { state: 'failed', reason: 'None of 2 attempts was answered with 2xx.' },
    ]);
    expect(receiver.received).toHaveLength(2);
  });

  it('delivers copies with one id, late', async () => {
    const receiver = await startReceiver();
    const definition = { callbacks: { copies: 3, delay: '5ms' } };
    const { entry } = await pay(await start(), { notify: receiver.url }, {}, definition);
    expect(entry.callbacks).toHaveLength(3);
    expect(receiver.received).toHaveLength(3);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(entry.scenario?.changes).toEqual(['callbacks']);
  });

  it('loses them, and cuts them in the middle of the body', async () => {
    const receiver = await startReceiver();
    const started = await start();
    const lost = await pay(started, { notify: receiver.url }, {}, { callbacks: { lost: true } });
    expect(lost.entry.callbacks).toMatchObject([{ state: 'lost', attempts: [] }]);
    expect(receiver.received).toEqual([]);
    const definition = { callbacks: { cut: 1, wait: '1ms' } };
    const cut = await pay(started, { notify: receiver.url }, {}, definition);
    expect(cut.entry.callbacks).toMatchObject([
      { state: 'delivered', attempts: [{ failure: 'a scenario cut it in the middle of its body' }, {}] },
    ]);
    const both = await receiver.until(2);
    // The receiver may learn of the end of the first after the second has come.
    const [part, whole] = [false, true].map((isWhole) => both.find((one) => one.isWhole === isWhole));
    expect(part?.body.length).toBeLessThan(whole?.body.length ?? 0);
    expect(whole?.body.startsWith(part?.body ?? 'nothing')).toBe(true);
  });

  it.each([
    ['wrong', /^v1,/],
    ['none', undefined],
  ] as const)('signs them: %s', async (signature, expected) => {
    const secret = 'a secret text'.replaceAll(' ', '-');
    const receiver = await startReceiver();
    const started = await start({ callbackSecret: secret });
    await pay(started, { notify: receiver.url }, {}, { callbacks: { signature } });
    const { headers, body } = await receiver.first();
    const given = headers['webhook-signature'];
    if (expected === undefined) expect(given).toBeUndefined();
    else expect(given).toMatch(expected);
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    expect(given).not.toBe(`v1,${createHmac('sha256', secret).update(signed).digest('base64')}`);
  });
});

describe('a mock that ends', () => {
  it('waits for no attempt that is to come, and gives up one without a response', async () => {
    const silent = await startReceiver(() => 204);
    const started = await start();
    const sandbox = await started.client.sandbox('ending').scenario({ callbacks: { delay: '600s' } });
    const response = await send(started.server, 'POST', '/payments/eu', {
      headers: { 'Content-Type': 'application/json', 'X-Mock-Sandbox': sandbox.name },
      body: JSON.stringify({ amount: 3, notify: silent.url }),
    });
    expect(response.status).toBe(201);
    await started.server.close();
    expect(silent.received).toEqual([]);
  });
});

describe('a webhook', () => {
  it('is listed, and fired by the client', async () => {
    const receiver = await startReceiver((count) => (count === 1 ? 500 : 204));
    const { client } = await start();
    expect(await client.webhooks()).toEqual([
      { name: 'payoutSent', method: 'POST', summary: 'A payout is on its way' },
    ]);
    const sandbox = await client.sandbox('hooks').scenario({ callbacks: { wait: '1ms', copies: 1 } });
    const [sent] = await sandbox.webhook('payoutSent', { to: `${receiver.url}/hooks` });
    expect(sent).toMatchObject({ state: 'delivered', attempts: [{ status: 500 }, { status: 204 }] });
    expect(JSON.parse(receiver.received[1]?.body ?? '')).toMatchObject({ event: 'payout.sent' });
    const [own] = await client.webhook('payoutSent', { to: receiver.url, body: { event: 'mine' } });
    expect(own?.body).toMatchObject({ json: { event: 'mine' } });
    expect(receiver.received).toHaveLength(3);
  });

  it('is kept in its sandbox with what became of it, and is told to who watches', async () => {
    const receiver = await startReceiver((count) => (count === 1 ? 500 : 204));
    const { client } = await start();
    const sandbox = await client.sandbox('kept').scenario({ callbacks: { wait: '1ms', copies: 2 } });
    const events = await client.events({ sandbox: 'kept' });
    const sent = await sandbox.webhook('payoutSent', { to: `${receiver.url}/hooks?token=dont-show-me` });
    expect(await sandbox.firedWebhooks()).toEqual(sent);
    expect(sent.map(({ state }) => state)).toEqual(['delivered', 'delivered']);
    expect(JSON.stringify(sent)).not.toContain('dont-show-me');
    expect(await client.sandbox('other').firedWebhooks()).toEqual([]);
    for await (const event of events) if (event.type === 'webhook') break;
    const refused = await client
      .sandbox('kept')
      .webhook('payoutSent', { to: 'http://example.com' })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Error);
    expect(await sandbox.firedWebhooks()).toHaveLength(2);
    await sandbox.reset();
    expect(await sandbox.firedWebhooks()).toEqual([]);
  });

  it('makes room where a hundred are kept', async () => {
    const receiver = await startReceiver();
    const { client } = await start();
    const sandbox = await client.sandbox('many').scenario({ callbacks: { copies: 10 } });
    for (let round = 0; round < 11; round += 1)
      await sandbox.webhook('payoutSent', { to: `${receiver.url}/${round}` });
    const kept = await sandbox.firedWebhooks();
    expect(kept).toHaveLength(100);
    expect([kept.at(0), kept.at(-1)].map((one) => one?.url.split('/').at(-1))).toEqual(['1', '10']);
  });

  it.each([
    ['payoutSend', 'http://127.0.0.1:1', 'has no webhook "payoutSend"; it has payoutSent'],
    ['payoutSent', 'http://example.com', 'the option callbackHosts example.com'],
    ['payoutSent', 'nowhere', 'http or https'],
  ])('%s to %s is refused', async (name, to, reason) => {
    const { client } = await start();
    await expect(client.webhook(name, { to })).rejects.toThrow(reason);
  });
});
