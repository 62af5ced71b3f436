import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import express from 'express';
import { usualCredentials } from '../../journal/credential-names.js';
import { temporaryFolder } from '../../testing/temporary-folder.js';
import { EventHub } from '../../mock/events.js';
import { loadControlContract } from '../control-contract.js';
import { EventFeed, type EventFeedOptions } from './event-feed.js';
import { startControlTester } from '../testing/control-tester.js';
import { EventReader, type ReadEvent } from '../testing/event-reader.js';

const tester = await startControlTester();
const { ask, visit, server } = tester;
const { validators } = await loadControlContract();

async function watch(query = '', of = server): Promise<EventReader> {
  const response = await fetch(`http://127.0.0.1:${of.port}/__drydock/events${query}`, {
    headers: { Authorization: `Bearer ${of.controlToken}` },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  return new EventReader(response);
}

/** Which schema of the document an event's data is of. */
const schemas: Record<string, string> = {
  exchange: 'ExchangeEvent',
  scenario: 'ScenarioEvent',
  reset: 'ResetEvent',
  keys: 'EmptyEvent',
  reloaded: 'EmptyEvent',
  dropped: 'DroppedEvent',
};

function expectDocumented(event: ReadEvent | undefined): void {
  const validator = validators.at(`/components/schemas/${schemas[event?.type ?? ''] ?? 'missing'}`);
  expect(validators.problems(validator, event?.data, 'data')).toEqual([]);
  expect(validators.problems(validators.at('/components/schemas/Event'), event?.data, 'data')).toEqual([]);
}

describe('the event stream', () => {
  it('sends every kind of event, in order and as the document describes it', async () => {
    const reader = await watch();
    await visit('dk_test_live', '/categories');
    await ask('PUT', '/sandboxes/live/scenario', { scenario: 'flaky' });
    await ask('DELETE', '/default-scenario');
    const { json } = await ask('POST', '/keys', { name: 'k' });
    await ask('DELETE', `/keys/${String(json.id)}`);
    await ask('POST', '/sandboxes/live/reset');
    await ask('POST', '/reset');
    const events: ReadEvent[] = [];
    while (events.length < 7) events.push((await reader.next())!);
    await reader.close();
    for (const event of events) expectDocumented(event);
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['exchange', { sandbox: 'live', request: expect.objectContaining({ id: 1, status: 200 }) }],
      ['scenario', { sandbox: 'live', scenario: 'flaky' }],
      ['scenario', { sandbox: null, scenario: null }],
      ['keys', {}],
      ['keys', {}],
      ['reset', { sandbox: 'live' }],
      ['reset', { sandbox: null }],
    ]);
    const [first = 0] = events.map(({ id }) => id);
    expect(events.map(({ id }) => id - first)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('can be limited to one sandbox and what concerns all', async () => {
    const reader = await watch('?sandbox=narrow');
    await visit('dk_test_other', '/categories');
    await visit('dk_test_narrow', '/categories');
    await ask('PUT', '/sandboxes/other/scenario', { scenario: 'flaky' });
    await ask('POST', '/reset');
    expect(await reader.next()).toMatchObject({ type: 'exchange', data: { sandbox: 'narrow' } });
    expect(await reader.next()).toMatchObject({ type: 'reset', data: { sandbox: null } });
    await reader.close();
  });

  it('announces that scenario files were reloaded', async () => {
    const scenarios = temporaryFolder();
    const own = await startControlTester({ watch: true, scenarios });
    const reader = await watch('', own.server);
    writeFileSync(join(scenarios, 'mine.yaml'), 'title: Mine\nadvice: Retry.\nanswer: { status: 500 }\n');
    const event = await reader.next();
    expect(event).toMatchObject({ type: 'reloaded', data: {} });
    expectDocumented(event);
    expect((await own.ask('PUT', '/sandboxes/a/scenario', { scenario: 'mine' })).status).toBe(200);
    await reader.close();
    await own.server.close();
  });

  it('ends at once when the server stops', async () => {
    const own = await startControlTester();
    const reader = await watch('', own.server);
    await own.server.close();
    expect(await reader.next()).toBeUndefined();
  });
});

describe('EventFeed', () => {
  const stopping: (() => void)[] = [];
  afterAll(() => {
    for (const stop of stopping) stop();
  });

  async function feedOn(options: Partial<EventFeedOptions>) {
    const events = new EventHub();
    const ended = new AbortController();
    const feed = new EventFeed({
      events,
      signal: ended.signal,
      credentials: () => usualCredentials,
      ...options,
    });
    const app = express().get('/', (_request, response) => {
      feed.stream(response, undefined);
    });
    const http = createServer(app);
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    stopping.push(() => {
      http.closeAllConnections();
      http.close();
    });
    return { events, ended, feed, port: (http.address() as AddressInfo).port };
  }

  it('keeps an idle connection open with comments', async () => {
    const { port } = await feedOn({ heartbeatMs: 5 });
    const reader = new EventReader(await fetch(`http://127.0.0.1:${port}/`));
    expect(await reader.comment()).toBe('connected');
    expect(await reader.comment()).toBe('still here');
    await reader.close();
  });

  it('disconnects a reader that stops reading, emits an event about it, and buffers no more than the limit', async () => {
    const maxBacklog = 65_536;
    const { events, feed, port } = await feedOn({ maxBacklog });
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'));
    await new Promise((resolve) => socket.once('data', resolve));
    socket.pause();
    const scenario = 'x'.repeat(1000);
    let told = 0;
    while (feed.size > 0 && told < 1_000_000) {
      events.publish({ type: 'scenario', sandbox: undefined, scenario });
      told += 1;
      // The operating system takes some megabytes before a reader counts as slow.
      if (told % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(feed.size).toBe(0);
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const closed = new Promise((resolve) => socket.once('end', resolve));
    socket.resume();
    await closed;
    const last = text.slice(text.lastIndexOf('id: '));
    expect(last).toMatch(/^id: \d+\nevent: dropped\ndata: \{"reason":"More than 65536 bytes waited/);
    expectDocumented({ id: 0, type: 'dropped', data: { reason: 'x' } });
    // Nothing is sent after that, and nothing throws.
    events.publish({ type: 'keys' });
  });

  it('accepts no more readers than its limit, and forgets those that have left', async () => {
    const { feed, port } = await feedOn({ maxWatchers: 1 });
    const reader = new EventReader(await fetch(`http://127.0.0.1:${port}/`));
    await reader.comment();
    expect(feed.full).toBe(true);
    await reader.close();
    while (feed.size > 0) await new Promise((resolve) => setImmediate(resolve));
    expect(feed.full).toBe(false);
  });
});
