import type { FlagTable, GivenFlags } from './flags.js';

/** The output and signals of the process that runs a command. */
export interface Terminal {
  /** A line on standard output. */
  readonly out: (line: string) => void;
  /** Raw text on standard output. */
  readonly write: (text: string) => void;
  /** A line on standard error. */
  readonly err: (line: string) => void;
  /** A status line on standard error: the next one replaces it on a terminal; elsewhere one is written every few seconds. */
  readonly progress: (line: string) => void;
  /** True where a person sees standard output. */
  readonly isTerminal: boolean;
  /** True where it shows colours: on a terminal, unless NO_COLOR or FORCE_COLOR overrides that. */
  readonly color: boolean;
  readonly env: NodeJS.ProcessEnv;
  /** Asks a person, who answers with a line; undefined where none is there. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  /** Resolves at a signal to stop (SIGINT, SIGTERM), which ends a command at once that has not read this. */
  readonly stopped: Promise<void>;
}

/** Aborted at a signal to stop. */
export function stopSignal({ stopped }: Terminal): AbortSignal {
  const stopping = new AbortController();
  void stopped.then(() => stopping.abort());
  return stopping.signal;
}

/** One subcommand of `drydock`, in commands/<name>.ts. */
export interface Command {
  readonly summary: string;
  /** Its usage, without `drydock`. */
  readonly usage: string;
  readonly flags: FlagTable;
  readonly maxPositionals: number;
  /** Which part of the configuration file it reads; its flags have `--config` then. */
  readonly config?: 'mock' | 'verify';
  /** The exit code 1 is its verdict: a failure that is no bad usage, such as a port in use, is 3. */
  readonly givesVerdict?: true;
  /** @returns the exit code */
  run(given: GivenFlags, terminal: Terminal): Promise<number>;
}
