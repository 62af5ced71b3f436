/** The server of the tools, called by the protocol's own client, which holds every result against the tool's output schema. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drydock, type MockClient } from '../client/index.js';
import { fc } from '../testing/properties/fast-check.js';
import { tools } from './call-tool.js';
import { createMcpServer } from './mcp-server.js';
import { comparison, report } from './testing/sample-reports.js';
import type { ToolContext } from './tool.js';

const token = 'a-token-for-agents';
let mock: MockClient;
let client: Client;

function contextOf(given: Partial<ToolContext> = {}): ToolContext {
  return {
    mock: () => Promise.resolve(mock),
    allowControl: true,
    suite: {
      ...{ targets: ['staging'], allowWrites: false, last: () => report },
      run: (_target, _choice, { onProgress }) => {
        onProgress?.('20 of 60 cases');
        return Promise.resolve(report);
      },
    },
    compare: () => Promise.resolve(comparison),
    ...given,
  };
}

async function connect(given: Partial<ToolContext> = {}): Promise<Client> {
  const server = await createMcpServer(contextOf(given));
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const made = new Client({ name: 'test', version: '1' });
  await Promise.all([server.connect(ours), made.connect(theirs)]);
  // From then on the client validates results.
  await made.listTools();
  return made;
}

async function result<T>(name: string, args: Record<string, unknown> = {}): Promise<T> {
  const { content, isError, structuredContent } = await client.callTool({ name, arguments: args });
  const [{ text } = { text: '' }] = content as { text: string }[];
  expect([isError ?? false, text]).toEqual([false, JSON.stringify(structuredContent)]);
  return structuredContent as T;
}

async function send(sandbox: string, paths: readonly string[]): Promise<void> {
  const headers = { Authorization: `Bearer dk_test_${sandbox}` };
  for (const path of paths) await (await fetch(`${mock.url}${path}`, { headers })).text();
}

beforeAll(async () => {
  mock = await drydock.start({ controlToken: token, quota: 'off' });
  client = await connect();
});
afterAll(async () => {
  await client.close();
  await mock.close();
});

describe('the description of the server', () => {
  it('tells how to work with the tools, and names only those that exist', () => {
    const text = client.getInstructions() ?? '';
    const named = new Set(text.match(/\b[a-z]+_[a-z]+\b/g));
    const names = tools.map(({ name }) => name);
    expect([...named].filter((name) => !names.includes(name) && name !== 'dk_test')).toEqual([]);
    expect(names.filter((name) => !named.has(name))).toEqual(['get_coverage', 'compare_documents']);
    expect(text).toContain('run_verify checks staging, and sends nothing that may change data on them.');
    expect(text).toContain('change the mock, and are allowed here');
  });

  it('tells what is refused', async () => {
    const suite = { ...contextOf().suite, targets: [] };
    const other = await connect({ allowControl: false, suite });
    expect(other.getInstructions()).toContain('set_scenario and reset_sandbox are refused here');
    expect(other.getInstructions()).toContain('run_verify has no target here');
    await other.close();
  });

  it('has schemas that are valid, a title and true hints for each tool', async () => {
    const listed = (await client.listTools()).tools;
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
    for (const { inputSchema, outputSchema, title } of listed) {
      ajv.compile(inputSchema);
      ajv.compile(outputSchema ?? false);
      expect(title).toMatch(/^[A-Z]/);
    }
    const changing = { readOnlyHint: false, openWorldHint: false };
    expect(
      Object.fromEntries(
        listed
          .filter(({ annotations }) => annotations?.readOnlyHint !== true)
          .map(({ name, annotations }) => [name, annotations]),
      ),
    ).toEqual({
      set_scenario: { title: 'Set the scenario', ...changing, destructiveHint: false, idempotentHint: false },
      reset_sandbox: { title: 'Reset a sandbox', ...changing, destructiveHint: true, idempotentHint: true },
      run_verify: {
        ...{ title: 'Run the contract suite', readOnlyHint: false, openWorldHint: true },
        ...{ destructiveHint: false, idempotentHint: false },
      },
    });
    const withWrites = await connect({ suite: { ...contextOf().suite, allowWrites: true } });
    const runVerify = (await withWrites.listTools()).tools.find(({ name }) => name === 'run_verify');
    expect(runVerify?.annotations?.destructiveHint).toBe(true);
    await withWrites.close();
  });
});

describe('the result of each tool', () => {
  /** Calls that succeed after the requests below. */
  const calls: readonly [string, Record<string, unknown>][] = [
    ['list_operations', {}],
    ['list_scenarios', {}],
    ['list_scenarios', { names: ['flaky', 'empty-categories'] }],
    ['get_coverage', {}],
    ['get_coverage', { sandbox: 'shapes' }],
    ['set_scenario', { scenario: 'flaky', sandbox: 'other' }],
    ['set_scenario', { scenario: 'normal' }],
    ['reset_sandbox', { sandbox: 'other' }],
    ['get_requests', { sandbox: 'shapes' }],
    ['get_requests', { sandbox: 'shapes', ids: [4, 1, 2, 3] }],
    ['get_requests', { sandbox: 'nobody' }],
    ['verify_requests', { sandbox: 'shapes', requests: [{ operation: 'getOrder' }], inOrder: true }],
    ['verify_requests', { sandbox: 'shapes', backoff: true }],
    ['run_verify', {}],
    ['explain_failure', { rule: 'envelope/data' }],
    ['explain_failure', { sandbox: 'shapes', request: 2 }],
    ['compare_documents', { old: 'a', new: 'b' }],
  ];

  beforeAll(async () => {
    const headers = { Authorization: 'Bearer dk_test_shapes~connection-reset' };
    await send('shapes', ['/categories', '/nothing?a=1', '/categories']);
    await fetch(`${mock.url}/categories`, { headers }).catch(() => undefined);
  });

  it.each(calls)('of %s %j is as its schema says', async (name, args) => {
    expect(Object.keys(await result(name, args))).not.toEqual([]);
  });

  it('is looked at for every tool', () => {
    expect([...new Set(calls.map(([name]) => name))].sort()).toEqual(tools.map(({ name }) => name).sort());
  });

  it('shows an exchange in a line, and in full where its id is given', async () => {
    const { requests } = await result<Requests>('get_requests', { sandbox: 'shapes', ids: [2] });
    const lines = (await result<Requests>('get_requests', { sandbox: 'shapes' })).requests;
    expect(lines.map(({ id }) => id)).toEqual([4, 3, 2, 1]);
    const { exchange, ...line } = requests[0] ?? { id: 0 };
    expect(line).toEqual(lines[2]);
    expect(line).toMatchObject({ method: 'GET', status: 404, operation: null, scenario: [], problems: 0 });
    expect(line).toHaveProperty('path', '/api/v1/developer/nothing?a=1');
    expect(exchange).toMatchObject({ id: 2, response: { status: 404 }, charges: null });
    expect(lines[0]).toMatchObject({ scenario: ['connection-reset'], fault: expect.any(String) as unknown });
  });

  it('says where requests are, where a sandbox has none', async () => {
    expect(await result('get_requests', { sandbox: 'nobody' })).toMatchObject({
      requests: [],
      note: expect.stringContaining('shapes (4)') as unknown,
    });
  });
});

