import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentContract } from '../../testing/document-contract.js';
import { caveats } from '../../../reports/run-record.js';
import { failedRules, runAgainstService, runSuite, type SuiteRun } from '../../testing/run-suite.js';
import { keys } from '../../testing/small-service.js';
import { todoKey, todoServer, type TodoServer } from '../../testing/todo-server.js';
import type { VerifyOptions } from '../options.js';

const open: TodoServer[] = [];

afterAll(async () => {
  for (const server of open) await server.close();
});

async function checkTodos(
  ignores: boolean,
  options: Partial<VerifyOptions> = {},
): Promise<SuiteRun & { server: TodoServer }> {
  const server = await todoServer(ignores);
  open.push(server);
  const contract = options.contract ?? (await documentContract('todo'));
  const run = await runSuite({
    ...{ url: server.url, contract, key: todoKey, expiredKey: undefined, limitedKey: undefined },
    ...options,
  });
  return { ...run, server };
}

const untouched = [1, 2, 3].map((id) => [id, { id, title: `Todo ${id}` }]);
const mayChange = /^(?:POST|PUT|PATCH|DELETE) \/todos(?:\/[123])?(?:\?|$)/;

describe('a run of verify that may not write', () => {
  /** Of a correct server. */
  let run: Awaited<ReturnType<typeof checkTodos>>;
  beforeAll(async () => {
    run = await checkTodos(false);
  });

  it('leaves every record of a server that ignores keys and bodies as it was', async () => {
    const { server, summary } = await checkTodos(true);
    expect([...server.records]).toEqual(untouched);
    expect(server.calls.filter((call) => mayChange.test(call))).toEqual([]);
    expect(server.calls.length).toBeGreaterThan(10);
    expect(summary.written).toBe(0);
    expect(summary.withheld).toBeGreaterThan(20);
  });

  it('reports a correct server as conforming, and lists the cases that it left out', () => {
    expect(failedRules(run)).toEqual([]);
    expect(run.summary).toMatchObject({ exitCode: 0, notSent: 0, written: 0 });
    expect(run.summary.notices.join('\n')).toMatch(
      /^\d+ cases that may change data were left out \(allowWrites\)\.$/m,
    );
    expect(caveats(run.plan, run.summary)).toContain(
      'Nothing was written: no request was sent that changes data.',
    );
    const missing = run.summary.rules.find(({ rule }) => rule.id === 'requests/not-json');
    expect(missing?.judged).toBeGreaterThan(0);
    const skipped = run.events.filter((event) => event.type === 'case' && event.verdict === 'SKIP');
    expect(skipped).toHaveLength(run.plan.withheld);
    expect(skipped).toContainEqual(
      expect.objectContaining({ operation: 'createTodo', reason: expect.stringContaining('(allowWrites)') }),
    );
  });

  it('tries to change and remove only what has a made-up id', () => {
    const { server } = run;
    const changes = server.calls.filter((call) => /^(?:PATCH|DELETE)/.test(call));
    expect(changes).toContainEqual(expect.stringMatching(/^DELETE \/todos\/20\d{8}$/));
    expect(changes).toContainEqual(expect.stringMatching(/^PATCH \/todos\/20\d{8}$/));
    expect(server.calls.some((call) => call.startsWith('PUT'))).toBe(false);
  });

  it('sends requests that the document marks as reading', async () => {
    const safe = (text: string) =>
      text.replace('operationId: createTodo', 'operationId: createTodo\n      x-drydock-safe: true');
    const { server, summary } = await checkTodos(false, {
      contract: await documentContract('todo', safe),
      only: 'createTodo',
    });
    expect(server.calls.filter((call) => call.startsWith('POST /todos'))).not.toEqual([]);
    expect(summary.written).toBe(0);
  });

  it('could not judge a document of operations that all write', async () => {
    const writing = (text: string) => text.replaceAll(/\n {4}get:\n.*\n.*(?=\n)/g, '');
    const { server, summary } = await checkTodos(false, {
      contract: await documentContract('todo', writing),
    });
    expect(server.calls).toEqual([]);
    expect(summary).toMatchObject({
      exitCode: 3,
      couldNotJudge: expect.stringMatching(/may change data: .* with allowWrites\.$/),
    });
  });

  it('could not judge an operation alone that writes', async () => {
    const { summary } = await checkTodos(false, { only: 'requests/*/createTodo/*' });
    expect(summary).toMatchObject({
      exitCode: 3,
      couldNotJudge: expect.stringMatching(/^Every request of this run may change data: .* allowWrites\.$/),
    });
  });

  it('sends all cases for this service except the removal of categories, and writes nothing', async () => {
    const [without, withWrites] = [
      await runAgainstService(undefined, { planOnly: true }),
      await runAgainstService(undefined, { planOnly: true, allowWrites: true }),
    ];
    expect(without.plan).toMatchObject({ writes: 0, withheld: 0 });
    const ids = ({ plan }: SuiteRun) => plan.cases.map(({ id }) => id);
    const keyed = 'routing/wrong-method/listCategories/DELETE/categories with the key';
    expect(ids(without).sort()).toEqual(
      ids(withWrites)
        .filter((id) => id !== keyed)
        .sort(),
    );
    expect(ids(withWrites)).toContain(keyed);
  });

  it('orders nothing at level SHOULD', async () => {
    const bodies: string[] = [];
    const { summary } = await runAgainstService(
      (response, { request, text }) => {
        if (request.url?.startsWith('/create-order') && !['GET', 'OPTIONS'].includes(request.method ?? ''))
          bodies.push(text);
        return response;
      },
      { level: 'SHOULD', only: 'createOrder' },
    );
    for (const body of bodies) expect(body).not.toContain('rate_id');
    expect(summary.rules.find(({ rule }) => rule.id === 'orders/order-can-be-followed')).toMatchObject({
      verdict: 'SKIP',
      reason: expect.stringContaining('(allowWrites)'),
    });
  });
});

describe('a run of verify that may write', () => {
  it('sends requests of every operation, and counts those that may have changed data', async () => {
    const { server, summary, plan } = await checkTodos(false, { allowWrites: true, budget: 300 });
    expect(server.records.size).toBeGreaterThan(3);
    expect(plan).toMatchObject({ withheld: 0, writes: expect.any(Number) });
    expect(plan.writes).toBeGreaterThan(20);
    expect(summary.written).toBeGreaterThanOrEqual(plan.writes);
    expect(caveats(plan, summary)).toContain(
      `${summary.written} requests that may have changed data were sent.`,
    );
    expect(JSON.stringify(summary)).not.toContain(keys.valid);
  });
});
