import { randomUUID } from 'node:crypto';
import type { Order } from '../../shipping/types.js';
import { defaultJournalLimits } from '../memory/journal.js';
import type { JournalLimits } from '../memory/journal.js';
import type { JournalEntry, NewJournalEntry } from '../../journal/journal-entry.js';
import { defaultSandboxLimits } from '../limits.js';
import type { SandboxLimits } from '../limits.js';
import type { RedisAddress } from './address.js';
import { RedisConnection, scriptOf } from './connection.js';
import type { Script } from './connection.js';
import { entryBytes, entryFromBytes } from './entry-bytes.js';
import { storeScripts } from './scripts.js';
import type { ScriptName } from './scripts.js';
import type {
  ChosenScenario,
  Covers,
  IssuedKey,
  Quota,
  QuotaSpent,
  SandboxSummary,
  SetScenario,
  State,
  StoreHealth,
} from '../state.js';

export interface RedisStateOptions {
  readonly address: RedisAddress;
  /** The default scenario while nobody has set another; each replica has its own. */
  readonly defaultScenario?: string | undefined;
  readonly journal?: Partial<JournalLimits>;
  readonly sandboxes?: Partial<SandboxLimits>;
  /** Told in one sentence when Redis goes away and when it is back. */
  readonly log?: (line: string) => void;
  /** How long Redis may take for an answer, in milliseconds. Default 2,000. */
  readonly timeoutMs?: number;
  /** Milliseconds added to the clock of Redis; tests let time pass with it. */
  readonly clockShift?: () => number;
}

/** An exchange that was recorded by another replica. */
export interface ExchangeElsewhere {
  readonly sandbox: string;
  readonly entry: JournalEntry;
}

const nothingKnown: ReadonlySet<string> = new Set();

/** State in a Redis that any number of replicas share, with the bounds that memory has. Each call is one round trip. */
export class RedisState implements State {
  private readonly replica = randomUUID();

  private constructor(
    private readonly options: RedisStateOptions,
    private readonly connection: RedisConnection,
    private readonly scripts: ReadonlyMap<string, Script>,
  ) {}