interface Requests {
  readonly requests: readonly { readonly id: number; readonly exchange?: object }[];
  readonly next: number | null;
}

describe('pages', () => {
  /** The requests of a sandbox page by page, going back in time. */
  async function readBack(
    args: Record<string, unknown>,
    betweenPages: () => Promise<void>,
  ): Promise<number[]> {
    const found: number[] = [];
    for (let before: number | null | undefined; before !== null;) {
      const cursor = before === undefined ? {} : { before };
      const page: Requests = await result('get_requests', { ...args, ...cursor });
      found.push(...page.requests.map(({ id }) => id));
      before = page.next;
      await betweenPages();
    }
    return found;
  }

  it('of requests are together all requests, while new ones arrive', async () => {
    let run = 0;
    const paths = fc.array(fc.constantFrom('/categories', '/nothing'), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        paths,
        fc.integer({ min: 1, max: 6 }),
        fc.constantFrom({}, { operation: 'listCategories' }, { operation: 'none', status: '4XX' }),
        async (sent, limit, filter) => {
          run += 1;
          const sandbox = `pages-${run}`;
          await send(sandbox, sent);
          const wanted =
            'operation' in filter
              ? { listCategories: '/categories', none: '/nothing' }[filter.operation]
              : '';
          const expected = sent.flatMap((path, index) =>
            wanted === '' || path === wanted ? [index + 1] : [],
          );
          const found = await readBack({ sandbox, limit, ...filter }, () =>
            send(sandbox, ['/categories', '/nothing']),
          );
          expect(found).toEqual(expected.reverse());
        },
      ),
      { numRuns: 25 },
    );
  });

  it.each([
    ['list_operations', 'operations', 'id'],
    ['list_scenarios', 'scenarios', 'name'],
    ['get_coverage', 'operations', 'id'],
    ['explain_failure', 'failures', 'number'],
    ['compare_documents', 'breaking', 'number'],
  ])('of %s are together the whole list', async (name, list, key) => {
    const args = {
      explain_failure: { rule: 'envelope/data' },
      compare_documents: { old: 'a', new: 'b' },
    }[name];
    const page = async (more: object) => {
      const found = await result<Record<string, unknown>>(name, { ...args, ...more });
      const items = found[list] as Record<string, string>[];
      return { keys: items.map((item) => item[key] ?? ''), next: found.next as string | null };
    };
    const whole = await page({ limit: 100 });
    expect([whole.keys.length > 1, whole.next]).toEqual([true, null]);
    const found: string[] = [];
    for (let next: string | null | undefined; next !== null;) {
      const one = await page({ limit: 1, ...(next === undefined ? {} : { after: next }) });
      found.push(...one.keys);
      next = one.next;
    }
    expect(found).toEqual(whole.keys);
  });

  it('of scenarios that have a text are those that have it', async () => {
    const { scenarios } = await result<{ scenarios: { name: string }[] }>('list_scenarios', {
      search: 'FLAK',
    });
    expect(scenarios.map(({ name }) => name)).toContain('flaky');
    expect(scenarios.length).toBeLessThan(5);
  });
});

