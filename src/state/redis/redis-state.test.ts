/** A shared store adds to the laws: several replicas, bounds that Redis keeps, and a Redis that goes away. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '@redis/client';
import { RedisServer, whyNoRedis } from '../../testing/redis-server.js';
import { describeUnless } from '../../testing/unless.js';
import { readRedisAddress } from './address.js';
import { RedisState, type RedisStateOptions } from './redis-state.js';
import { MemoryBudget } from '../memory-budget.js';
import { StoreUnavailableError } from '../store-unavailable.js';
import { newEntry } from '../testing/new-entry.js';

const order = (number: string) => ({ tracking_number: number });
const bytes = (size: number) => ({ bytes: new Uint8Array(size), size });
const large = (path: string) =>
  newEntry(path, { response: { status: 200, headers: {}, body: bytes(60_000) } });

describeUnless(whyNoRedis, 'RedisState', () => {
  let server: RedisServer;
  let raw: ReturnType<typeof createClient>;
  const opened: RedisState[] = [];
  beforeAll(async () => {
    server = await RedisServer.start();
    raw = createClient({ url: server.url });
    await raw.connect();
  });
  afterAll(() => {
    raw.destroy();
  });
  beforeEach(async () => {
    await raw.flushAll();
  });
  afterEach(() => {
    for (const state of opened.splice(0)) state.close();
  });

  async function open(
    options: Partial<RedisStateOptions> = {},
    of = server,
    query = '',
  ): Promise<RedisState> {
    const url = new URL(of.url + query);
    if (!url.searchParams.has('timeout')) url.searchParams.set('timeout', '60000');
    const address = readRedisAddress(url.href);
    if (!address) throw new Error('The address is not understood.');
    const state = await RedisState.open({ address, ...options });
    opened.push(state);
    return state;
  }

  /** A state whose time the test moves. */
  async function openWithClock(options: Partial<RedisStateOptions> = {}) {
    const clock = { shift: 0 };
    return { clock, state: await open({ ...options, clockShift: () => clock.shift }) };
  }

  describe('replicas on one Redis', () => {
    it('spend one quota, exactly', async () => {
      const replicas = await Promise.all(Array.from({ length: 4 }, () => open()));
      const quota = { limit: 100, windowSeconds: 3600 };
      const spent = await Promise.all(
        replicas.flatMap((replica) => Array.from({ length: 100 }, () => replica.quota.spend('a', quota))),
      );
      expect(spent.filter(({ allowed }) => allowed)).toHaveLength(100);
    });

    it('have one state', async () => {
      const [one, other] = [await open({ defaultScenario: 'slow' }), await open({ defaultScenario: 'slow' })];
      await one.documents.save('a', 'orders', 'DDK1', order('DDK1'));
      await one.scenarios.choose('a', { names: 'x', definition: '{}' });
      await one.journal.record('a', newEntry('/1'), () => ['status getOrder 200']);
      expect(await other.documents.find('a', 'orders', 'DDK1')).toEqual(order('DDK1'));
      expect(await other.scenarios.inForce('a')).toEqual({
        names: 'x',
        definition: '{}',
        channel: 'sandbox',
      });
      expect(await other.journal.record('a', newEntry('/2'))).toBe(2);
      expect((await one.journal.list('a')).map(({ id, request }) => [id, request.path])).toEqual([
        [1, '/1'],
        [2, '/2'],
      ]);
      expect([...(await other.journal.marks('a'))]).toEqual(['status getOrder 200']);
      await one.scenarios.setDefault('flaky');
      expect(await other.scenarios.inForce('b')).toEqual({ names: 'flaky', channel: 'default' });
      await other.sandboxes.reset('a');
      expect([await one.sandboxes.exists('a'), await one.documents.find('a', 'orders', 'DDK1')]).toEqual([
        false,
        undefined,
      ]);
    });

    it('have a default of their own until one is set for all, also to none', async () => {
      const [one, other] = [await open({ defaultScenario: 'slow' }), await open()];
      expect([await one.scenarios.defaultNames(), await other.scenarios.defaultNames()]).toEqual([
        'slow',
        undefined,
      ]);
      await other.scenarios.setDefault(undefined);
      expect(await one.scenarios.defaultNames()).toBeUndefined();
      await other.sandboxes.resetAll();
      expect(await one.scenarios.defaultNames()).toBe('slow');
    });

    it('give each exchange one number, whoever records it', async () => {
      const [one, other] = [await open(), await open()];
      const numbers = await Promise.all(
        Array.from({ length: 40 }, (_, call) => (call % 2 ? one : other).journal.record('a', newEntry())),
      );
      expect(new Set(numbers).size).toBe(40);
      const ids = (await one.journal.list('a')).map(({ id }) => id);
      expect(ids).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    });

    it('hear the announcements and exchanges of others, and not their own', async () => {
      const [one, other] = [await open(), await open()];
      const heard: unknown[] = [];
      one.replicas.onAnnouncement((news) => heard.push(['one', news]));
      const announced = new Promise((resolve) => other.replicas.onAnnouncement(resolve));
      const recorded = new Promise((resolve) => other.replicas.onExchange(resolve));
      // A subscription is under way until Redis has confirmed it.
      await expectSubscribers(raw, 'news', 2);
      await expectSubscribers(raw, 'exchanges', 1);
      await one.replicas.announce('größer\nnews');
      const entry = large('/ä');
      const id = await one.journal.record('a', entry);
      expect([await announced, await recorded]).toEqual([
        'größer\nnews',
        { sandbox: 'a', entry: { ...entry, id } },
      ]);
      expect(heard).toEqual([]);
    });

    it('with different prefixes or databases know nothing of each other', async () => {
      const states = [await open(), await open({}, server, '?prefix=b'), await open({}, server, '/1')];
      for (const state of states) await state.scenarios.choose('a', { names: 'flaky' });
      await states[0]?.sandboxes.resetAll();
      expect(await Promise.all(states.map((state) => state.sandboxes.exists('a')))).toEqual([
        false,
        true,
        true,
      ]);
    });
  });

  describe('beside another version of Drydock', () => {
    const refusal =
      'it holds the state of another version of Drydock (schema 0, this is 4); give it another ?prefix=NAME.';

    it('refuses to start on its state, in one sentence', async () => {
      const state = await open();
      await state.journal.record('a', newEntry());
      await raw.set('{drydock}:schema', '0');
      await expect(open()).rejects.toThrow(`Failed to use Redis at ${server.url}: ${refusal}`);
      await expect(open({}, server, '?prefix=b')).resolves.toBeInstanceOf(RedisState);
    });

    it('refuses to start on state that says no version', async () => {
      await raw.zAdd('{drydock}:sandboxes', { score: 1, value: 'a' });
      await expect(open()).rejects.toThrow('(schema none, this is 4)');
    });

    it('takes over once nothing is left of it', async () => {
      await raw.set('{drydock}:schema', '0');
      const state = await open();
      await state.documents.save('a', 'orders', 'DDK1', order('DDK1'));
      expect(await raw.get('{drydock}:schema')).toBe('4');
    });

    it('stops writing when that one takes its place', async () => {
      const lines: string[] = [];
      const state = await open({ log: (line) => lines.push(line) });
      await raw.set('{drydock}:schema', '5');
      await expect(state.scenarios.countCall('a', 'flaky')).rejects.toThrow('The store refuses');
      expect(lines).toEqual([expect.stringMatching(/refuses: SCHEMA .*\(schema 5, this is 4\)$/)]);
      await raw.flushAll();
      expect(await state.scenarios.countCall('a', 'flaky')).toBe(1);
      expect(await raw.get('{drydock}:schema')).toBe('4');
    });
  });

  describe('is bounded', () => {
    it('in sandboxes: those unused for longest are dropped', async () => {
      const { clock, state } = await openWithClock({ sandboxes: { maxSandboxes: 10 } });
      for (let index = 0; index < 25; index += 1) {
        clock.shift += 1000;
        await state.journal.record('kept', newEntry());
        await state.journal.record(`s${index}`, newEntry());
        expect((await state.sandboxes.list()).length).toBeLessThanOrEqual(10);
      }
      expect([await state.sandboxes.exists('kept'), await state.sandboxes.exists('s24')]).toEqual([
        true,
        true,
      ]);
      expect([await state.sandboxes.exists('s0'), await state.journal.list('s0')]).toEqual([false, []]);
    });

    it('in time: everything in Redis expires but issued keys, a default that was set and the schema', async () => {
      const state = await open();
      await state.quota.spend('a', { limit: 1, windowSeconds: 60 });
      await state.scenarios.choose('a', { names: 'flaky' });
      await state.scenarios.countCall('a', 'flaky');
      await state.documents.increment('a', 'orders-by-rate', 'rate');
      await state.documents.save('a', 'orders', 'DDK1', order('DDK1'));
      await state.journal.record('a', newEntry(), () => ['mark']);
      const keys = (await raw.keys('*')).filter((key) => key !== '{drydock}:schema');
      const left = await Promise.all(keys.map((key) => raw.pTTL(key)));
      expect(keys.length).toBeGreaterThan(10);
      for (const milliseconds of left) expect(milliseconds).toBeGreaterThan(3_600_000);
      await state.sandboxes.reset('a');
      expect(await raw.keys('*:a')).toEqual([]);
    });

    it('in bytes of all journals: the one used least recently shrinks first', async () => {
      const { clock, state } = await openWithClock({ journal: { totalBytes: 400_000 } });
      for (const sandbox of ['old', 'new', 'new', 'new', 'new', 'new', 'new']) {
        clock.shift += 1000;
        await state.journal.record(sandbox, large(`/${sandbox}`));
      }
      expect(await state.journal.list('old')).toHaveLength(0);
      expect(await state.journal.list('new')).toHaveLength(6);
      await state.journal.record('new', large('/new'));
      expect((await state.journal.list('new')).map(({ id }) => id)).toEqual([2, 3, 4, 5, 6, 7]);
      await state.sandboxes.reset('new');
      expect(await raw.get('{drydock}:size')).toBe('0');
    });

    it('in bytes of exchanges that grow when they are completed', async () => {
      const state = await open({ journal: { totalBytes: 200_000 } });
      const ids: number[] = [];
      for (let index = 0; index < 5; index += 1) ids.push(await state.journal.record('a', newEntry('/a')));
      for (const id of ids) expect(await state.journal.complete('a', id, large('/a'))).toBe(true);
      expect((await state.journal.list('a')).map(({ id }) => id)).toEqual([3, 4, 5]);
      expect(Number(await raw.get('{drydock}:size'))).toBeLessThanOrEqual(200_000);
    });
  });

  describe('a Redis that is full', () => {
    it('loses its oldest journals, and takes the next exchange, order and scenario', async () => {
      const full = await RedisServer.start('--maxmemory', '12mb', '--maxmemory-policy', 'noeviction');
      const budget = new MemoryBudget();
      const state = await open({ budget }, full);
      for (let index = 0; index < 300; index += 1) await state.journal.record(`s-${index}`, large('/a'));
      expect(budget.shed.map(({ kind }) => kind)).toEqual(['journals in Redis']);
      expect(await state.journal.list('s-0')).toEqual([]);
      expect(await state.journal.list('s-299')).toHaveLength(1);
      await state.documents.save('s-0', 'orders', 'DDK1', order('DDK1'));
      await state.scenarios.choose('s-0', { names: 'flaky' });
      await state.assureWritable();
      await full.stop();
    });

    it('fails calls and the try of a write once nothing is left to evict, and logs why', async () => {
      const lines: string[] = [];
      const state = await open({ log: (line) => lines.push(line) });
      await raw.configSet('maxmemory', '1');
      await expect(state.scenarios.countCall('a', 'flaky')).rejects.toBeInstanceOf(StoreUnavailableError);
      await expect(state.assureWritable()).rejects.toThrow('Redis is full');
      await raw.configSet('maxmemory', '0');
      await state.assureWritable();
      expect(await state.scenarios.countCall('a', 'flaky')).toBe(1);
      expect(lines).toEqual([expect.stringMatching(/^Redis at \S+ refuses: it is full/)]);
    });
  });

  describe('a Redis that goes away', () => {
    it('fails calls at once, logs that once, and comes back by itself', async () => {
      const own = await RedisServer.start();
      const lines: string[] = [];
      let wake = (): void => undefined;
      const said = async (pattern: RegExp): Promise<void> => {
        while (!lines.some((line) => pattern.test(line)))
          await new Promise<void>((resolve) => (wake = resolve));
      };
      const log = (line: string): void => {
        lines.push(line);
        wake();
      };
      const state = await open({ log }, own);
      await state.journal.record('a', newEntry());
      await own.stop();
      await said(/away/);
      for (let call = 0; call < 20; call += 1)
        await expect(state.scenarios.countCall('a', 'flaky')).rejects.toBeInstanceOf(StoreUnavailableError);
      expect(state.health()).toEqual({ up: false, failedCalls: 20 });
      await own.run();
      await said(/^Redis at \S+ is back/);
      expect([await state.scenarios.countCall('a', 'flaky'), state.health().up]).toEqual([1, true]);
      expect(lines).toEqual([
        `Redis at ${own.url} is away (the connection was cut); requests are answered 503 until it is back.`,
        `Redis at ${own.url} is back.`,
      ]);
      await own.stop();
    });

    it('is away once a reply is late, although its connections stay open', async () => {
      const own = await RedisServer.start();
      const state = await open({}, own, '?timeout=2000');
      const other = await open({}, own, '?timeout=2000');
      const announced = new Promise((resolve) => other.replicas.onAnnouncement(resolve));
      own.suspend();
      await expect(state.scenarios.countCall('a', 'flaky')).rejects.toThrow('no answer in 2000 ms');
      await expect(other.scenarios.countCall('a', 'flaky')).rejects.toThrow('no answer in 2000 ms');
      expect([state.health().up, other.health().up]).toEqual([false, false]);
      own.resume();
      while (!state.health().up || !other.health().up)
        await new Promise((resolve) => setTimeout(resolve, 20));
      await state.replicas.announce('here again');
      expect(await announced).toBe('here again');
      await own.stop();
    });

    it('or was never there is reported in one sentence without a password', async () => {
      const own = await RedisServer.start('--requirepass', 'right');
      const address = (text: string) =>
        readRedisAddress(text) ?? { url: '', shown: '', base: '', timeoutMs: 0 };
      const at = own.url.replace('redis://', 'redis://:wrong@');
      await expect(RedisState.open({ address: address(at) })).rejects.toThrow(
        `Failed to reach Redis at ${own.url}: it refuses the name or password. Start it, or fix --redis.`,
      );
      await own.stop();
      await expect(RedisState.open({ address: address(at) })).rejects.toThrow(
        `Failed to reach Redis at ${own.url}: the connection is refused. Start it, or fix --redis.`,
      );
    });

    it('sends its scripts again when Redis has forgotten them', async () => {
      const state = await open();
      await state.scenarios.countCall('a', 'flaky');
      await raw.scriptFlush();
      expect(await state.scenarios.countCall('a', 'flaky')).toBe(2);
      expect(state.health()).toEqual({ up: true, failedCalls: 0 });
    });
  });
});

async function expectSubscribers(raw: ReturnType<typeof createClient>, channel: string, count: number) {
  const name = `{drydock}:${channel}`;
  while ((await raw.pubSubNumSub([name]))[name] !== count);
}
