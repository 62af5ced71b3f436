import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drydock, type DrydockEvent } from './index.js';
import { ask, mock, refusal, sandbox, token, useMock } from './testing/mock-under-test.js';

useMock();

describe('MockClient', () => {
  it('is started on a free port of this machine, and closing it stops the mock', async () => {
    const other = await drydock.start();
    expect(other.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1\/developer$/);
    expect(other.url).not.toBe(mock.url);
    expect(await ask(other.sandbox().headers(), other.url)).toBe(200);
    await other.close();
    await expect(ask(sandbox.headers(), other.url)).rejects.toThrow('fetch failed');
  });

  it('fails to start with the reason', async () => {
    await expect(drydock.start({ seed: -1 })).rejects.toThrow(
      'The option seed must be a whole number from 0 to 4294967295, got -1.',
    );
  });

  it('attaches by the address with and without base path, and closing it leaves the mock running', async () => {
    for (const url of [mock.url, `${mock.url}/`, new URL(mock.url).origin]) {
      const attached = drydock.attach({ url, token });
      const own = await attached.sandbox().scenario('status-404');
      expect(await ask(own.headers(), own.url)).toBe(404);
      await attached.close();
    }
    expect(await ask()).toBe(200);
  });

  it('attaches by the environment variables', async () => {
    Object.assign(process.env, { DRYDOCK_URL: mock.url, DRYDOCK_CONTROL_TOKEN: token });
    try {
      const attached = drydock.attach();
      expect(attached.url).toBe(mock.url);
      expect(await attached.defaultScenario()).toBeNull();
      process.env.DRYDOCK_URL = '';
      expect(drydock.attach().url).toBe('http://127.0.0.1:4010');
    } finally {
      delete process.env.DRYDOCK_URL;
      delete process.env.DRYDOCK_CONTROL_TOKEN;
    }
  });

  it('is closed at the end of its scope', async () => {
    const other = await drydock.start();
    await other[Symbol.asyncDispose]();
    await expect(ask(sandbox.headers(), other.url)).rejects.toThrow('fetch failed');
  });

  it('lists its scenarios with advice', async () => {
    const flaky = (await mock.scenarios()).find(({ name }) => name === 'flaky');
    expect(flaky).toMatchObject({ title: '500, 500, then normal', operations: 'all', breaksContract: false });
    expect(flaky?.advice).toContain('Retry');
  });

  it('sets a default scenario, which a reset removes', async () => {
    await mock.setDefaultScenario('slow', 'status-500');
    expect(await mock.defaultScenario()).toBe('slow, status-500');
    await mock.setDefaultScenario('status-403');
    expect(await ask()).toBe(403);
    await sandbox.normal();
    expect(await ask()).toBe(200);
    await mock.reset();
    expect(await mock.defaultScenario()).toBeNull();
    expect(await sandbox.requests()).toEqual([]);
  });
});

describe('MockClient.events', () => {
  async function taken(events: AsyncIterable<DrydockEvent>, count: number): Promise<DrydockEvent[]> {
    const found: DrydockEvent[] = [];
    for await (const event of events) if (found.push(event) === count) break;
    return found;
  }

  it('receives everything that happens once its promise has resolved', async () => {
    const events = await mock.events();
    await sandbox.scenario('flaky');
    await ask();
    await sandbox.reset();
    expect(await taken(events, 3)).toEqual([
      { type: 'scenario', sandbox: sandbox.name, scenario: 'flaky' },
      {
        type: 'exchange',
        sandbox: sandbox.name,
        request: expect.objectContaining({ operation: 'listCategories', status: 500 }) as unknown,
      },
      { type: 'reset', sandbox: sandbox.name },
    ]);
  });

  it('can be limited to one sandbox', async () => {
    const events = await mock.events({ sandbox: sandbox.name });
    await mock.sandbox().scenario('slow');
    await sandbox.scenario('drip');
    expect(await taken(events, 1)).toEqual([{ type: 'scenario', sandbox: sandbox.name, scenario: 'drip' }]);
  });

  it('ends by a signal', async () => {
    const stop = new AbortController();
    const events = await mock.events({ signal: stop.signal });
    await sandbox.normal();
    let seen = 0;
    for await (const _ of events) {
      seen += 1;
      stop.abort();
    }
    expect(seen).toBe(1);
  });

  it('ends with the mock, and with the client', async () => {
    const other = await drydock.start({ controlToken: token });
    const attached = drydock.attach({ url: other.url, token });
    const [ofMock, ofClient] = [await other.events(), await attached.events()];
    await attached.close();
    expect(await taken(ofClient, 1)).toEqual([]);
    const stillThere = await drydock.attach({ url: other.url, token }).events();
    await other.close();
    expect(await taken(ofMock, 1)).toEqual([]);
    expect(await taken(stillThere, 1)).toEqual([]);
  });
});

describe('a recording', () => {
  it('is a HAR of the requests of a sandbox, and a scenario that answers as they were answered', async () => {
    const sandbox = mock.sandbox();
    const first = await fetch(`${sandbox.url}/categories`, { headers: sandbox.headers('rate-limited') });
    await fetch(`${sandbox.url}/nothing`, { headers: sandbox.headers() });
    const { log } = await sandbox.har({ operation: 'listCategories' });
    expect(log.entries.map(({ response }) => response.status)).toEqual([429]);
    const { definition } = await sandbox.scenarioFrom(await sandbox.requests({ status: 429 }), 'Spent');
    expect(definition.title).toBe('Spent');
    const other = await mock.sandbox().scenario(definition);
    const again = await fetch(`${other.url}/categories`, { headers: other.headers() });
    expect([again.status, await again.text()]).toEqual([429, await first.text()]);
  });
});

describe('a DrydockError', () => {
  let stranger: Server;
  beforeAll(async () => {
    stranger = createServer((_request, response) => {
      response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>');
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    stranger.closeAllConnections();
    stranger.close();
  });

  it.each([
    [{ url: 'ftp://127.0.0.1' }, 'must be an http address such as'],
    [{ url: 'localhost:4010' }, 'must be an http address such as'],
    [{ url: 'http://me@127.0.0.1:4010' }, 'must have no user, query or fragment'],
  ])('refuses the address in %j at once', (options, reason) => {
    expect(() => drydock.attach(options)).toThrow(reason);
  });

  it('says that the token is missing, or wrong', async () => {
    const { url } = mock;
    const without = await refusal(drydock.attach({ url }).reset());
    expect(without.message).toContain('set DRYDOCK_CONTROL_TOKEN');
    const wrong = await refusal(drydock.attach({ url, token: 'not-the-token' }).reset());
    expect(wrong.message).toContain('control token');
    expect(wrong.status).toBe(401);
  });

  it('says that nothing listens at the address, or something else', async () => {
    const { port } = stranger.address() as AddressInfo;
    const elsewhere = await refusal(drydock.attach({ url: `http://127.0.0.1:${port}`, token }).scenarios());
    expect(elsewhere.message).toMatch(/502 Bad Gateway .*is there a mock at this address\?$/);
    const nowhere = await refusal(drydock.attach({ url: 'http://127.0.0.1:1', token }).scenarios());
    expect(nowhere.message).toMatch(/^Failed to reach the mock at http:\/\/127\.0\.0\.1:1\/__drydock: /);
    expect(nowhere.status).toBeUndefined();
  });
});
