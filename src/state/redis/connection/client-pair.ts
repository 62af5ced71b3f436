import { setTimeout as delay } from 'node:timers/promises';
import { createClient, defineScript, type CommandParser } from '@redis/client';
import type { RedisAddress } from '../address.js';
import { claimSchema, OtherSchemaError, schemaVersion } from '../scripts/schema.js';

export type Listener = (message: Buffer) => void;

export interface ClientPairOptions {
  readonly address: RedisAddress;
  readonly scripts: Readonly<Record<string, StoreScript>>;
  /** Limit of each step of connecting, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Two connections to Redis, one for commands and one for the messages of channels. They end together, once, and are not
 * connected again: another pair takes their place.
 */
export class ClientPair {
  private constructor(
    readonly commands: Client,
    private readonly messages: Client,
  ) {}

  /** @param listeners by channel. @throws the client's error, one for a step that took too long, or OtherSchemaError */
  static async connect(
    options: ClientPairOptions,
    listeners: ReadonlyMap<string, Listener>,
  ): Promise<ClientPair> {
    const { address, timeoutMs } = options;
    const pair = new ClientPair(clientFor(options), clientFor(options));
    const { commands, messages } = pair;
    try {
      await inTime(Promise.all([commands.connect(), messages.connect()]), timeoutMs);
      // Redis answers while it still loads its data, but not this.
      const schema = await inTime(commands.eval(claimSchema, { keys: [address.base] }), timeoutMs);
      if (schema !== schemaVersion) throw new OtherSchemaError(schema as string);
      const subscribed = [...listeners].map(([channel, listen]) => messages.subscribe(channel, listen, true));
      await inTime(Promise.all(subscribed), timeoutMs);
      return pair;
    } catch (cause) {
      pair.destroy();
      throw cause;
    }
  }

  /** @param listener is called when one of the two was cut, with why */
  onEnd(listener: (cause: unknown) => void): void {
    for (const client of [this.commands, this.messages]) client.on('terminated', listener);
  }

  subscribe(channel: string, listener: Listener): void {
    // One that fails breaks the connection, and the next pair subscribes again.
    this.messages.subscribe(channel, listener, true).catch(() => undefined);
  }

  unsubscribe(channel: string, listener: Listener): void {
    this.messages.unsubscribe(channel, listener, true).catch(() => undefined);
  }

  destroy(): void {
    this.commands.destroy();
    this.messages.destroy();
  }
}

type Client = ReturnType<typeof clientFor>;

function clientFor({ address: { url }, scripts, timeoutMs }: ClientPairOptions) {
  const client = createClient({
    url,
    scripts,
    RESP: 2,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: false, connectTimeout: timeoutMs },
    // PendingCalls has a timeout of its own.
    commandOptions: { timeout: 0 },
  });
  // Without a listener an error would end the process; whoever waits for a reply gets it.
  client.on('error', () => undefined);
  return client;
}

function inTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  const tooLate = delay(timeoutMs, undefined, { ref: false }).then(() => {
    throw new Error(`no answer in ${timeoutMs} ms`);
  });
  return Promise.race([work, tooLate]);
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection is refused',
  ECONNRESET: 'the connection was cut',
  ENOTFOUND: 'the host is not known',
  EAI_AGAIN: 'the host is not known',
  ETIMEDOUT: 'no answer',
};

/** Says in a few words, without address or password, why a connection to Redis failed. */
export function failureReason(cause: unknown): string {
  const { code = '', message = '' } = cause as { readonly code?: string; readonly message?: string };
  const known = reasons[code];
  if (known !== undefined) return known;
  if (/^(WRONGPASS|NOAUTH|ERR AUTH|NOPERM)/.test(message)) return 'it refuses the name or password';
  if (message.includes('DB index')) return 'it has no such database';
  if (/socket closed|client is (closed|offline)|disconnects/i.test(message)) return 'the connection was cut';
  return message === '' ? 'the connection broke' : message.slice(0, 200);
}

export type Argument = string | Buffer;

type StoreScript = ReturnType<typeof storeScript>;

/** A script of the store as a method of the client, which sends its text only where Redis does not know it yet. */
export function storeScript(text: string) {
  return defineScript({
    SCRIPT: text,
    NUMBER_OF_KEYS: 1,
    parseCommand(parser: CommandParser, base: string, args: readonly Argument[]) {
      parser.pushKey(base);
      parser.push(...args);
    },
    transformReply: (reply: unknown) => reply,
  });
}
