/** The tools over HTTP, called by the protocol's own client, and by those that may not. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { request, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drydock, type MockClient } from '../client/index.js';
import { controlToken } from '../control/guard/control-token.js';
import { serveMcpOverHttp } from './serve-http.js';
import { comparison, report } from './testing/sample-reports.js';
import type { ToolContext } from './tool.js';

const token = controlToken('a-token-for-agents');
const authorization = `Bearer ${token.text}`;
let mock: MockClient;
let url: string;
let served: Promise<void>;
let stop: () => void;

/** Each session remembers its own last run. */
function contextOf(): ToolContext {
  let last: typeof report | undefined;
  const run = () => Promise.resolve((last = report));
  return {
    mock: () => Promise.resolve(mock),
    allowControl: false,
    suite: { targets: ['staging'], allowWrites: false, last: () => last, run },
    compare: () => Promise.resolve(comparison),
  };
}

async function connect(): Promise<[Client, StreamableHTTPClientTransport]> {
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization } },
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  await client.listTools();
  return [client, transport];
}

/** A request that no client of the protocol would send. */
function send(
  headers: OutgoingHttpHeaders,
  path = '/mcp',
  body = '{}',
): Promise<[number | undefined, string]> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, url), { method: 'POST', headers }, (response) => {
      text(response).then((read) => resolve([response.statusCode, read]), reject);
    });
    sent.on('error', reject).end(body);
  });
}

beforeAll(async () => {
  mock = await drydock.start();
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  url = await new Promise<string>((resolve, reject) => {
    served = serveMcpOverHttp(contextOf, { port: 0, token, onListening: resolve }, stopped);
    served.catch(reject);
  });
});
afterAll(async () => {
  stop();
  await served;
  await mock.close();
});

describe('serveMcpOverHttp', () => {
  it('serves the tools to the official client, with progress and results as their schemas say', async () => {
    const [client] = await connect();
    expect(client.getInstructions()).toContain('Begin with list_operations');
    const { structuredContent } = await client.callTool({ name: 'list_operations', arguments: { limit: 1 } });
    expect(structuredContent).toMatchObject({ url: mock.url, next: 'listCategories' });
    await client.close();
  });

  it('gives each session its own last run', async () => {
    const [[one], [other]] = await Promise.all([connect(), connect()]);
    await one.callTool({ name: 'run_verify' });
    const call = { name: 'explain_failure', arguments: { rule: 'envelope/data' } };
    expect((await one.callTool(call)).isError ?? false).toBe(false);
    expect((await other.callTool(call)).content).toEqual([
      { type: 'text', text: 'Nothing was verified yet: call run_verify first.' },
    ]);
    await Promise.all([one.close(), other.close()]);
  });

  it('forgets a session that its client ends', async () => {
    const [client, transport] = await connect();
    const id = transport.sessionId ?? '';
    await transport.terminateSession();
    await client.close();
    const [status, body] = await send({ authorization, 'mcp-session-id': id });
    expect([status, body]).toEqual([404, expect.stringContaining('begin again with initialize')]);
  });

  it.each<[string, OutgoingHttpHeaders, number, string]>([
    ['without the token', {}, 401, 'The tools need their token'],
    ['with another token', { authorization: 'Bearer another-token' }, 401, 'not the token of these tools'],
    ['under a foreign name', { authorization, host: 'evil.example' }, 421, 'must name this machine'],
    ['of a foreign page', { authorization, origin: 'https://evil.example' }, 403, 'A page of another site'],
    [
      'of a page on another port',
      { authorization, origin: 'http://127.0.0.1:1' },
      403,
      'A page of another site',
    ],
    ['of a sandboxed page', { authorization, origin: 'null' }, 403, 'A page of another site'],
    ['of another site', { authorization, 'sec-fetch-site': 'cross-site' }, 403, 'A page of another site'],
  ])('refuses a request %s', async (_what, headers, status, reason) => {
    expect(await send(headers)).toEqual([status, expect.stringContaining(reason)]);
  });

  it('answers what is no message of the protocol with an error, and goes on', async () => {
    const headers = {
      authorization,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    for (const body of [
      '',
      'no JSON',
      '[]',
      'null',
      '{}',
      '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    ]) {
      const [status, answer] = await send(headers, '/mcp', body);
      expect([body, status]).toEqual([body, 400]);
      expect(answer).not.toMatch(/\n|\bat .+:\d+:\d+/);
    }
    expect(await send(headers, '/')).toEqual([404, expect.stringContaining('The tools are at /mcp.')]);
    const [client] = await connect();
    await client.close();
  });
});
