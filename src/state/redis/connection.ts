/**
 * The way to Redis. It is up or away: away after a connection that broke or an answer that did not come in time. While it
 * is away every call fails at once, nothing waits in a queue, and nothing is sent twice; it is tried again until it is back.
 */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, ErrorReply, RESP_TYPES } from '@redis/client';
import { StoreUnavailableError } from '../store-unavailable.js';
import type { RedisAddress } from './address.js';

export interface ConnectionOptions {
  readonly address: RedisAddress;
  readonly log: (line: string) => void;
  /** How long an answer may take, in milliseconds. */
  readonly timeoutMs?: number;
}

type Argument = string | Buffer;
type Client = ReturnType<typeof newClient>;
type Listener = (message: Buffer) => void;

interface Pending {
  readonly since: number;
  readonly reject: (cause: Error) => void;
}

/** Between two tries to come back, in milliseconds. */
const retryAfter = 250;
/** Refusals by Redis are told at most this often, in milliseconds. */
const refusalsToldEvery = 10_000;

function newClient({ url }: RedisAddress, timeoutMs: number) {
  const client = createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: false, connectTimeout: timeoutMs },
    // Each command would cost a timer; `watch` looks after all of them, and after those that were sent as well.
    commandOptions: { timeout: 0 },
  });
  // Without a listener an error would end the process; whoever waits for an answer is told of it.
  client.on('error', () => undefined);
  return client;
}

export class RedisConnection {
  private clients: { readonly commands: Client; readonly messages: Client } | undefined;
  private reason = 'it was never reached';
  private readonly pending = new Set<Pending>();
  private readonly listeners = new Map<string, Listener>();
  private readonly closing = new AbortController();
  private readonly timeoutMs: number;
  private readonly timeoutTimer: NodeJS.Timeout;
  private refusalTold = -Infinity;
  failedCalls = 0;

  private constructor(private readonly options: ConnectionOptions) {
    this.timeoutMs = options.timeoutMs ?? 2000;
    this.timeoutTimer = setInterval(() => {
      this.watch();
    }, this.timeoutMs / 8);
    this.timeoutTimer.unref();
  }

  /** @throws StoreUnavailableError when Redis can't be reached */
  static async open(options: ConnectionOptions): Promise<RedisConnection> {
    const connection = new RedisConnection(options);
    try {
      await connection.connect();
    } catch (cause) {
      await connection.close();
      throw new StoreUnavailableError(
        `Failed to reach Redis at ${options.address.shown}: ${reasonOf(cause)}. Start it, or mend --redis.`,
      );
    }
    return connection;
  }

  get up(): boolean {
    return this.clients !== undefined;
  }

  /** Sends one command. @throws StoreUnavailableError */
  send(command: readonly Argument[], asBytes = false): Promise<unknown> {
    const commands = this.clients?.commands;
    if (!commands) {
      this.failedCalls += 1;
      return Promise.reject(new StoreUnavailableError(`The store does not answer: ${this.reason}`));
    }
    return new Promise((resolve, reject) => {
      const pending: Pending = { since: performance.now(), reject };
      this.pending.add(pending);
      commands.sendCommand(command, asBytes ? inBytes : undefined).then(
        (reply) => {
          this.pending.delete(pending);
          resolve(reply);
        },
        (cause: unknown) => {
          if (!this.pending.delete(pending)) return;
          this.failedCalls += 1;
          reject(this.failure(cause));
        },
      );
    });
  }

  /** Runs a script, sending its text only where Redis does not know it yet. @throws StoreUnavailableError */
  async run(script: Script, args: readonly Argument[], asBytes = false): Promise<unknown> {
    const { base } = this.options.address;
    try {
      return await this.send(['EVALSHA', script.digest, '1', base, ...args], asBytes);
    } catch (cause) {
      if (!(cause instanceof ScriptUnknown)) throw cause;
      return this.send(['EVAL', script.text, '1', base, ...args], asBytes);
    }
  }

  /** Listens to a channel, after every return of Redis anew. @returns what ends it */
  listen(channel: string, listener: Listener): () => void {
    this.listeners.set(channel, listener);
    const started = this.clients?.messages.subscribe(channel, listener, true);
    started?.catch(ignore);
    return () => {
      this.listeners.delete(channel);
      this.clients?.messages.unsubscribe(channel, listener, true).catch(ignore);
    };
  }

  async close(): Promise<void> {
    this.closing.abort();
    clearInterval(this.timeoutTimer);
    const clients = this.clients;
    this.clients = undefined;
    this.reason = 'the mock stops';
    this.rejectAll();
    for (const client of clients ? [clients.commands, clients.messages] : []) client.destroy();
    await Promise.resolve();
  }

