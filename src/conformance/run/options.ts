import type { Contract } from '../../contract/contract.js';
import type { Failure } from '../events.js';
import type { Level } from '../level.js';
import type { NameOption } from '../option-name.js';
import type { LoadedRule } from '../rules/rule.js';
import type { ExpectedFailure } from './expected-failures.js';
import type { TargetTlsOptions } from '../../tls/target-tls.js';
import type { TargetAddress } from '../target/wire/fixed-lookup.js';
import { defaultConcurrency } from './planning/side-by-side.js';

/** The options of `verify`; every default is that of the command. */
export interface VerifyOptions extends TargetTlsOptions {
  /** The base address of the target: the paths of the document follow it, and the document's servers are ignored. */
  readonly url: string;
  /** A valid key: sent as `Authorization: Bearer KEY` unless the document says otherwise. */
  readonly key?: string | undefined;
  /** A key that has expired. */
  readonly expiredKey?: string | undefined;
  /** A key that may not use every operation. */
  readonly limitedKey?: string | undefined;
  /**
   * Valid credentials for single security schemes, by the scheme's name in the document: `user:password` for HTTP Basic, the
   * key or token for any other. `key` is for all other schemes.
   */
  readonly auth?: Readonly<Record<string, string>> | undefined;
  /** The contract that the target is checked against. */
  readonly contract: Contract;
  /** All that ship with the package by default. */
  readonly rules?: readonly LoadedRule[] | undefined;
  /** The weakest level that fails a run; MUST by default. */
  readonly level?: Level | undefined;
  /** Glob over rule ids, topics, case ids and operation ids; `*` stops at a slash, `**` doesn't. */
  readonly only?: string | undefined;
  /** Only what failed in an earlier run: from `readRerun`. */
  readonly rerun?: Rerun | undefined;
  /** Whole number that values are generated from, 1 by default: the same seed, the same requests. */
  readonly seed?: number | undefined;
  /** Cases at most; the least informative are left out. */
  readonly budget?: number | undefined;
  /** Requests a second at most; may be a fraction. */
  readonly rate?: number | undefined;
  /** Requests under way at the same time, at most; 8 by default. */
  readonly concurrency?: number | undefined;
  /** Milliseconds until a response must be complete. */
  readonly timeoutMs?: number | undefined;
  /** Seconds until the run ends, whatever is left; up to 15 times as long where the target's own 429s slow it down. */
  readonly maxTimeSeconds?: number | undefined;
  /** Requests at most to find the rate limit with; 0 leaves it alone. */
  readonly probeRateLimit?: number | undefined;
  /**
   * Send also what may change data on the target: any method but GET, HEAD and OPTIONS, unless the document marks the operation
   * with `x-drydock-safe: true`. Without it no such request goes to anything that may exist.
   */
  readonly allowWrites?: boolean | undefined;
  /** Failures that are known and don't count, from `readExpectedFailures`. */
  readonly expectedFailures?: readonly ExpectedFailure[] | undefined;
  /**
   * The addresses of the target, in the order in which they are tried: its name is not looked up then, so that they can be
   * checked before.
   */
  readonly addresses?: readonly TargetAddress[] | undefined;
  /** Sent with every request, unless a case sets the header itself. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Make the plan and send nothing. */
  readonly planOnly?: boolean | undefined;
  /** When the run's time began, in milliseconds since 1970; its first moment by default. */
  readonly beganAt?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** Ends the run early: nothing more is sent, and what was judged until then is reported. */
  readonly signal?: AbortSignal | undefined;
  /** Percent of the MUST rules that must be judged for a verdict; 90 by default. */
  readonly minJudged?: number | undefined;
  /** Give a verdict also where not all cases could be sent, about those that were. */
  readonly partial?: boolean | undefined;
  /** Fail a target also for what HTTP demands, practice ignores and no client needs, such as Date or Allow with a 405. */
  readonly strictHttp?: boolean | undefined;
  /** The name of an option in reasons and errors; its name here by default. */
  readonly nameOption?: NameOption | undefined;
}

/** A note that a run sends besides its events, so that a run which dies can still be reported. */
export type RunNote =
  /** A response is about to be judged; `writes` where its request may have changed data. */
  | { readonly type: 'judging'; readonly case: string; readonly writes: boolean }
  /** Rules that checked the response, and those of them that it breaks. */
  | { readonly type: 'judged'; readonly rules: readonly string[]; readonly broken: readonly string[] }
  /** A group of breaches as it was first seen, or at a stronger level than before. */
  | { readonly type: 'found'; readonly group: number; readonly failure: Failure }
  /** The groups that the next failure reports. */
  | { readonly type: 'reporting'; readonly groups: readonly number[] }
  /** The run may last so many seconds instead. */
  | { readonly type: 'stretched'; readonly seconds: number };

/** Seconds that a run lasts at most, unless another time is given. */
export const defaultMaxTimeSeconds = 120;

/** The part of an earlier run to repeat. */
export interface Rerun {
  /** The name of the report in errors. */
  readonly file: string;
  /** Of the report. */
  readonly level: string | undefined;
  readonly document: string | undefined;
  readonly seed: number;
  readonly rules: readonly string[];
  readonly cases: readonly string[];
}

/** The options of a run, with the defaults of those that were not given. */
export type RunOptions = ReturnType<typeof withDefaults>;

const defaults = {
  level: 'MUST' as Level,
  concurrency: defaultConcurrency,
  timeoutMs: 10_000,
  maxTimeSeconds: defaultMaxTimeSeconds,
  probeRateLimit: 0,
  allowWrites: false,
  expectedFailures: [] as readonly ExpectedFailure[],
  headers: {} as Readonly<Record<string, string>>,
  planOnly: false,
  minJudged: 90,
  partial: false,
  strictHttp: false,
  now: Date.now,
  nameOption: ((option) => option) as NameOption,
};

export function withDefaults(options: VerifyOptions) {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const seed = options.rerun?.seed ?? options.seed ?? 1;
  return { ...options, ...defaults, ...(Object.fromEntries(given) as Partial<typeof defaults>), seed };
}
