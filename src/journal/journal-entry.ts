import type { Problem } from '../contract/validation/problem-text.js';

/**
 * One exchange as a sandbox remembers it. Headers and bodies are kept as they came and made readable (and credentials
 * unreadable) only when they are read, by `describe-entry.ts`.
 */
export interface JournalEntry {
  /** From 1 in each sandbox, in the order in which the responses were ready. */
  readonly id: number;
  /** When the request had arrived, milliseconds since 1970. */
  readonly time: number;
  /** The same moment on a clock that never jumps, in milliseconds: for intervals between entries. */
  readonly elapsed: number;
  /** Milliseconds from then until the response was handed over for sending, waits of a scenario included. */
  readonly durationMs: number;
  readonly request: {
    readonly method: string;
    /** With base path, without query. */
    readonly path: string;
    readonly query: string;
    readonly headers: RequestHeaders;
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

/** By name in lower case; several lines of one field are an array where they can't be joined. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** What is kept of a body, in bytes. */
export const keptAtMost = 65_536;

/** A body up to the size that is kept. */
export interface KeptBody {
  readonly bytes: Uint8Array;
  /** Its whole size in bytes. */
  readonly size: number;
  /** The body as text, where all of it is kept and it was a text before it was bytes. */
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
