import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Order } from '../../shipping/types.js';
import type { IssuedKey, MaybePromise, State } from '../state.js';
import { newEntry } from './new-entry.js';

/** A store that is held against the laws, empty, with a clock that the laws move. */
export interface StateOnTrial {
  readonly state: State;
  /** Lets time pass for quotas. */
  readonly advance: (milliseconds: number) => MaybePromise<void>;
}

export interface TrialOptions {
  readonly defaultScenario: string | undefined;
  /** Exchanges that each journal keeps. */
  readonly journalEntries: number;
}

export type CreateState = (options: TrialOptions) => MaybePromise<StateOnTrial>;

/** Exchanges kept by the stores on trial. */
const journalEntries = 5;

/** What every store must do, whatever it is made of. */
export function stateLaws(name: string, create: CreateState): void {
  const opened: State[] = [];
  const fresh = async (defaultScenario?: string): Promise<StateOnTrial> => {
    const made = await create({ defaultScenario, journalEntries });
    opened.push(made.state);
    return made;
  };
  afterEach(async () => {
    for (const state of opened.splice(0)) await state.close();
  });
  describe(`${name} keeps the laws of a store`, () => {
    quotaLaws(fresh);
    orderLaws(fresh);
    scenarioLaws(fresh);
    journalLaws(fresh);
    coverageLaws(fresh);
    sandboxLaws(fresh);
    keyLaws(fresh);
  });
}

type Fresh = (defaultScenario?: string) => Promise<StateOnTrial>;

/** Answers of so many calls at once. */
function together<T>(count: number, call: () => MaybePromise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, call));
}

const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, index) => index + from);

function quotaLaws(fresh: Fresh): void {
  describe('a quota', () => {
    const quota = { limit: 3, windowSeconds: 10 };

    it('is spent by as many requests as it allows, and then refuses', async () => {
      const { state } = await fresh();
      const answers = [];
      for (let call = 0; call < 5; call += 1) answers.push(await state.spendQuota('a', quota));
      expect(answers.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
        [true, 2],
        [true, 1],
        [true, 0],
        [false, 0],
        [false, 0],
      ]);
      for (const { resetSeconds } of answers) {
        expect(resetSeconds).toBeGreaterThanOrEqual(1);
        expect(resetSeconds).toBeLessThanOrEqual(10);
        expect(Number.isInteger(resetSeconds)).toBe(true);
      }
    });

    it('is whole again once its window is over, which begins with the first request', async () => {
      const { state, advance } = await fresh();
      await together(3, () => state.spendQuota('a', quota));
      await advance(8500);
      expect(await state.spendQuota('a', quota)).toEqual({ allowed: false, remaining: 0, resetSeconds: 2 });
      await advance(1600);
      expect(await state.spendQuota('a', quota)).toEqual({ allowed: true, remaining: 2, resetSeconds: 10 });
    });

    it('belongs to one sandbox', async () => {
      const { state } = await fresh();
      await together(4, () => state.spendQuota('a', quota));
      expect(await state.spendQuota('b', quota)).toMatchObject({ allowed: true, remaining: 2 });
    });

    it('allows no request too many among parallel ones', async () => {
      const { state } = await fresh();
      const wide = { limit: 20, windowSeconds: 10 };
      const answers = await together(50, () => state.spendQuota('a', wide));
      expect(answers.filter(({ allowed }) => allowed)).toHaveLength(20);
      const left = answers.flatMap(({ allowed, remaining }) => (allowed ? [remaining] : []));
      expect(left.sort((a, b) => a - b)).toEqual(upTo(20, 0));
    });
  });
}

const order = (trackingNumber: string, said: Partial<Order> = {}): Order => ({
  id: `id-${trackingNumber}`,
  tracking_number: trackingNumber,
  rate_id: 'rate',
  courier_name: 'Größe & Söhne 🚢',
  shipping_charge: 12.34,
  status: 'created',
  created_at: '2026-01-01T00:00:00.000Z',
  ...said,
});