  /** @throws StoreUnavailableError when Redis can't be reached, one sentence */
  static async open(options: RedisStateOptions): Promise<RedisState> {
    const { address, log = () => undefined, timeoutMs } = options;
    const connection = await RedisConnection.open({
      ...{ address, log },
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
    const texts = storeScripts(
      { ...defaultSandboxLimits, ...options.sandboxes },
      { ...defaultJournalLimits, ...options.journal },
    );
    const scripts = new Map(Object.entries(texts).map(([name, text]) => [name, scriptOf(text)]));
    return new RedisState(options, connection, scripts);
  }

  async spendQuota(sandbox: string, { limit, windowSeconds }: Quota): Promise<QuotaSpent> {
    const [allowed, remaining, resetSeconds] = (await this.run('spendQuota', sandbox, [
      String(limit),
      String(windowSeconds * 1000),
    ])) as [number, number, number];
    return { allowed: allowed === 1, remaining, resetSeconds };
  }

  async countOrderOf(sandbox: string, rateId: string): Promise<number> {
    return (await this.run('countOrderOf', sandbox, [rateId])) as number;
  }

  async saveOrder(sandbox: string, order: Order): Promise<void> {
    await this.run('saveOrder', sandbox, [order.tracking_number, JSON.stringify(order)]);
  }

  async findOrder(sandbox: string, trackingNumber: string): Promise<Order | undefined> {
    const order = (await this.run('findOrder', sandbox, [trackingNumber])) as string | null;
    return order === null ? undefined : (JSON.parse(order) as Order);
  }

  async scenarioFor(sandbox: string): Promise<SetScenario | undefined> {
    const [names, definition, byDefault] = (await this.run('scenarioFor', sandbox)) as (string | null)[];
    const own = chosen(names, definition);
    if (own) return { ...own, channel: 'sandbox' };
    const scenario = this.defaultFrom(byDefault);
    return scenario === undefined ? undefined : { names: scenario, channel: 'default' };
  }

  async setScenario(sandbox: string, scenario: ChosenScenario | undefined): Promise<void> {
    await this.run('setScenario', sandbox, [scenario?.names ?? '', scenario?.definition ?? '']);
  }

  async sandboxScenario(sandbox: string): Promise<ChosenScenario | undefined> {
    const [names, definition] = (await this.run('sandboxScenario', sandbox)) as (string | null)[];
    return chosen(names, definition);
  }

  async defaultScenario(): Promise<string | undefined> {
    return this.defaultFrom((await this.connection.send(['GET', this.key('default')])) as string | null);
  }

  async setDefaultScenario(names: string | undefined): Promise<void> {
    await this.connection.send(['SET', this.key('default'), names ?? '']);
  }

  async countCall(sandbox: string, scenario: string): Promise<number> {
    return (await this.run('countCall', sandbox, [scenario])) as number;
  }

  async callCounts(sandbox: string): Promise<ReadonlyMap<string, number>> {
    const pairs = pairsOf((await this.run('callCounts', sandbox)) as string[]);
    return new Map(pairs.map(([scenario, count]) => [scenario, Number(count)]));
  }

  async record(sandbox: string, entry: NewJournalEntry, covers?: Covers): Promise<number> {
    const marks = covers?.(nothingKnown) ?? [];
    return (await this.run('record', sandbox, [this.replica, entryBytes(entry), ...marks])) as number;
  }

  async journal(sandbox: string): Promise<JournalEntry[]> {
    return ((await this.run('journal', sandbox, [], true)) as Buffer[]).map(entryFromBytes);
  }

  async clearJournal(sandbox: string): Promise<void> {
    await this.run('clearJournal', sandbox);
  }

  async covered(sandbox: string): Promise<ReadonlySet<string>> {
    return new Set((await this.run('covered', sandbox)) as string[]);
  }

  async sandboxes(): Promise<SandboxSummary[]> {
    const rows = (await this.run('sandboxes', '')) as [string, string | null, string, number, number][];
    return rows.map(([name, scenario, requests, orders, idleMilliseconds]) => ({
      name,
      scenario: scenario ?? undefined,
      requests: Number(requests),
      orders,
      idleMilliseconds,
    }));
  }

  async exists(sandbox: string): Promise<boolean> {
    return (await this.run('exists', sandbox)) === 1;
  }

  async reset(sandbox: string): Promise<void> {
    await this.run('reset', sandbox);
  }

  async resetAll(): Promise<void> {
    await this.run('resetAll', '');
  }

  async keys(): Promise<IssuedKey[]> {
    const [keys, ends] = (await this.run('keys', '')) as [string[], string[]];
    const endOf = new Map(pairsOf(ends));
    return keys.map((text) => {
      const key = JSON.parse(text) as IssuedKey;
      return keyWithEnd(key, endOf.get(key.id));
    });
  }

  async addKey(key: IssuedKey): Promise<void> {
    await this.connection.send(['HSET', this.key('keys'), key.id, JSON.stringify(key)]);
  }

  async expireKey(id: string, at: number): Promise<IssuedKey | undefined> {
    const known = (await this.run('expireKey', '', [id, String(at)])) as string | null;
    return known === null ? undefined : keyWithEnd(JSON.parse(known) as IssuedKey, String(at));
  }

  async removeKey(id: string): Promise<boolean> {
    return (await this.run('removeKey', '', [id])) === 1;
  }

  health(): StoreHealth {
    const { up, failedCalls } = this.connection;
    return { up, failedCalls };
  }

  /** Tells the other replicas something; who is away misses it. */
  async announce(news: string): Promise<void> {
    await this.connection.send(['PUBLISH', this.key('news'), `${this.replica}\n${news}`]);
  }

  /** Hears what other replicas announce. @returns what ends it */
  onNews(listener: (news: string) => void): () => void {
    return this.hear('news', (news) => {
      listener(news.toString('utf8'));
    });
  }

  /** Hears of the exchanges that other replicas record. @returns what ends it */
  onExchangesElsewhere(listener: (exchange: ExchangeElsewhere) => void): () => void {
    return this.hear('exchanges', (message) => {
      const nameEnd = message.indexOf(0x0a);
      const sandbox = message.toString('utf8', 0, nameEnd);
      listener({ sandbox, entry: entryFromBytes(message.subarray(nameEnd + 1)) });
    });
  }

  /** What others say on a channel, without the line that says who. */
  private hear(channel: string, listener: (message: Buffer) => void): () => void {
    return this.connection.listen(this.key(channel), (message) => {
      const end = message.indexOf(0x0a);
      if (message.toString('latin1', 0, end) !== this.replica) listener(message.subarray(end + 1));
    });
  }

  async close(): Promise<void> {
    await this.connection.close();
  }

  private run(
    name: ScriptName,
    sandbox: string,
    args: readonly (string | Buffer)[] = [],
    asBytes = false,
  ): Promise<unknown> {
    const script = this.scripts.get(name);
    if (!script) throw new Error(`There is no script ${name}.`);
    const shift = this.options.clockShift?.() ?? 0;
    return this.connection.run(script, [String(shift), sandbox, ...args], asBytes);
  }

  private key(kind: string): string {
    return `${this.options.address.base}:${kind}`;
  }

  /** @param set what somebody set: empty for none, null when nobody has */
  private defaultFrom(set: string | null | undefined): string | undefined {
    if (set === null || set === undefined) return this.options.defaultScenario;
    return set === '' ? undefined : set;
  }
}

function chosen(names: string | null | undefined, definition: string | null | undefined) {
  if (names === null || names === undefined) return undefined;
  return definition === null || definition === undefined ? { names } : { names, definition };
}

/** JSON has no undefined, so what is missing is that. */
function keyWithEnd(key: IssuedKey, end: string | undefined): IssuedKey {
  return { ...key, scopes: key.scopes, expiresAt: end === undefined ? key.expiresAt : Number(end) };
}

function pairsOf(flat: readonly string[]): [string, string][] {
  return flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? '']] : []));
}
