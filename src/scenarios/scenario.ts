import type { LinearPattern } from '../contract/patterns/linear-pattern.js';
import type { Fault } from './faults/registry.js';

/**
 * A scenario makes the mock answer otherwise: for some operations, for requests that match, on some of their calls, it
 * forces an answer, changes the real one, waits, spends the quota or breaks the connection. Scenarios are data: they
 * come from YAML files or from the document's own errors, are checked once when loaded, and never change. Everything
 * that happens to a request is a pure function of the scenario, the request's facts and the number of the call.
 */
export interface Scenario {
  /** The file's name without extension, or `status-CODE`. */
  readonly name: string;
  /** Describes it in a few words. */
  readonly title: string;
  /** The reaction of a good client, or the report expected of a test suite. */
  readonly advice: string;
  /** Its source, a file's path; undefined for the document's own and for an inline scenario, which no file holds. */
  readonly file: string | undefined;
  /** True if its answers break the document on purpose. */
  readonly breaksContract: boolean;
  /** The ids of the operations that it applies to. */
  readonly operations: ReadonlySet<string>;
  readonly match: Match;
  readonly schedule: Schedule;
}

/** Conditions on a request, all of which must hold. */
export interface Match {
  readonly headers: readonly (Condition & { readonly name: string })[];
  readonly body: readonly (Condition & { readonly pointer: string })[];
}

export type Condition =
  | { readonly kind: 'equals'; readonly value: unknown }
  | { readonly kind: 'exists'; readonly exists: boolean }
  | { readonly kind: 'pattern'; readonly pattern: LinearPattern };

/** On which calls something happens. Calls are counted from 1, per sandbox and scenario, matching ones only. */
export type Schedule =
  | { readonly kind: 'always'; readonly effect: EffectTemplate }
  | { readonly kind: 'first'; readonly times: number; readonly effect: EffectTemplate }
  | { readonly kind: 'calls'; readonly calls: ReadonlySet<number>; readonly effect: EffectTemplate }
  | { readonly kind: 'every'; readonly nth: number; readonly effect: EffectTemplate }
  | { readonly kind: 'probability'; readonly probability: number; readonly effect: EffectTemplate }
  | Sequence
  /** A sequence for each operation, counted by itself. */
  | { readonly kind: 'by operation'; readonly sequences: ReadonlyMap<string, Sequence> };

/** One thing after another. */
export interface Sequence {
  readonly kind: 'sequence';
  readonly steps: readonly Step[];
  readonly atEnd: AtEnd;
}

/** After the last step: normal answers, the last step for ever, or the first one again. */
export type AtEnd = 'normal' | 'hold' | 'loop';

export interface Step {
  readonly times: number;
  /** Its name in the file. */
  readonly label: string | undefined;
  /** Undefined for a step that answers normally. */
  readonly effect: EffectTemplate | undefined;
}

/** The effect of a step, before chance (the delay) and the operation (the answer) are known. */
export interface EffectTemplate {
  /** The answer for an operation's id; undefined where the effect forces none. */
  readonly answerFor: ((operationId: string) => ForcedAnswer | undefined) | undefined;
  /** For the answer that is sent, forced or real, when its status is 2xx; a forced answer's own are in it already. */
  readonly patches: readonly Patch[];
  readonly headers: readonly HeaderChange[];
  readonly delay: Delay | undefined;
  /** Answer the document's 429 as if the quota were spent. */
  readonly spendQuota: boolean;
  readonly fault: Fault | undefined;
  /** Undefined where callbacks are sent as usual. */
  readonly callbacks?: CallbackTemplate | undefined;
}

/** Changes to how the callbacks of an operation are delivered. */
export interface CallbackTemplate {
  /** True if none is sent. */
  readonly lost: boolean;
  readonly delay: Delay | undefined;
  /** Deliveries of the same callback. */
  readonly copies: number;
  /** Attempts until one is answered with 2xx. */
  readonly attempts: number | undefined;
  /** Milliseconds before the second attempt; the wait doubles with each further one. */
  readonly waitMs: number | undefined;
  /** First attempts that end in the middle of the body. */
  readonly cut: number;
  readonly signature: 'valid' | 'wrong' | 'none';
}

/** The same for one request, ready to apply. */
export interface CallbackEffect extends Omit<CallbackTemplate, 'delay'> {
  readonly delayMs: number;
}

/** An answer that comes instead of the operation's own. Shared between requests: never to be changed. */
export interface ForcedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for an answer without content. */
  readonly content: Content | undefined;
}

export interface Content {
  readonly mediaType: string;
  /** A JSON value, or the bytes themselves as text, or as they are. */
  readonly body: { readonly json: unknown } | { readonly text: string } | { readonly bytes: Uint8Array };
}

/** A change of a JSON body; pointers may have `*` for every element of an array. */
export type Patch =
  | { readonly kind: 'set'; readonly pointer: string; readonly value: unknown }
  | { readonly kind: 'remove'; readonly pointer: string }
  | { readonly kind: 'append'; readonly pointer: string; readonly value: unknown }
  /** Repeats an array's elements until it has `length`; fields in `unique` differ in every copy. */
  | {
      readonly kind: 'repeat';
      readonly pointer: string;
      readonly length: number;
      readonly unique: readonly string[];
    }
  | { readonly kind: 'limit'; readonly pointer: string; readonly length: number }
  | { readonly kind: 'convert'; readonly pointer: string; readonly type: 'string' | 'number' | 'boolean' }
  | { readonly kind: 'rename'; readonly pointer: string; readonly name: string };

/** A response header to set, or to remove when the value is undefined. */
export interface HeaderChange {
  readonly name: string;
  readonly value: string | undefined;
}

/** All in milliseconds; `sigma` is the spread of the logarithm. */
export type Delay =
  | { readonly kind: 'fixed'; readonly ms: number }
  | { readonly kind: 'range'; readonly fromMs: number; readonly toMs: number }
  | { readonly kind: 'lognormal'; readonly medianMs: number; readonly sigma: number; readonly maxMs: number };

/** The effect on one request, ready to apply. */
export interface Effect extends Omit<EffectTemplate, 'answerFor' | 'delay' | 'callbacks'> {
  readonly answer: ForcedAnswer | undefined;
  readonly delayMs: number;
  readonly callbacks?: CallbackEffect | undefined;
  /** The scenario's position in its schedule, such as `step 2 of 3`, one step for each call; empty when it always does the same. */
  readonly stepLabel: string;
}

/** No scenario asks for a longer wait, several together do not either. */
export const maxDelayMs = 600_000;