  private async connect(): Promise<void> {
    const { address } = this.options;
    const [commands, messages] = [newClient(address, this.timeoutMs), newClient(address, this.timeoutMs)];
    try {
      await this.inTime(Promise.all([commands.connect(), messages.connect()]));
      // Redis answers while it still loads its data, but not this.
      await this.inTime(commands.sendCommand(['EXISTS', address.base]));
      const subscribed = [...this.listeners].map(([channel, listen]) =>
        messages.subscribe(channel, listen, true),
      );
      await this.inTime(Promise.all(subscribed));
    } catch (cause) {
      for (const client of [commands, messages]) if (client.isOpen) client.destroy();
      throw cause;
    }
    if (this.closing.signal.aborted) {
      for (const client of [commands, messages]) client.destroy();
      return;
    }
    for (const client of [commands, messages]) {
      client.on('terminated', (cause: unknown) => {
        if (this.clients?.commands === commands) this.lost(reasonOf(cause));
      });
    }
    this.clients = { commands, messages };
  }

  private inTime<T>(work: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(new Error(`no answer in ${this.timeoutMs} ms`));
      }, this.timeoutMs);
    });
    return Promise.race([work, tooLate]).finally(() => {
      clearTimeout(timer);
    });
  }

  /** Looks whether the oldest call waits too long. */
  private watch(): void {
    const [oldest] = this.pending;
    if (!oldest || performance.now() - oldest.since < this.timeoutMs) return;
    // A process that was busy itself has answers that it has not read yet; it reads them before this.
    setImmediate(() => {
      if (this.pending.has(oldest)) this.lost(`no answer in ${this.timeoutMs} ms`);
    });
  }

  private lost(reason: string): void {
    const clients = this.clients;
    if (!clients) return;
    this.clients = undefined;
    this.reason = reason;
    this.rejectAll();
    for (const client of [clients.commands, clients.messages]) if (client.isOpen) client.destroy();
    const { address, log } = this.options;
    log(`Redis at ${address.shown} is away (${reason}); requests are answered 503 until it is back.`);
    void this.comeBack();
  }

  private rejectAll(): void {
    const calls = [...this.pending];
    this.pending.clear();
    this.failedCalls += calls.length;
    for (const { reject } of calls)
      reject(new StoreUnavailableError(`The store does not answer: ${this.reason}`));
  }

  private async comeBack(): Promise<void> {
    const { signal } = this.closing;
    const { address, log } = this.options;
    while (!signal.aborted && !this.clients) {
      try {
        await delay(retryAfter, undefined, { signal });
        await this.connect();
      } catch (cause) {
        this.reason = reasonOf(cause);
      }
    }
    if (!signal.aborted) log(`Redis at ${address.shown} is back.`);
  }

  private failure(cause: unknown): Error {
    if (!(cause instanceof ErrorReply)) {
      this.lost(reasonOf(cause));
      return new StoreUnavailableError(`The store does not answer: ${reasonOf(cause)}`);
    }
    if (cause.message.startsWith('NOSCRIPT')) {
      this.failedCalls -= 1;
      return new ScriptUnknown();
    }
    const now = performance.now();
    if (now - this.refusalTold > refusalsToldEvery) {
      this.refusalTold = now;
      this.options.log(`Redis at ${this.options.address.shown} refuses: ${cause.message.slice(0, 300)}`);
    }
    return new StoreUnavailableError('The store refuses; the terminal of the mock says why');
  }
}

/** A script and the digest by which Redis remembers it. */
export interface Script {
  readonly text: string;
  readonly digest: string;
}

export function scriptOf(text: string): Script {
  return { text, digest: createHash('sha1').update(text).digest('hex') };
}

class ScriptUnknown extends Error {}

const inBytes = { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } };

const ignore = (): void => undefined;

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection is refused',
  ECONNRESET: 'the connection was cut',
  ENOTFOUND: 'the host is not known',
  EAI_AGAIN: 'the host is not known',
  ETIMEDOUT: 'no answer',
};

/** Why, in a few words without address or password. */
function reasonOf(cause: unknown): string {
  const { code = '', message = '' } = cause as { readonly code?: string; readonly message?: string };
  const known = reasons[code];
  if (known !== undefined) return known;
  if (/^(WRONGPASS|NOAUTH|ERR AUTH|NOPERM)/.test(message)) return 'it refuses the name or password';
  if (message.includes('DB index')) return 'it has no such database';
  if (/socket closed|client is (closed|offline)|disconnects/i.test(message)) return 'the connection was cut';
  return message === '' ? 'the connection broke' : message.slice(0, 200);
}