function orderLaws(fresh: Fresh): void {
  describe('orders', () => {
    it('are found as they were saved, in their sandbox only', async () => {
      const { state } = await fresh();
      await state.saveOrder('a', order('1'));
      await state.saveOrder('a', order('2'));
      expect(await state.findOrder('a', '1')).toEqual(order('1'));
      expect(await state.findOrder('a', '2')).toEqual(order('2'));
      expect(await state.findOrder('a', '3')).toBeUndefined();
      expect(await state.findOrder('b', '1')).toBeUndefined();
    });

    it('take the place of one with the same number', async () => {
      const { state } = await fresh();
      await state.saveOrder('a', order('1'));
      await state.saveOrder('a', order('1', { status: 'shipped' }));
      expect(await state.findOrder('a', '1')).toEqual(order('1', { status: 'shipped' }));
      expect(await state.sandboxes()).toMatchObject([{ name: 'a', orders: 1 }]);
    });

    it('have any number, names that objects have of themselves too', async () => {
      const { state } = await fresh();
      for (const number of ['__proto__', 'constructor', 'a:b', '*', '']) {
        expect(await state.findOrder('a', number)).toBeUndefined();
        await state.saveOrder('a', order(number));
        expect(await state.findOrder('a', number)).toEqual(order(number));
      }
    });

    it('of a rate are counted from 0, none twice among parallel ones', async () => {
      const { state } = await fresh();
      const counts = await together(20, () => state.countOrderOf('a', 'rate'));
      expect(counts.sort((a, b) => a - b)).toEqual(upTo(20, 0));
      expect(await state.countOrderOf('a', 'other')).toBe(0);
      expect(await state.countOrderOf('b', 'rate')).toBe(0);
    });
  });
}

function scenarioLaws(fresh: Fresh): void {
  describe('a scenario', () => {
    it('of the sandbox comes before the default, and the default stays where there is none', async () => {
      const { state } = await fresh('slow');
      expect(await state.scenarioFor('a')).toEqual({ names: 'slow', channel: 'default' });
      await state.setScenario('a', { names: 'flaky, drip' });
      expect(await state.scenarioFor('a')).toEqual({ names: 'flaky, drip', channel: 'sandbox' });
      expect(await state.sandboxScenario('a')).toEqual({ names: 'flaky, drip' });
      expect(await state.scenarioFor('b')).toEqual({ names: 'slow', channel: 'default' });
      expect(await state.sandboxScenario('b')).toBeUndefined();
      await state.setScenario('a', undefined);
      expect(await state.scenarioFor('a')).toEqual({ names: 'slow', channel: 'default' });
    });

    it('that is not saved keeps its definition until another is set', async () => {
      const { state } = await fresh();
      const tried = { names: 'größer', definition: '{"name":"größer"}' };
      await state.setScenario('a', tried);
      expect(await state.scenarioFor('a')).toEqual({ ...tried, channel: 'sandbox' });
      expect(await state.sandboxScenario('a')).toEqual(tried);
      await state.setScenario('a', { names: 'flaky' });
      expect(await state.scenarioFor('a')).toEqual({ names: 'flaky', channel: 'sandbox' });
    });

    it('by default can be set and removed', async () => {
      const { state } = await fresh();
      expect(await state.defaultScenario()).toBeUndefined();
      expect(await state.scenarioFor('a')).toBeUndefined();
      await state.setDefaultScenario('slow');
      expect(await state.defaultScenario()).toBe('slow');
      expect(await state.scenarioFor('a')).toEqual({ names: 'slow', channel: 'default' });
      await state.setDefaultScenario(undefined);
      expect(await state.scenarioFor('a')).toBeUndefined();
    });

    it('counts its calls from 1, none twice among parallel ones, by sandbox and name', async () => {
      const { state } = await fresh();
      const counts = await together(20, () => state.countCall('a', 'flaky'));
      expect(counts.sort((a, b) => a - b)).toEqual(upTo(20));
      expect(await state.countCall('a', 'slow')).toBe(1);
      expect(await state.countCall('b', 'flaky')).toBe(1);
      expect(Object.fromEntries(await state.callCounts('a'))).toEqual({ flaky: 20, slow: 1 });
      expect((await state.callCounts('c')).size).toBe(0);
    });

    it('begins anew when one is set, or taken away, in this sandbox alone', async () => {
      const { state } = await fresh();
      for (const scenario of [{ names: 'flaky' }, undefined]) {
        await state.countCall('a', 'flaky');
        await state.countCall('b', 'slow');
        await state.setScenario('a', scenario);
        expect((await state.callCounts('a')).size).toBe(0);
        expect(await state.countCall('a', 'flaky')).toBe(1);
      }
      expect(Object.fromEntries(await state.callCounts('b'))).toEqual({ slow: 2 });
    });
  });
}

