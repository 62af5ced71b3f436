import type { FlagTable, GivenFlags } from './flags.js';

/** Where a command writes and what it may ask of the process around it. */
export interface Terminal {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  readonly env: NodeJS.ProcessEnv;
  /** Resolves when the person asks to stop (SIGINT, SIGTERM). */
  readonly stopped: Promise<void>;
}

/** One subcommand of `drydock`, in commands/<name>.ts. */
export interface Command {
  readonly summary: string;
  /** How it is called, without `drydock`. */
  readonly usage: string;
  readonly flags: FlagTable;
  readonly maxPositionals: number;
  /** @returns the exit code */
  run(given: GivenFlags, terminal: Terminal): Promise<number>;
}
