import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setImmediate } from 'node:timers/promises';
import { drydock } from '../../client/index.js';
import { createServer } from '../../index.js';
import type { DrydockServer } from '../../server/create-server.js';
import { coverageReport } from '../../journal/coverage/coverage-report.js';
import { describeEntry } from '../../journal/describe-entry.js';
import { readVerification } from '../../journal/testing/read-verification.js';
import { verifyJournal } from '../../journal/verification/verify-journal.js';

let server: DrydockServer;
beforeAll(async () => {
  server = await createServer({ port: 0 });
});
afterAll(() => server.close());
beforeEach(() => server.mock().state.sandboxes.resetAll());

const authorization = 'Bearer dk_test_journal';
const sandbox = 'journal';
const get = (path: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  fetch(`${server.url}${path}`, { headers: { authorization, ...headers }, ...(signal && { signal }) });
const journal = async () => server.mock().state.journal.list(sandbox);
const covered = async () => coverageReport(server.mock(), await server.mock().state.journal.marks(sandbox));

describe('an exchange that is under way while its sandbox is reset', () => {
  it('is counted at its end, and not told as the one that has its number now', async () => {
    const { state } = server.mock();
    const client = drydock.attach({ url: server.url, token: server.controlToken });
    const unsent = async (): Promise<string | undefined> => {
      const headers = { authorization: `Bearer ${server.controlToken}` };
      const metrics = await (await fetch(`${server.origin}/__drydock/metrics`, { headers })).text();
      return /_total\{operation="listCategories",status="0"\} .*/.exec(metrics)?.[0];
    };
    const before = await unsent();
    const events = await client.events({ sandbox });
    const leaving = new AbortController();
    const held = { 'X-Mock-Scenario': 'never-answers' };
    const gone = get('/categories', held, leaving.signal).catch((cause: unknown) => cause);
    const seen: string[] = [];
    for await (const event of events) {
      if (event.type !== 'exchange') continue;
      const { id, ending } = event.request;
      seen.push(`${id} ${ending}`);
      if (id === 2) break;
      if (ending !== null) continue;
      await state.sandboxes.reset(sandbox);
      await get('/categories');
      leaving.abort();
      expect(await gone).toBeInstanceOf(Error);
      while ((await unsent()) === before);
      await get('/categories');
    }
    expect(seen).toEqual(['1 null', '1 complete', '2 complete']);
    await client.close();
  });
});

describe('an exchange through a real socket', () => {
  it('is recorded as it was sent, with a key that is public', async () => {
    const body = await (await get('/categories?x=1')).text();
    const [entry] = await journal();
    const view = describeEntry(entry!, server.mock().secrets.names);
    expect(view).toMatchObject({
      id: 1,
      operation: 'listCategories',
      request: { method: 'GET', query: 'x=1', headers: { authorization }, key: 'valid' },
      response: { status: 200, body: { size: Buffer.byteLength(body), json: JSON.parse(body) as unknown } },
      scenario: null,
      problems: [],
    });
    expect(view.request.path).toMatch(/\/categories$/);
    expect(Math.abs(entry!.time - entry!.elapsed)).toBeLessThan(60_000);
  });

  it('with an invalid body is recorded with its problems, and covers the fields that were sent', async () => {
    await fetch(`${server.url}/get-shipping-rates`, {
      method: 'POST',
      headers: { authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify({ weight: 'heavy', box_dimension: [{ length: 1 }] }),
    });
    const [entry] = await journal();
    expect(entry?.problems.map(({ pointer }) => pointer)).toContain('/weight');
    const rates = (await covered()).operations.find(({ id }) => id === 'getShippingRates');
    expect(rates?.statuses).toMatchObject({ '200': false, '400': true });
    expect(rates?.fields).toMatchObject({
      '/weight': true,
      '/box_dimension/*/length': true,
      '/box_dimension/*/width': false,
      '/sender/city': false,
    });
  });

  it.each([
    ['connection-reset', false],
    ['never-answers', false],
    ['malformed-json', true],
  ])(
    'broken by %s covers the scenario, and the status only if it can be known: %s',
    async (scenario, known) => {
      const gone = new AbortController();
      const answered = fetch(`${server.url}/categories`, {
        headers: { authorization, 'X-Mock-Scenario': scenario },
        signal: gone.signal,
      }).catch(() => undefined);
      while ((await covered()).scenarios.met.length === 0) await setImmediate();
      if (scenario === 'never-answers') gone.abort();
      await answered;
      const report = await covered();
      const categories = report.operations.find(({ id }) => id === 'listCategories');
      expect(categories).toMatchObject({ seen: true, scenarios: [scenario] });
      expect(Object.values(categories!.statuses).includes(true)).toBe(known);
      expect(report.scenarios.met).toEqual([scenario]);
    },
  );

  it('can be verified, with the waits between the client’s attempts', async () => {
    for (let request = 1; request <= 3; request += 1)
      await get('/categories', { 'X-Mock-Scenario': request < 3 ? 'rate-limited-twice' : 'normal' });
    const parsed = readVerification({
      requests: [{ operation: 'listCategories', status: 429, times: 2 }, { status: 200 }],
      inOrder: true,
      backoff: true,
    });
    if ('problems' in parsed) throw new Error(parsed.problems.join('; '));
    const verdict = verifyJournal(await journal(), parsed.verification);
    expect(verdict.checks.map(({ passed, ids }) => [passed, ids])).toEqual([
      [true, [1, 2]],
      [true, [3]],
    ]);
    expect(verdict.order).toEqual({ passed: true, why: 'In order: exchanges 1, 2, 3.' });
    expect(verdict).toMatchObject({ verified: false, backoff: { passed: false } });
    expect(verdict.backoff?.waits.map(({ id, toldSeconds, passed }) => [id, toldSeconds, passed])).toEqual([
      [1, 1, false],
      [2, 1, false],
    ]);
  });
});