function journalLaws(fresh: Fresh): void {
  const paths = async (state: State, sandbox: string) =>
    (await state.journal(sandbox)).map(({ id, request }) => `${id} ${request.path}`);

  describe('a journal', () => {
    it('keeps an exchange as it was, bytes that are no text too', async () => {
      const { state } = await fresh();
      const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
      const entry = newEntry('/ä?', {
        operation: 'getOrder',
        durationMs: 1.25,
        elapsed: 1_767_225_600_000.125,
        problems: [{ pointer: '/weight', text: 'weight is wrong' }],
        request: {
          ...{ method: 'POST', path: '/ä?', query: 'a=%20' },
          headers: { host: 'h', 'set-cookie': ['a', 'b'] },
          body: { bytes, size: 100_000 },
        },
        response: { status: 429, headers: { 'Retry-After': '1' }, body: { bytes, size: 256 } },
        scenario: { names: ['flaky'], channel: 'key', step: 'step 1 of 2', fault: 'reset' },
      });
      expect(await state.record('a', entry)).toBe(1);
      const [kept] = await state.journal('a');
      expect(kept).toEqual({ ...entry, id: 1 });
      expect(Array.from(kept?.request.body.bytes ?? [])).toEqual(Array.from(bytes));
    });

    it('is oldest first, numbered from 1, and keeps the last ones', async () => {
      const { state } = await fresh();
      for (const path of ['/1', '/2', '/3']) await state.record('a', newEntry(path));
      expect(await paths(state, 'a')).toEqual(['1 /1', '2 /2', '3 /3']);
      for (const path of ['/4', '/5', '/6', '/7']) await state.record('a', newEntry(path));
      expect(await paths(state, 'a')).toEqual(['3 /3', '4 /4', '5 /5', '6 /6', '7 /7']);
      expect(await state.sandboxes()).toMatchObject([{ name: 'a', requests: 7 }]);
    });

    it('keeps the last ones of any number, in order', async () => {
      await fc.assert(
        fc.asyncProperty(fc.nat(20), async (count) => {
          const { state } = await fresh();
          for (const number of upTo(count)) await state.record('a', newEntry(`/${number}`));
          const kept = upTo(count).slice(-journalEntries);
          expect(await paths(state, 'a')).toEqual(kept.map((number) => `${number} /${number}`));
        }),
        { numRuns: 15 },
      );
    });

    it('gives each of parallel exchanges a number of its own', async () => {
      const { state } = await fresh();
      const numbers = await together(20, () => state.record('a', newEntry()));
      expect(numbers.sort((a, b) => a - b)).toEqual(upTo(20));
      expect(await state.journal('a')).toHaveLength(journalEntries);
    });

    it('is cleared for one sandbox, and numbers go on', async () => {
      const { state } = await fresh();
      await state.record('a', newEntry('/1'));
      await state.record('b', newEntry('/other'));
      await state.clearJournal('a');
      expect(await state.journal('a')).toEqual([]);
      expect(await paths(state, 'b')).toEqual(['1 /other']);
      await state.record('a', newEntry('/2'));
      expect(await paths(state, 'a')).toEqual(['2 /2']);
    });
  });
}

function coverageLaws(fresh: Fresh): void {
  it('what was covered is a set, by sandbox', async () => {
    const { state } = await fresh();
    const marks = ['status getOrder 404', 'field GET /a b /box~1/*/ü', 'status getOrder 404'];
    for (const mark of marks) await state.record('a', newEntry(), () => [mark]);
    expect([...(await state.covered('a'))].sort()).toEqual([...new Set(marks)].sort());
    expect((await state.covered('b')).size).toBe(0);
  });
}

