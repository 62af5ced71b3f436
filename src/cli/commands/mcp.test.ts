/** The tools for coding agents, called over standard input and output by the protocol's own client. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drydock, type MockClient } from '../../client/index.js';
import { packageFile } from '../../contract/package-root.js';
import { temporaryFolder } from '../../testing/temporary-folder.js';
import { runCli } from '../testing/run-cli.js';
import { whyMissing } from '../../testing/unless.js';

const run = promisify(execFile);
const token = 'a-token-for-agents';
const folder = temporaryFolder();
let mock: MockClient;
let reader: Client;
let controller: Client;

async function connect(...args: string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [packageFile('dist', 'src', 'cli', 'main.js'), 'mcp', ...args],
      cwd: folder,
      env: {
        PATH: process.env.PATH ?? '',
        DRYDOCK_URL: new URL(mock.url).origin,
        DRYDOCK_CONTROL_TOKEN: token,
        BROKEN_KEY: 'dk_test_broken~broken-null-list',
      },
    }),
  );
  return client;
}

interface Result {
  readonly isError: boolean;
  readonly text: string;
}

async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Result> {
  const { content, isError } = await client.callTool({ name, arguments: args });
  return { isError: isError === true, text: (content as { text: string }[])[0]?.text ?? '' };
}

/** The client holds the result against the tool's output schema. */
async function result<T>(client: Client, name: string, args: Record<string, unknown> = {}): Promise<T> {
  const { content, isError, structuredContent } = await client.callTool({ name, arguments: args });
  const [{ text } = { text: '' }] = content as { text: string }[];
  expect([isError ?? false, JSON.parse(text)]).toEqual([false, structuredContent]);
  return structuredContent as T;
}

/** The result of `explain_failure` with a rule. */
interface Explained {
  readonly rule: { readonly sentence: string };
  readonly failures: readonly {
    readonly curl: string;
    readonly document: { readonly file: string; readonly pointer: string; readonly line: number };
  }[];
}

/** A line of standard output. */
interface Answered {
  readonly result: { readonly isError: boolean; readonly content: readonly { readonly text: string }[] };
}

