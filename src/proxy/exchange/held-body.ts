import { keptAtMost } from '../../journal/journal-entry.js';
import type { ConnectionLoad } from '../../server/http/connection-load.js';

/** A copy of a body that passes, for what looks at it later: only its beginning is kept once it is larger than the limit. */
export class HeldBody {
  /** Bytes that have passed. */
  size = 0;
  /** The reason why it is not held as a whole, a phrase; undefined while it is. */
  notHeld: string | undefined;
  private parts: Buffer[] = [];
  /** Stands for this body where its bytes are counted. */
  private readonly holder = {};

  /**
   * @param limit in bytes
   * @param load of the client's connection, where the bytes are counted
   */
  constructor(
    private readonly limit: number,
    private readonly load: ConnectionLoad,
  ) {}

  add(chunk: Buffer): void {
    this.size += chunk.length;
    if (this.notHeld !== undefined) return;
    if (this.size > this.limit) this.letGo(`its body is larger than ${this.limit} bytes`);
    else if (!this.load.tryHold(this.holder, this.size))
      this.letGo('there was no room in memory for its body');
    else this.parts.push(chunk);
  }

  /** Number of bytes that are held. */
  get held(): number {
    return this.notHeld === undefined ? this.size : (this.parts[0]?.length ?? 0);
  }

  /** The whole body as far as it has passed; undefined where it is not held. */
  get bytes(): Buffer | undefined {
    return this.notHeld === undefined ? this.beginning : undefined;
  }

  /** The whole body, or the beginning that is kept of it. */
  get beginning(): Buffer {
    if (this.parts.length > 1) this.parts = [Buffer.concat(this.parts)];
    return this.parts[0] ?? nothing;
  }

  /** Counts the bytes no longer. */
  release(): void {
    this.load.release(this.holder);
  }

  /** Keeps nothing but the beginning. */
  letGo(why: string): void {
    this.notHeld = why;
    this.parts = [Buffer.from(this.beginning.subarray(0, keptAtMost))];
  }
}

const nothing = Buffer.alloc(0);