function sandboxLaws(fresh: Fresh): void {
  describe('a sandbox', () => {
    it('exists from its first use, and asking is none', async () => {
      const { state } = await fresh();
      expect(await state.exists('a')).toBe(false);
      await state.journal('a');
      await state.covered('a');
      await state.callCounts('a');
      await state.sandboxScenario('a');
      await state.clearJournal('a');
      expect([await state.exists('a'), await state.sandboxes()]).toEqual([false, []]);
      await state.setScenario('a', { names: 'flaky' });
      expect(await state.exists('a')).toBe(true);
    });

    it('is listed with its scenario, its exchanges, its orders and its last use', async () => {
      const { state, advance } = await fresh('slow');
      await state.setScenario('a', { names: 'flaky' });
      await advance(3000);
      await state.record('b', newEntry());
      await state.saveOrder('b', order('1'));
      const listed = [...(await state.sandboxes())].sort((x, y) => (x.name < y.name ? -1 : 1));
      expect(listed.map(({ idleMilliseconds: _, ...rest }) => rest)).toEqual([
        { name: 'a', scenario: 'flaky', requests: 0, orders: 0 },
        { name: 'b', scenario: undefined, requests: 1, orders: 1 },
      ]);
      const [a = 0, b = 0] = listed.map(({ idleMilliseconds }) => idleMilliseconds);
      expect(a - b).toBeGreaterThan(2500);
      expect(a - b).toBeLessThan(3500);
    });

    it('is forgotten whole by a reset, and no other is', async () => {
      const { state } = await fresh('slow');
      await fill(state, 'a');
      await fill(state, 'b');
      const before = await seen(state, 'b');
      await state.reset('a');
      expect(await state.exists('a')).toBe(false);
      expect(await seen(state, 'b')).toEqual(before);
      expect(await seen(state, 'a')).toEqual(await seen(state, 'never used'));
      expect(await state.countOrderOf('a', 'rate')).toBe(0);
      expect(await state.spendQuota('a', { limit: 3, windowSeconds: 10 })).toMatchObject({ remaining: 2 });
      expect(await state.record('a', newEntry())).toBe(1);
    });

    it('is forgotten with all others, and the default is again what it was at the start', async () => {
      const { state } = await fresh('slow');
      await fill(state, 'a');
      await state.setDefaultScenario('flaky');
      await state.addKey(issuedKey('1'));
      await state.resetAll();
      expect(await state.sandboxes()).toEqual([]);
      expect(await state.defaultScenario()).toBe('slow');
      expect(await state.keys()).toEqual([issuedKey('1')]);
    });

    it('never sees what happens in another, whatever its name', async () => {
      const { state } = await fresh();
      const names = ['a', 'a:b', '*', 'A', 'a.', '..', '__proto__', 'constructor'];
      for (const sandbox of names) await state.record(sandbox, newEntry(`/${sandbox}`));
      for (const sandbox of names)
        expect((await state.journal(sandbox)).map(({ request }) => request.path)).toEqual([`/${sandbox}`]);
    });
  });
}

/** Puts something everywhere in a sandbox. */
async function fill(state: State, sandbox: string): Promise<void> {
  await state.spendQuota(sandbox, { limit: 3, windowSeconds: 10 });
  await state.setScenario(sandbox, { names: 'flaky' });
  await state.countCall(sandbox, 'flaky');
  await state.countOrderOf(sandbox, 'rate');
  await state.saveOrder(sandbox, order('1'));
  await state.record(sandbox, newEntry(), () => ['status getOrder 404']);
}

/** What can be seen of a sandbox. */
async function seen(state: State, sandbox: string): Promise<unknown> {
  return {
    scenario: await state.scenarioFor(sandbox),
    calls: Object.fromEntries(await state.callCounts(sandbox)),
    order: await state.findOrder(sandbox, '1'),
    journal: await state.journal(sandbox),
    covered: [...(await state.covered(sandbox))],
  };
}

const issuedKey = (id: string): IssuedKey => ({
  id,
  name: 'Größe',
  sandbox: 'a',
  start: 'dk_live_ab',
  digest: 'f'.repeat(64),
  scopes: ['categories'],
  createdAt: 1_767_225_600_000,
  expiresAt: undefined,
});

function keyLaws(fresh: Fresh): void {
  it('issued keys are listed as they were added until they are removed', async () => {
    const { state } = await fresh();
    expect(await state.keys()).toEqual([]);
    const expiring: IssuedKey = { ...issuedKey('2'), scopes: undefined, expiresAt: 1 };
    await state.addKey(issuedKey('1'));
    await state.addKey(expiring);
    expect([...(await state.keys())].sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      issuedKey('1'),
      expiring,
    ]);
    expect(await state.expireKey('1', 5)).toEqual({ ...issuedKey('1'), expiresAt: 5 });
    expect((await state.keys()).map(({ expiresAt }) => expiresAt)).toContain(5);
    expect(await state.expireKey('none', 5)).toBeUndefined();
    expect(await state.removeKey('1')).toBe(true);
    expect(await state.removeKey('1')).toBe(false);
    expect(await state.keys()).toEqual([expiring]);
    await state.reset('a');
    expect(await state.keys()).toEqual([expiring]);
  });
}
