import { beforeAll, describe, expect, it } from 'vitest';
import { readEvents } from '../../client/read-events.js';
import { startControlTester, type ControlTester } from '../testing/control-tester.js';
import type { VerifyRun } from './verify-runs.js';
import type { RunSuite, SuiteOrder } from './run-suite.js';

const key = 'dk_live_a-key-that-nobody-sees';
const orders: SuiteOrder[] = [];

/** A suite that waits until it is stopped, unless its target says that it fails. */
const suite: RunSuite = async function* run(order, signal) {
  orders.push(order);
  if (order.url.endsWith('/broken')) throw new Error('The target can not be judged.');
  const rule = { rule: 'envelope/data', title: 'data is an array.', level: 'MUST', cases: 1 } as const;
  const counts = { done: 1, total: 3, failed: 1, warned: 0, passed: 0, notJudged: 0 };
  yield { type: 'progress', ...counts, brokenRules: [rule] };
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
  yield { type: 'report', report: { format: 'drydock-report' } };
};

let tester: ControlTester;
beforeAll(async () => {
  tester = await startControlTester({ suite, allowVerify: ['staging.test'] });
});

/** Runs as a stream tells them, until it ends or has told enough. */
async function states(id: number, enough: (state: string) => boolean): Promise<string[]> {
  const { server } = tester;
  const response = await fetch(`http://127.0.0.1:${server.port}/__drydock/verify-runs/${id}/events`, {
    headers: { Authorization: `Bearer ${server.controlToken}` },
  });
  const seen: string[] = [];
  for await (const { data } of readEvents(response.body!, () => undefined)) {
    const { state, done, total, failed, brokenRules } = JSON.parse(data) as VerifyRun;
    seen.push(`${state} ${done}/${total} ${failed} ${brokenRules.length}`);
    if (enough(state)) break;
  }
  return seen;
}

describe('a run of the suite from the page', () => {
  it('is one at a time, is followed, stopped and reported, and shows no key', async () => {
    const order = { url: 'http://127.0.0.1:9/api', key, only: 'envelope/**' };
    const begun = await tester.ask('POST', '/verify-runs', order);
    expect([begun.status, begun.json]).toMatchObject([201, { id: 1, state: 'running', target: order.url }]);
    expect(orders.at(-1)).toMatchObject({
      ...{ key, only: 'envelope/**', allowWrites: false, maxTimeSeconds: 120 },
      addresses: [{ address: '127.0.0.1', family: 4 }],
    });
    const second = await tester.ask('POST', '/verify-runs', order);
    expect([second.status, second.json.detail]).toEqual([409, 'Run 1 is under way; stop it first.']);
    const running = await tester.ask('GET', '/verify-runs/1');
    expect(running.json).toMatchObject({ report: null, brokenRules: [{ rule: 'envelope/data', cases: 1 }] });
    const told = states(1, () => false);
    await tester.ask('DELETE', '/verify-runs/1');
    expect((await told).at(-1)).toBe('ended 1/3 1 1');
    const ended = await tester.ask('GET', '/verify-runs/1');
    expect(ended.json).toMatchObject({ state: 'ended', error: null, report: { format: 'drydock-report' } });
    for (const { text } of [begun, running, ended]) expect(text).not.toContain(key);
  });

  it('says why it could not run', async () => {
    const { json } = await tester.ask('POST', '/verify-runs', { url: 'http://localhost:9/broken' });
    const id = Number(json.id);
    await states(id, (state) => state === 'ended');
    expect((await tester.ask('GET', `/verify-runs/${id}`)).json.error).toBe('The target can not be judged.');
    expect((await tester.ask('GET', '/verify-runs/1')).status).toBe(404);
  });

  it('has the whole quota of its sandbox against this mock, and leaves that of others', async () => {
    const { ask, visit, server } = await startControlTester({ suite, quota: '1/60s' });
    const statusOf = async (key: string) => (await visit(key, '/categories')).status;
    for (const name of ['own', 'other'])
      expect([await statusOf(`dk_test_${name}`), await statusOf(`dk_test_${name}`)]).toEqual([200, 429]);
    const { status } = await ask('POST', '/verify-runs', { url: server.url, key: 'dk_test_own' });
    expect([status, await statusOf('dk_test_own'), await statusOf('dk_test_other')]).toEqual([201, 200, 429]);
    await ask('DELETE', '/verify-runs/1');
    const elsewhere = { url: 'http://127.0.0.1:9/api', key: 'dk_test_other' };
    expect([(await ask('POST', '/verify-runs', elsewhere)).status, await statusOf('dk_test_other')]).toEqual([
      201, 429,
    ]);
  });

  it('goes to no host that was not allowed', async () => {
    const { status, json } = await tester.ask('POST', '/verify-runs', { url: 'https://example.com' });
    expect([status, json.detail]).toEqual([
      403,
      expect.stringContaining('start the mock with the option allowVerify example.com'),
    ]);
  });
});
