/** The tools for coding agents, called over standard input and output by the protocol's own client. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { drydock, type MockClient } from '../../client/index.js';
import { packageFile } from '../../contract/package-root.js';
import { temporaryFolder } from '../../testing/temporary-folder.js';

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

async function json<T>(client: Client, name: string, args: Record<string, unknown> = {}): Promise<T> {
  const { isError, text } = await call(client, name, args);
  expect([isError, isError ? text : '']).toEqual([false, '']);
  return JSON.parse(text) as T;
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
});
afterAll(async () => {
  await Promise.all([reader.close(), controller.close(), mock.close()]);
});

describe('drydock mcp', () => {
  it('lists its tools, and says which of them change something', async () => {
    const { tools } = await reader.listTools();
    expect(
      Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])),
    ).toEqual({
      ...{ list_operations: true, list_scenarios: true, set_scenario: false, get_requests: true },
      ...{ verify_requests: true, get_coverage: true, run_verify: false, explain_failure: true },
      compare_documents: true,
    });
  });

  it('lists operations, and the scenarios of one', async () => {
    expect(await json(reader, 'list_operations')).toContainEqual(
      expect.objectContaining({ id: 'getOrder', method: 'GET' }),
    );
    const scenarios = await json<{ name: string }[]>(reader, 'list_scenarios', {
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
    await json(controller, 'set_scenario', wanted);
    expect(await ask('dk_test_agent')).toBe(500);
    const mistyped = await call(controller, 'set_scenario', { ...wanted, scenario: 'flakey' });
    expect([mistyped.isError, mistyped.text]).toEqual([true, expect.stringContaining('did you mean flaky')]);
  });

  it('lists requests, verifies them, explains one, and reports the coverage', async () => {
    await ask('dk_test_seen');
    await ask('dk_limited_seen');
    const [request] = await json<{ id: number; operation: string }[]>(reader, 'get_requests', {
      sandbox: 'seen',
      limit: 1,
    });
    expect(request).toMatchObject({ id: 2, operation: 'listCategories' });
    const expected = { sandbox: 'seen', requests: [{ operation: 'listCategories', times: 2 }] };
    expect(await json(reader, 'verify_requests', expected)).toMatchObject({ verified: true });
    expect(await json(reader, 'explain_failure', { sandbox: 'seen', request: 2 })).toMatchObject({
      id: 2,
      problems: [],
    });
    expect(await json(reader, 'get_coverage', { sandbox: 'seen' })).toMatchObject({
      totals: { operations: { seen: 1 } },
    });
  });

  it('verifies a named target without writing, and explains what broke', async () => {
    const report = await json<{ brokenRules: string[]; summary: object }>(reader, 'run_verify', {
      budget: 20,
    });
    expect(report).toMatchObject({ brokenRules: ['envelope/data'], summary: { exitCode: 1, written: 0 } });
    const explained = await json<{ failures: object[] }>(reader, 'explain_failure', {
      rule: 'envelope/data',
    });
    expect(JSON.stringify(explained.failures)).toContain('data must be an array, got null');
    const other = await call(reader, 'explain_failure', { rule: 'envelope/errors' });
    expect(other.text).toContain('did not fail in the last run; broken rules: envelope/data');
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
    write('new.json', ['others']);
    await ask('dk_test_compared');
    const report = await json<{ breaking: { kind: string; met: { exchanges: number } }[] }>(
      reader,
      'compare_documents',
      { old: 'old.json', new: 'new.json' },
    );
    expect(report.breaking.map(({ kind, met }) => [kind, met.exchanges > 0])).toEqual([
      ['operation-removed', true],
      ['operation-removed', false],
    ]);
    const args = { old: 'old.json', new: 'new.json', weighed: false };
    expect(await json(reader, 'compare_documents', args)).toMatchObject({ traffic: null, harmless: 1 });
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
  ])('answers %s %j with a sentence', async (name, args, sentence) => {
    const { isError, text } = await call(controller, name, args);
    expect([isError, text]).toEqual([true, expect.stringContaining(sentence)]);
    expect(text).not.toContain(token);
  });
});
