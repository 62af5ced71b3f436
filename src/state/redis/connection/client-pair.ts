import { createClient } from '@redis/client';
import type { RedisAddress } from '../address.js';
import { claimSchema, OtherSchemaError, schemaVersion } from '../scripts/schema.js';
import type { StoreScript } from './store-script.js';

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
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer in ${timeoutMs} ms`));
    }, timeoutMs);
  });
  return Promise.race([work, tooLate]).finally(() => {
    clearTimeout(timer);
  });
}
