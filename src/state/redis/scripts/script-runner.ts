import type { Argument, RedisConnection } from '../connection/connection.js';
import { StoreFullError, type Room } from './make-room.js';

export interface RunnerOptions {
  /** Milliseconds added to the clock of Redis. */
  readonly clockShift: () => number;
  /** Gets what was dropped because Redis was full. */
  readonly onRoomMade: (room: Room) => void;
}

/** Number of times that room is made for a call that finds Redis full. */
const maxTries = 4;

/** Runs the store's scripts by name; each is one round trip, and more only when Redis is full. */
export class ScriptRunner<Name extends string> {
  /** Calls that meet a full Redis at the same time have room made once. */
  private makingRoom: Promise<boolean> | undefined;

  constructor(
    private readonly connection: RedisConnection,
    private readonly options: RunnerOptions,
  ) {}

  /**
   * @param sandbox empty where the script is about none
   * @throws StoreUnavailableError
   */
  run(name: Name, sandbox: string, args: readonly Argument[] = []): Promise<unknown> {
    return this.withRoom(sandbox, () => this.connection.run(name, this.withStart(sandbox, args)));
  }

  /** For replies that are no text. @throws StoreUnavailableError */
  runForBytes(name: Name, sandbox: string, args: readonly Argument[] = []): Promise<unknown> {
    return this.connection.run(name, this.withStart(sandbox, args), 'bytes');
  }

  private async withRoom(sandbox: string, call: () => Promise<unknown>): Promise<unknown> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await call();
      } catch (cause) {
        if (!(cause instanceof StoreFullError) || tries === maxTries) throw cause;
        this.makingRoom ??= this.makeRoom(sandbox).finally(() => (this.makingRoom = undefined));
        if (!(await this.makingRoom)) throw cause;
      }
    }
  }

  /** @returns whether there was anything to drop */
  private async makeRoom(sandbox: string): Promise<boolean> {
    const room = (await this.connection.run('makeRoom', this.withStart(sandbox, []))) as Room;
    const [journals, , sandboxes] = room;
    if (journals + sandboxes > 0) {
      this.options.onRoomMade(room);
      return true;
    }
    this.connection.logRefusal('it is full, and has nothing of this mock left to evict.');
    return false;
  }

  private withStart(sandbox: string, args: readonly Argument[]): Argument[] {
    return [String(this.options.clockShift()), sandbox, ...args];
  }
}

/** The pairs of a reply that has names and values in turn. */
export function pairsOf(flat: readonly string[]): [name: string, value: string][] {
  return flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? '']] : []));
}
