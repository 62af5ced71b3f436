/**
 * The connection to Redis. It is up or away: away after it broke or a reply did not come in time. While it is away every
 * call fails at once, nothing waits in a queue, and nothing is sent twice; it is tried again until it is back.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { ErrorReply, RESP_TYPES } from '@redis/client';
import { StoreUnavailableError } from '../../store-unavailable.js';
import type { RedisAddress } from '../address.js';
import { isFullReply, StoreFullError } from '../scripts/make-room.js';
import { OtherSchemaError } from '../scripts/schema.js';
import { ClientPair, failureReason, storeScript } from './client-pair.js';
import type { ClientPairOptions, Listener, Argument } from './client-pair.js';
import { PendingCalls } from './pending-calls.js';

export type { Argument } from './client-pair.js';

export interface ConnectionOptions {
  readonly address: RedisAddress;
  /** Lua by name. */
  readonly scripts: Readonly<Record<string, string>>;
  readonly log: (line: string) => void;
}

/** Milliseconds that each step of connecting may take at least. */
const connectTimeoutMs = 10_000;
/** Between two tries to come back, in milliseconds. */
const retryEvery = 250;
/** Errors that Redis replies with are logged at most this often, in milliseconds. */
const logErrorsEvery = 10_000;

const asBytes = { [RESP_TYPES.BLOB_STRING]: Buffer };

export class RedisConnection {
  private pair: ClientPair | undefined;
  private reason = 'it was never reached';
  private readonly pairOptions: ClientPairOptions;
  private readonly pending: PendingCalls;
  private readonly listeners = new Map<string, Listener>();
  private readonly closing = new AbortController();
  private refusalLoggedAt = -Infinity;
  failedCalls = 0;

  private constructor(private readonly options: ConnectionOptions) {
    const { address, scripts } = options;
    const { timeoutMs } = address;
    const defined = Object.entries(scripts).map(([name, text]) => [name, storeScript(text)] as const);
    this.pairOptions = {
      ...{ address, scripts: Object.fromEntries(defined) },
      timeoutMs: Math.max(timeoutMs, connectTimeoutMs),
    };
    this.pending = new PendingCalls(timeoutMs, () => {
      this.lose(`no answer in ${timeoutMs} ms`);
    });
  }

  /** @throws StoreUnavailableError when Redis can't be reached, or holds the state of another version */
  static async open(options: ConnectionOptions): Promise<RedisConnection> {
    const connection = new RedisConnection(options);
    try {
      await connection.connect();
    } catch (cause) {
      connection.close();
      const { shown } = options.address;
      const failure =
        cause instanceof OtherSchemaError
          ? `Failed to use Redis at ${shown}: ${cause.message}.`
          : `Failed to reach Redis at ${shown}: ${failureReason(cause)}. Start it, or fix --redis.`;
      throw new StoreUnavailableError(failure, { cause });
    }
    return connection;
  }

  get up(): boolean {
    return this.pair !== undefined;
  }

  /** Runs a script. @throws StoreUnavailableError */
  run(script: string, args: readonly Argument[], replyAs: 'text' | 'bytes' = 'text'): Promise<unknown> {
    return this.call(({ commands }) => {
      const client = replyAs === 'bytes' ? commands.withTypeMapping(asBytes) : commands;
      const run = client[script];
      if (!run) throw new Error(`There is no script ${script}.`);
      return run.call(client, this.options.address.base, args);
    });
  }

  /** Sends a message to all that listen to a channel. @throws StoreUnavailableError */
  async publish(channel: string, message: string): Promise<void> {
    await this.call(({ commands }) => commands.publish(this.channelName(channel), message));
  }

  /** Listens to a channel, after every return of Redis again. @returns what ends it */
  listen(channel: string, listener: Listener): () => void {
    const name = this.channelName(channel);
    this.listeners.set(name, listener);
    this.pair?.subscribe(name, listener);
    return () => {
      this.listeners.delete(name);
      this.pair?.unsubscribe(name, listener);
    };
  }

  /** Logs why Redis does not do what it is asked, unless it has been said a moment ago. */
  logRefusal(reason: string): void {
    const now = performance.now();
    if (now - this.refusalLoggedAt <= logErrorsEvery) return;
    this.refusalLoggedAt = now;
    this.options.log(`Redis at ${this.options.address.shown} refuses: ${reason}`);
  }

  close(): void {
    this.closing.abort();
    this.pending.close();
    this.disconnect('the mock stops');
  }

  private channelName(channel: string): string {
    return `${this.options.address.base}:${channel}`;
  }

  private call<T>(send: (pair: ClientPair) => Promise<T>): Promise<T> {
    if (!this.pair) {
      this.failedCalls += 1;
      return Promise.reject(this.unavailable());
    }
    return this.pending.watch(send(this.pair), (cause) => this.failure(cause));
  }

  private async connect(): Promise<void> {
    const pair = await ClientPair.connect(this.pairOptions, this.listeners);
    if (this.closing.signal.aborted) {
      pair.destroy();
      return;
    }
    pair.onEnd((cause) => {
      if (this.pair === pair) this.lose(failureReason(cause));
    });
    this.pair = pair;
  }

  /** Goes away, and tries to come back. */
  private lose(reason: string): void {
    if (!this.pair) return;
    this.disconnect(reason);
    const { address, log } = this.options;
    log(`Redis at ${address.shown} is away (${reason}); requests are answered 503 until it is back.`);
    void this.comeBack();
  }

  private disconnect(reason: string): void {
    const { pair } = this;
    this.pair = undefined;
    this.reason = reason;
    this.failedCalls += this.pending.rejectAll(this.unavailable());
    pair?.destroy();
  }

  private async comeBack(): Promise<void> {
    const { signal } = this.closing;
    const { address, log } = this.options;
    while (!signal.aborted && !this.pair) {
      try {
        await delay(retryEvery, undefined, { signal });
        await this.connect();
      } catch (cause) {
        this.reason = failureReason(cause);
      }
    }
    if (!signal.aborted) log(`Redis at ${address.shown} is back.`);
  }

  private failure(cause: unknown): StoreUnavailableError {
    this.failedCalls += 1;
    if (!(cause instanceof ErrorReply)) {
      this.lose(failureReason(cause));
      return this.unavailable();
    }
    if (isFullReply(cause.message))
      return new StoreFullError('Redis is full, and has nothing of this mock left to evict', { cause });
    this.logRefusal(cause.message.slice(0, 300));
    return new StoreUnavailableError('The store refuses; the terminal of the mock says why', { cause });
  }

  private unavailable(): StoreUnavailableError {
    return new StoreUnavailableError(`The store does not answer: ${this.reason}`);
  }
}
