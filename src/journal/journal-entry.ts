import type { IncomingHttpHeaders } from 'node:http';
import type { Problem } from '../contract/validation/problem-text.js';

/**
 * One exchange as a sandbox remembers it. Headers and bodies are kept as they came and made readable (and credentials
 * unreadable) only when somebody asks, by src/journal.
 */
export interface JournalEntry {
  /** From 1 in each sandbox, in the order in which the answers were ready. */
  readonly id: number;
  /** When the request had arrived, milliseconds since 1970. */
  readonly time: number;
  /** The same moment on a clock that never jumps, in milliseconds: for intervals between entries. */
  readonly elapsed: number;
  /** Milliseconds from then until the answer was handed over for sending, waits of a scenario included. */
  readonly durationMs: number;
  readonly request: {
    readonly method: string;
    /** With base path, without query. */
    readonly path: string;
    readonly query: string;
    readonly headers: IncomingHttpHeaders;
    readonly body: KeptBody;
  };
  /** The operation's id; undefined for an unknown path or method. */
  readonly operation: string | undefined;
  readonly problems: readonly Problem[];
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: KeptBody;
  };
  readonly scenario: AppliedScenario | undefined;
}

/** A body up to the size that is kept. */
export interface KeptBody {
  readonly bytes: Uint8Array;
  /** Its whole size in bytes. */
  readonly size: number;
  /** What `bytes` say in UTF-8, where all of the body is kept and was a text first. */
  readonly text?: string;
  /** Whether `bytes` are shared and never change, so that nobody needs a copy. */
  readonly lasting?: boolean;
}

/** What a scenario did to an exchange. */
export interface AppliedScenario {
  readonly names: readonly string[];
  readonly channel: string;
  /** Where its sequence stood, such as `step 2 of 3`; empty where it always does the same. */
  readonly step: string;
  /** The kind of fault; undefined when the connection was left whole. */
  readonly fault: string | undefined;
}

export type NewJournalEntry = Omit<JournalEntry, 'id'>;