/** A server that never answers; also when the first request arrived, and when its client left. */
async function silentTarget(): Promise<[Server, Promise<unknown>, Promise<unknown>]> {
  const server = createServer();
  const arrived = once(server, 'request');
  const left = arrived.then(([request]) =>
    once((request as { socket: NodeJS.EventEmitter }).socket, 'close'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return [server, arrived, left];
}

const ask = async (key: string) =>
  (await fetch(`${mock.url}/categories`, { headers: { Authorization: `Bearer ${key}` } })).status;

beforeAll(async () => {
  mock = await drydock.start({ controlToken: token });
  const target = `url: ${mock.url}\n    key: { env: BROKEN_KEY }\n    only: envelope/data`;
  writeFileSync(
    join(folder, 'drydock.config.yaml'),
    `targets:\n  broken:\n    ${target}\n    allowWrites: true\n`,
  );
  [reader, controller] = await Promise.all([connect(), connect('--allow-control')]);
  await Promise.all([reader.listTools(), controller.listTools()]);
});
afterAll(async () => {
  await Promise.all([reader.close(), controller.close(), mock.close()]);
});

describe('drydock mcp', () => {
  it('lists operations, and the scenarios of one', async () => {
    expect(await result(reader, 'list_operations')).toEqual({
      url: new URL(mock.url).origin,
      operations: expect.arrayContaining([
        expect.objectContaining({ id: 'getOrder', method: 'GET' }),
      ]) as unknown,
      next: null,
    });
    const { scenarios } = await result<{ scenarios: { name: string }[] }>(reader, 'list_scenarios', {
      operation: 'listCategories',
    });
    const names = scenarios.map(({ name }) => name);
    expect([names.includes('empty-categories'), names.includes('no-couriers')]).toEqual([true, false]);
  });

  it('plays a scenario only where the person who started it allows that', async () => {
    const wanted = { scenario: 'flaky', sandbox: 'agent' };
    const refused = await call(reader, 'set_scenario', wanted);
    expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('with --allow-control')]);
    expect(await ask('dk_test_agent')).toBe(200);
    await result(controller, 'set_scenario', wanted);
    expect(await ask('dk_test_agent')).toBe(500);
    const mistyped = await call(controller, 'set_scenario', { ...wanted, scenario: 'flakey' });
    expect([mistyped.isError, mistyped.text]).toEqual([true, expect.stringContaining('did you mean flaky')]);
  });

  it('lists requests, verifies them, explains one, and reports the coverage', async () => {
    await ask('dk_test_seen');
    await ask('dk_limited_seen');
    const { requests } = await result<{ requests: object[] }>(reader, 'get_requests', {
      sandbox: 'seen',
      limit: 1,
    });
    expect(requests).toEqual([expect.objectContaining({ id: 2, operation: 'listCategories', status: 200 })]);
    const expected = { sandbox: 'seen', requests: [{ operation: 'listCategories', times: 2 }] };
    expect(await result(reader, 'verify_requests', expected)).toMatchObject({ verified: true });
    expect(await result(reader, 'explain_failure', { sandbox: 'seen', request: 2 })).toMatchObject({
      exchange: { id: 2, problems: [] },
    });
    expect(await result(reader, 'get_coverage', { sandbox: 'seen' })).toMatchObject({
      totals: { operations: { seen: 1 } },
    });
  });

  it('verifies a named target without writing, and takes a broken rule to its sentence, its request and its place', async () => {
    const report = await result<{ brokenRules: string[]; summary: object }>(reader, 'run_verify', {
      budget: 20,
    });
    expect(report).toMatchObject({
      brokenRules: ['envelope/data'],
      summary: { exitCode: 1, written: 0 },
      failures: [{ rule: 'envelope/data', verdict: 'FAIL' }],
    });
    const explained = await result<Explained>(reader, 'explain_failure', { rule: 'envelope/data' });
    expect(explained.rule).toMatchObject({ id: 'envelope/data', section: '2.1' });
    expect(explained.rule.sentence).toContain('an empty array when there are no results');
    const [failure] = explained.failures;
    expect(failure).toMatchObject({ actual: 'data must be an array, got null', pointer: '/data' });
    const { file = '', pointer = '', line = 0 } = failure?.document ?? {};
    expect(readFileSync(file, 'utf8').split('\n')[line - 1]).toContain('type: array');
    expect(pointer).toMatch(/\/properties\/data\/type$/);
    if (whyMissing('curl') === undefined) {
      const env = { PATH: process.env.PATH ?? '', DRYDOCK_KEY: 'dk_test_broken~broken-null-list' };
      const { stdout } = await run('sh', ['-c', `${failure?.curl} -s`], { env });
      expect(stdout).toContain('"data":null');
    }
    const other = await call(reader, 'explain_failure', { rule: 'envelope/errors' });
    expect(other.text).toContain('checked no rule "envelope/errors"; broken rules: envelope/data.');
  });

  it('ends the run of a call that its client cancels, and goes on', async () => {
    const [server, arrived, left] = await silentTarget();
    const { port } = server.address() as AddressInfo;
    const client = await connect('--target', `http://127.0.0.1:${port}`);
    const cancel = new AbortController();
    const cancelled = client.callTool({ name: 'run_verify' }, undefined, { signal: cancel.signal });
    await arrived;
    cancel.abort('enough');
    await expect(cancelled).rejects.toThrow('enough');
    await left;
    expect(await result(client, 'list_operations')).toMatchObject({ next: null });
    await client.close();
    server.close();
  });

  it('survives lines that are no messages', async () => {
    const child = spawn(process.execPath, [packageFile('dist', 'src', 'cli', 'main.js'), 'mcp'], {
      cwd: folder,
    });
    const id = 1;
    const calls = [{}, { name: 5 }, { name: 'get_requests', arguments: [] }, undefined];
    for (const line of ['no JSON', '{"a', '[]', 'null', '{"jsonrpc":"2.0"}']) child.stdin.write(`${line}\n`);
    for (const params of calls)
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`);
    child.stdin.end();
    const [out, err, [exitCode]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[number]>,
    ]);
    const texts = out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as Answered).result);
    expect(texts.map(({ isError, content }) => [isError, content[0]?.text])).toEqual([
      [true, 'The call must name a tool.'],
      [true, 'The call must name a tool.'],
      [true, 'the arguments must be an object, got an empty array.'],
      [true, 'The call must name a tool.'],
    ]);
    expect([err, exitCode]).toEqual(['', 0]);
  });

  it('serves over HTTP until it is stopped, to clients with the token that it printed', async () => {
    const args = [packageFile('dist', 'src', 'cli', 'main.js'), 'mcp', '--http', '0'];
    const env = { PATH: process.env.PATH ?? '', DRYDOCK_URL: mock.url, DRYDOCK_CONTROL_TOKEN: token };
    const child = spawn(process.execPath, args, { cwd: folder, env });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const [, url = ''] = /at (\S+)$/.exec(String((await lines.next()).value)) ?? [];
    const [, authorization = ''] = /Authorization: (.+)$/.exec(String((await lines.next()).value)) ?? [];
    const transport = new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { authorization } },
    });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport);
    expect(await result(client, 'list_operations')).toMatchObject({ url: mock.url });
    const { port } = new URL(url);
    const other = await runCli(['mcp', '--http', port], env);
    expect([other.exitCode, other.err]).toEqual([
      1,
      expect.stringContaining(`Failed to listen on 127.0.0.1:${port}`),
    ]);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    await client.close();
  });

  it('compares documents below its folder, weighed by the journal of the mock', async () => {
    const paths = (names: string[]) =>
      Object.fromEntries(names.map((name) => [`/${name}`, { get: { operationId: name, responses: {} } }]));
    const write = (file: string, names: string[]) =>
      writeFileSync(
        join(folder, file),
        JSON.stringify({
          openapi: '3.1.0',
          info: {},
          servers: [{ url: '/api/v1/developer' }],
          paths: paths(names),
        }),
      );
    write('old.json', ['categories', 'orders']);
    write('..new.json', ['others']);
    await ask('dk_test_compared');
    const report = await result<{ breaking: { kind: string; met: { exchanges: number } }[] }>(
      reader,
      'compare_documents',
      { old: 'old.json', new: '..new.json' },
    );
    expect(report.breaking.map(({ kind, met }) => [kind, met.exchanges > 0])).toEqual([
      ['operation-removed', true],
      ['operation-removed', false],
    ]);
    const args = { old: 'old.json', new: '..new.json', weighed: false };
    expect(await result(reader, 'compare_documents', args)).toMatchObject({ traffic: null, harmless: 1 });
  });

  it.each<[string, Record<string, unknown>, string]>([
    [
      'compare_documents',
      { old: '../a.yaml', new: 'old.json' },
      '"../a.yaml" is no file below the working folder',
    ],
    [
      'compare_documents',
      { old: 'http://127.0.0.1:9/a', new: 'old.json' },
      'is no file below the working folder',
    ],
    [
      'run_verify',
      { target: 'http://127.0.0.1:9' },
      'The target must be one of broken, got "http://127.0.0.1:9".',
    ],
    ['get_requests', {}, 'sandbox is required'],
    ['get_requests', { sandbox: 'seen', lmit: 1 }, 'did you mean limit?'],
    ['get_coverage', { sandbox: 'nobody' }, 'has no sandbox "nobody"; it has '],
    [
      'verify_requests',
      { sandbox: 'seen', requests: [{ operation: 'getOrdr', times: 0 }] },
      'did you mean getOrder?',
    ],
    ['explain_failure', {}, 'Give the id of a rule, or sandbox and request.'],
    ['get_request', {}, 'Did you mean get_requests?'],
    ['list_operations', { after: 'getOrdr' }, 'to go on after; did you mean getOrder?'],
    ['list_scenarios', { names: ['flakey'] }, 'did you mean flaky?'],
    ['get_requests', { sandbox: 'seen', ids: [99] }, 'has no request 99'],
    ['get_requests', { sandbox: 'seen', ids: [1], limit: 2 }, "limit can't be given beside ids."],
    ['get_requests', { sandbox: 'not a name' }, "A sandbox's name must be 1 to 64 of"],
    ['explain_failure', { rule: 'a', request: 1 }, 'and not both.'],
  ])('answers %s %j with a sentence', async (name, args, sentence) => {
    const { isError, text } = await call(controller, name, args);
    expect([isError, text]).toEqual([true, expect.stringContaining(sentence)]);
    expect(text).not.toContain(token);
  });
});
