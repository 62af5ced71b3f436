import { MemoryShare, type MemoryAccount, type MemoryBudget } from '../../state/memory-budget.js';
import type { Closing } from './transport.js';

/** An open connection with its parser, rounded up (`bench/idle.mjs` measures it). */
const connectionBytes = 10_240;
/** A stream of HTTP/2 besides the connection within this process that serves it, with what that one hands over unread. */
export const streamBytes = 49_152;
/** A request that waits for something, with its response and headers of usual length. */
export const waitingBytes = 8192;
/** The share of the budget that uploads and pipelined requests may take: however many there are, others are answered. */
const shareOfUploads = 0.25;

/**
 * Counts what the clients of this process make it hold while they are connected: bodies that arrive, requests that wait, responses
 * that are not read. Whatever holds something gives it back, and the end of the connection gives back the rest.
 */
export class ConnectionLoads {
  private readonly loads = new WeakMap<Closing, ConnectionLoad>();
  private readonly connections: MemoryAccount;
  private readonly requests: MemoryAccount;

  constructor(budget: MemoryBudget) {
    this.connections = budget.account('connections');
    this.requests = budget.account('requests', shareOfUploads);
  }

  /** @param bytes of one without any request */
  of(socket: Closing, bytes = connectionBytes): ConnectionLoad {
    const known = this.loads.get(socket);
    if (known) return known;
    const load = new ConnectionLoad(this.requests);
    this.loads.set(socket, load);
    this.connections.add(bytes);
    socket.once('close', () => {
      load.close();
      this.connections.add(-bytes);
    });
    return load;
  }
}

export class ConnectionLoad {
  private readonly held = new Map<object, number>();
  private readonly share: MemoryShare;
  private isClosed = false;

  constructor(private readonly account: MemoryAccount) {
    this.share = new MemoryShare(account);
  }

  /** Counts what something holds now, in bytes, instead of what it held before. */
  hold(holder: object, bytes: number): void {
    if (this.isClosed) return;
    this.share.add(bytes - (this.held.get(holder) ?? 0));
    this.held.set(holder, bytes);
  }

  /** Does so if there is room. @returns whether there was */
  tryHold(holder: object, bytes: number): boolean {
    const more = bytes - (this.held.get(holder) ?? 0);
    if (!this.isClosed && !this.account.hasRoom(more)) return false;
    this.hold(holder, bytes);
    return true;
  }

  release(holder: object): void {
    this.share.add(-(this.held.get(holder) ?? 0));
    this.held.delete(holder);
  }

  close(): void {
    this.isClosed = true;
    this.held.clear();
    this.share.clear();
  }
}
