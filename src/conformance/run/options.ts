import type { Contract } from '../../contract/contract.js';
import type { Level } from '../level.js';
import type { LoadedRule } from '../rule.js';
import type { ExpectedFailure } from './expected-failures.js';

/** What `drydock verify` can be told; every default is the command's. */
export interface VerifyOptions {
  /** The base address of the target: the paths of the document follow it, the document's servers are ignored. */
  readonly url: string;
  readonly key?: string | undefined;
  /** A key that has expired. */
  readonly expiredKey?: string | undefined;
  /** A key that may not use every operation. */
  readonly limitedKey?: string | undefined;
  /** What the target is held against. */
  readonly contract: Contract;
  /** All that ship with the package unless told. */
  readonly rules?: readonly LoadedRule[] | undefined;
  /** The weakest level that fails a run; MUST unless told. */
  readonly level?: Level | undefined;
  /** Glob over rule ids, case ids and operation ids; `*` stops at a slash, `**` doesn't. */
  readonly only?: string | undefined;
  /** Only what failed there: from `readRerun`. */
  readonly rerun?: Rerun | undefined;
  readonly seed?: number | undefined;
  /** Cases at most; those of least priority are left out. */
  readonly budget?: number | undefined;
  /** Requests a second at most. */
  readonly rate?: number | undefined;
  readonly concurrency?: number | undefined;
  /** Milliseconds until an answer must be complete. */
  readonly timeoutMs?: number | undefined;
  /** Seconds until the run ends, whatever is left. */
  readonly maxTimeSeconds?: number | undefined;
  /** Requests at most to find the rate limit with; 0 leaves it alone. */
  readonly probeRateLimit?: number | undefined;
  readonly expectedFailures?: readonly ExpectedFailure[] | undefined;
  /** Sent with every request, unless a case has the header itself. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Only the plan is made, nothing is sent. */
  readonly planOnly?: boolean | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

export interface Rerun {
  readonly seed: number;
  readonly rules: readonly string[];
  readonly cases: readonly string[];
}

export const defaults = {
  level: 'MUST',
  seed: 1,
  concurrency: 8,
  timeoutMs: 10_000,
  maxTimeSeconds: 120,
  probeRateLimit: 0,
} as const;
