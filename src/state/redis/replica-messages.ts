import type { JournalEntry } from '../../journal/journal-entry.js';
import type { RedisConnection } from './connection/connection.js';
import { entryFromBytes } from './journal-store.js';

/** An exchange that was recorded by another replica. */
export interface ExchangeElsewhere {
  readonly sandbox: string;
  readonly entry: JournalEntry;
}

/** Messages between replicas that share a Redis; one that can't reach it misses those sent meanwhile. */
export class ReplicaMessages {
  constructor(
    private readonly connection: RedisConnection,
    /** This replica, which ignores its own messages. */
    private readonly replica: string,
  ) {}

  /** Sends a text to the other replicas. @throws StoreUnavailableError */
  announce(text: string): Promise<void> {
    return this.connection.publish('news', `${this.replica}\n${text}`);
  }

  /** Listens to what other replicas announce. @returns what ends it */
  onAnnouncement(listener: (text: string) => void): () => void {
    return this.listen('news', (text) => {
      listener(text.toString('utf8'));
    });
  }

  /** Listens to the exchanges that other replicas record. @returns what ends it */
  onExchange(listener: (exchange: ExchangeElsewhere) => void): () => void {
    return this.listen('exchanges', (message) => {
      const nameEnd = message.indexOf(0x0a);
      const sandbox = message.toString('utf8', 0, nameEnd);
      listener({ sandbox, entry: entryFromBytes(message.subarray(nameEnd + 1)) });
    });
  }

  /** Each message begins with a line that says which replica sent it. */
  private listen(channel: string, listener: (message: Buffer) => void): () => void {
    return this.connection.listen(channel, (message) => {
      const end = message.indexOf(0x0a);
      if (message.toString('latin1', 0, end) !== this.replica) listener(message.subarray(end + 1));
    });
  }
}
