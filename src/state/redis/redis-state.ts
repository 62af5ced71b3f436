import { randomUUID } from 'node:crypto';
import {
  defaultJournalLimits,
  defaultSandboxLimits,
  type JournalLimits,
  type SandboxLimits,
} from '../limits.js';
import type { MemoryBudget } from '../memory-budget.js';
import type { State, StoreHealth } from '../state.js';
import type { RedisAddress } from './address.js';
import { clockScripts, redisClock } from './clock-store.js';
import { RedisConnection } from './connection/connection.js';
import { journalScripts, redisJournal } from './journal-store.js';
import { documentScripts, redisDocuments } from './document-store.js';
import { keyScripts, redisKeys } from './key-store.js';
import { quotaScripts, redisQuota } from './quota-store.js';
import { ReplicaMessages } from './replica-messages.js';
import { directoryScripts, redisSandboxes } from './sandbox-directory.js';
import { redisScenarios, scenarioChoiceScripts } from './scenario-choice-store.js';
import { roomScripts } from './scripts/make-room.js';
import { ScriptRunner } from './scripts/script-runner.js';
import { scriptStart } from './scripts/script-start.js';

export interface RedisStateOptions {
  readonly address: RedisAddress;
  /** The default scenario while nobody has set another; each replica has its own. */
  readonly defaultScenario?: string | undefined;
  readonly journal?: Partial<JournalLimits>;
  readonly sandboxes?: Partial<SandboxLimits>;
  /** Receives what was dropped because Redis was full. */
  readonly budget?: MemoryBudget;
  /** Gets a sentence when Redis goes away and when it is back. */
  readonly log?: (line: string) => void;
  /** Milliseconds added to the clock of Redis; tests let time pass with it. */
  readonly clockShift?: () => number;
}

const scripts = {
  ...clockScripts,
  ...quotaScripts,
  ...scenarioChoiceScripts,
  ...journalScripts,
  ...keyScripts,
  ...documentScripts,
  ...directoryScripts,
  ...roomScripts,
};

/** State in a Redis that any number of replicas share, with the bounds that memory has. Most calls are one round trip. */
export class RedisState implements State {
  readonly quota: ReturnType<typeof redisQuota>;
  readonly scenarios: ReturnType<typeof redisScenarios>;
  readonly journal: ReturnType<typeof redisJournal>;
  readonly keys: ReturnType<typeof redisKeys>;
  readonly documents: ReturnType<typeof redisDocuments>;
  readonly sandboxes: ReturnType<typeof redisSandboxes>;
  readonly clock: ReturnType<typeof redisClock>;
  /** Messages between the replicas. */
  readonly replicas: ReplicaMessages;
  private readonly runner: ScriptRunner<keyof typeof scripts>;

  private constructor(
    private readonly connection: RedisConnection,
    { defaultScenario, clockShift = () => 0, budget }: RedisStateOptions,
  ) {
    const replica = randomUUID();
    const runner = new ScriptRunner<keyof typeof scripts>(connection, {
      clockShift,
      onRoomMade: ([journals, bytes, sandboxes]) => {
        budget?.shedElsewhere('journals in Redis', journals, bytes);
        budget?.shedElsewhere('sandboxes in Redis', sandboxes, 0);
      },
    });
    this.runner = runner;
    this.quota = redisQuota(runner);
    this.scenarios = redisScenarios(runner, defaultScenario);
    this.journal = redisJournal(runner, replica);
    this.keys = redisKeys(runner);
    this.documents = redisDocuments(runner);
    this.sandboxes = redisSandboxes(runner);
    this.clock = redisClock(runner);
    this.replicas = new ReplicaMessages(connection, replica);
  }

  /** @throws StoreUnavailableError when Redis can't be reached, one sentence */
  static async open(options: RedisStateOptions): Promise<RedisState> {
    const { address, log = () => undefined, sandboxes, journal } = options;
    const start = scriptStart(
      { ...defaultSandboxLimits, ...sandboxes },
      { ...defaultJournalLimits, ...journal },
    );
    const texts = Object.entries(scripts).map(([name, body]) => [name, start + body] as const);
    const connection = await RedisConnection.open({
      ...{ address, log },
      scripts: Object.fromEntries(texts),
    });
    return new RedisState(connection, options);
  }

  health(): StoreHealth {
    const { up, failedCalls } = this.connection;
    return { up, failedCalls };
  }

  async assureWritable(): Promise<void> {
    await this.runner.run('tryWrite', '');
  }

  close(): void {
    this.connection.close();
  }
}
