/** On which calls a scenario does something: exact over real requests, one after another and at once. */
import { describe, expect, it } from 'vitest';
import { scheduledScenarios, schedules } from '../../testing/scenarios/schedules.js';
import { visit } from '../../testing/scenarios/valid-requests.js';
import { startControlTester } from '../../control/testing/control-tester.js';
import { startMock } from '../../testing/mock-server.js';

const twenty = Array.from({ length: 20 }, (_, index) => `step ${index + 1}`);
const steps = twenty.map((message) => `{answer: {status: 400, message: ${message}}}`);
const folder = scheduledScenarios({
  twenty: `atEnd: hold\nsteps: [${steps.join(', ')}]`,
  half: 'when: {probability: 0.5}\nanswer: {status: 500}',
  marked: "match: {headers: {X-Mark: {equals: 'yes'}}}\nwhen: {first: 2}\nanswer: {status: 500}",
});
const { server, ask } = await startControlTester({ scenarios: folder, seed: 1 });

const categories = { method: 'GET', path: '/categories', success: 200 };

function call(sandbox: string, name: string, more: Record<string, string> = {}, on = server) {
  return visit(on, categories, sandbox, { 'X-Mock-Scenario': name, ...more });
}

/** The statuses of calls that wait for each other. */
async function statuses(sandbox: string, name: string, count: number, on = server): Promise<number[]> {
  const seen: number[] = [];
  while (seen.length < count) seen.push((await call(sandbox, name, {}, on)).status);
  return seen;
}

describe.each(Object.entries(schedules))('%s', (name, { statuses: expected }) => {
  it('gives the expected statuses to calls in sequence', async () => {
    expect(await statuses('row', name, expected.length)).toEqual(expected);
  });

  it('counts each of many concurrent calls once', async () => {
    const responses = await Promise.all(expected.map(() => call('crowd', name)));
    expect(responses.map(({ status }) => status).sort()).toEqual([...expected].sort());
  });
});

describe('counting', () => {
  it('gives twenty concurrent requests the twenty steps, once each', async () => {
    const responses = await Promise.all(twenty.map(() => call('crowd', 'twenty')));
    expect(responses.map(({ json }) => json.message).sort()).toEqual([...twenty].sort());
    expect((await call('crowd', 'twenty')).json.message).toBe('step 20');
  });

  it('names the step in the marker header', async () => {
    const markers: (string | null)[] = [];
    for (let turn = 0; turn < 5; turn += 1)
      markers.push((await call('marker', 'then-normal')).headers.get('x-mock-scenario'));
    const step = (number: number) => `then-normal; step ${number} of 5`;
    expect(markers).toEqual([step(1), step(2), step(3), null, step(5)]);
  });

  it('counts only matching requests', async () => {
    const seen: number[] = [];
    for (const mark of ['', 'yes', 'no', '', 'yes', 'yes'])
      seen.push((await call('matching', 'marked', { 'X-Mark': mark })).status);
    expect(seen).toEqual([200, 500, 200, 200, 500, 200]);
  });

  it('counts by sandbox and scenario, whatever the channel', async () => {
    expect(await statuses('one', 'first-three', 2)).toEqual([500, 500]);
    expect(await statuses('two', 'first-three', 4)).toEqual([500, 500, 500, 200]);
    expect(await statuses('one', 'every-third', 3)).toEqual([200, 200, 500]);
    const byKey = { Authorization: 'Bearer dk_test_one~first-three' };
    const rest = [
      await visit(server, categories, 'one', byKey),
      await visit(server, categories, 'one', byKey),
    ];
    expect(rest.map(({ status }) => status)).toEqual([500, 200]);
  });

  it.each([
    ['a reset', 'POST', '/sandboxes/again/reset', undefined],
    ['setting a scenario', 'PUT', '/sandboxes/again/scenario', { scenario: 'first-three' }],
  ])('starts over after %s', async (_, method, path, body) => {
    await ask('POST', '/sandboxes/again/reset');
    expect(await statuses('again', 'first-three', 4)).toEqual([500, 500, 500, 200]);
    await ask(method, path, body);
    expect(await statuses('again', 'first-three', 4)).toEqual([500, 500, 500, 200]);
  });
});

describe('probability', () => {
  const drawn = (seen: readonly number[]) => seen.map((status) => (status === 500 ? 'x' : '.')).join('');
  /** Thirty calls of the sandbox `chance` by seed. Other texts would be other outcomes for everyone who fixed a seed. */
  const frozen: Record<number, string> = {
    1: '...xxxx.....xx.xxxxx.xx.xx...x',
    2: 'x..xx.x..x.x...x.x....xxxx...x',
  };

  it.each(Object.entries(frozen))(
    'with seed %s gives the same outcomes on every server',
    async (seed, outcome) => {
      const fresh = await startMock({ scenarios: folder, seed: Number(seed) });
      expect(drawn(await statuses('chance', 'half', outcome.length, fresh))).toBe(outcome);
    },
  );

  it('is drawn for each sandbox separately, and repeats after a reset', async () => {
    const first = await statuses('luck', 'half', 30);
    expect(drawn(first)).not.toBe(frozen[1]);
    await ask('POST', '/sandboxes/luck/reset');
    const again = await Promise.all(first.map(() => call('luck', 'half')));
    expect(again.map(({ status }) => status).sort()).toEqual([...first].sort());
  });
});