describe('a broken rule', () => {
  it('is explained by its sentence, the request and the place in the document', async () => {
    const explained = await result('explain_failure', { rule: 'envelope/data', limit: 1 });
    expect(explained).toEqual({
      target: 'http://127.0.0.1:1',
      rule: {
        ...{ id: 'envelope/data', level: 'MUST', title: 'data is an array.' },
        ...{ sentence: 'data: array, Result objects.', section: '2.1' },
      },
      failures: [
        {
          ...{ number: '1', verdict: 'FAIL', operations: ['listCategories'], sent: 'a valid request' },
          curl: 'curl -i http://127.0.0.1:1/categories',
          response: { status: 200, headers: ['Content-Type: application/json'], body: '{"data":null}' },
          ...{ expected: ['an array'], actual: 'data must be an array, got null', pointer: '/data' },
          document: { file: 'openapi.yaml', pointer: '/components/schemas/List/properties/data', line: 12 },
          ...{ case: 'requests/valid/listCategories', cases: 26, alsoBroken: ['envelope/keys'] },
        },
      ],
      next: '1',
    });
  });

  it('is explained where another rule stands for its cause', async () => {
    expect(await result('explain_failure', { rule: 'envelope/keys' })).toMatchObject({
      rule: { id: 'envelope/keys' },
      failures: [{ actual: 'data is missing', pointer: '', countedAs: 'envelope/data' }],
      next: null,
    });
  });

  it('is named in the order in which to fix it', async () => {
    expect(await result('run_verify')).toMatchObject({
      brokenRules: ['auth/missing-key', 'envelope/data'],
      summary: { notCounted: 1, judgedRules: { judged: 77, counted: 78 } },
      more: 0,
    });
  });

  it.each([
    [
      'limits/recovers',
      'did not fail in the last run (not checked: no response called for it); broken rules: ',
    ],
    [
      'http/json',
      'did not fail in the last run (it was checked on 9 responses); broken rules: auth/missing-key, ',
    ],
    ['envelope/dat', 'The last run checked no rule "envelope/dat"; broken rules: auth/missing-key, '],
  ])('is told apart from %s', async (rule, sentence) => {
    const { isError, content } = await client.callTool({ name: 'explain_failure', arguments: { rule } });
    expect([isError, content]).toEqual([
      true,
      [{ type: 'text', text: expect.stringContaining(sentence) as unknown }],
    ]);
  });

  it('comes with progress, for a client that asked for it', async () => {
    const lines: (string | undefined)[] = [];
    const onprogress = ({ message }: { message?: string | undefined }) => lines.push(message);
    await client.callTool({ name: 'run_verify' }, undefined, { onprogress });
    expect(lines).toEqual(['20 of 60 cases']);
  });
});

describe('a call with bad arguments', () => {
  it('gets one sentence whatever they are, or a result', async () => {
    const names = [...new Set(tools.flatMap(({ properties }) => Object.keys(properties)))];
    const args = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), fc.jsonValue(), {
      maxKeys: 4,
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...tools.map(({ name }) => name)), args, async (name, given) => {
        const { content, isError } = await client.callTool({ name, arguments: given });
        const [{ text } = { text: '' }] = content as { text: string }[];
        expect(text).not.toContain(token);
        if (isError !== true) return;
        expect(text).toMatch(/^.+[.?]$/);
        expect(text).not.toMatch(/\n|\bat .+:\d+:\d+|\[object|undefined/);
      }),
      { numRuns: 150 },
    );
  });

  it('gets the reason of a failure in one line, where the mock is not there', async () => {
    const other = await connect({ mock: () => Promise.reject(new Error('No mock\n  runs here.')) });
    const { content, isError } = await other.callTool({ name: 'list_operations' });
    expect([isError, content]).toEqual([true, [{ type: 'text', text: 'No mock runs here.' }]]);
    await other.close();
  });
});
