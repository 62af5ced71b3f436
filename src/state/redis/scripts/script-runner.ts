import type { Argument, RedisConnection } from '../connection/connection.js';

/** Runs the store's scripts by name; each is one round trip. */
export class ScriptRunner<Name extends string> {
  /** @param clockShift milliseconds added to the clock of Redis */
  constructor(
    private readonly connection: RedisConnection,
    private readonly clockShift: () => number,
  ) {}

  /**
   * @param sandbox empty where the script is about none
   * @throws StoreUnavailableError
   */
  run(name: Name, sandbox: string, args: readonly Argument[] = []): Promise<unknown> {
    return this.connection.run(name, this.withStart(sandbox, args));
  }

  /** For replies that are no text. @throws StoreUnavailableError */
  runForBytes(name: Name, sandbox: string, args: readonly Argument[] = []): Promise<unknown> {
    return this.connection.run(name, this.withStart(sandbox, args), 'bytes');
  }

  private withStart(sandbox: string, args: readonly Argument[]): Argument[] {
    return [String(this.clockShift()), sandbox, ...args];
  }
}
