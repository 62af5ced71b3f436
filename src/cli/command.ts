import type { FlagTable, GivenFlags } from './flags.js';

/** Where a command writes and what it may ask of the process around it. */
export interface Terminal {
  /** A line on standard output. */
  readonly out: (line: string) => void;
  /** Text on standard output as it is. */
  readonly write: (text: string) => void;
  /** A line on standard error. */
  readonly err: (line: string) => void;
  /** A line of news on a terminal, where the next one replaces it; nothing elsewhere. */
  readonly progress: (line: string) => void;
  /** Whether standard output is a terminal that shows colours. */
  readonly isTerminal: boolean;
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
