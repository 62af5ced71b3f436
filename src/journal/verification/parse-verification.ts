import { toPointer } from '../../contract/json-pointer.js';
import { fieldPath, problemsOf, shown } from '../../contract/validation/problem-text.js';
import type { ValidateFunction } from '../../contract/validation/validate-function.js';
import type { RequestMatcher } from './request-matcher.js';
import type { ValueTest } from './value-test.js';

/** Exchanges that are expected, and how many of them. */
export interface RequestExpectation extends RequestMatcher {
  /** By default at least once. */
  readonly times?: Times;
}

export type Times = number | { readonly atLeast?: number; readonly atMost?: number };

/** Expectations to verify in a journal, as `verificationSchema` describes it. */
export interface Verification {
  readonly requests: readonly RequestExpectation[];
  /** True if the requests must have come in this order; others may have come between. */
  readonly inOrder: boolean;
  /** Checks the client's waits after each 429. */
  readonly backoff: boolean;
}

export type ParsedVerification =
  | { readonly verification: Verification }
  | { readonly problems: readonly string[] };

/**
 * Reads what to verify from parsed JSON that nobody has checked yet.
 *
 * @param accepts the validator of `verificationSchema`
 * @returns the verification, or one sentence for each thing that is wrong
 */
export function parseVerification(value: unknown, accepts: ValidateFunction): ParsedVerification {
  if (!accepts(value))
    return { problems: problemsOf(accepts.errors ?? [], 'verification').map(({ text }) => text) };
  const { requests = [], inOrder = false, backoff = false } = value as Partial<Verification>;
  const problems = requests.flatMap(expectationProblems);
  if (requests.length === 0 && !backoff)
    problems.push('requests must have at least one entry, unless backoff is true');
  return problems.length > 0 ? { problems } : { verification: { requests, inOrder, backoff } };
}

/** Checks what the schema can't express. */
function expectationProblems(expectation: RequestExpectation, index: number): string[] {
  const problems = (['query', 'headers', 'pointers'] as const).flatMap((group) =>
    Object.entries(expectation[group] ?? {}).flatMap(([name, test]) =>
      patternProblems(test, fieldPath(toPointer(['requests', index, group, name, 'pattern']), '')),
    ),
  );
  const { times } = expectation;
  if (typeof times === 'object' && (times.atLeast ?? 0) > (times.atMost ?? Infinity))
    problems.push(`requests[${index}].times.atMost must not be less than atLeast`);
  return problems;
}

function patternProblems(test: ValueTest, place: string): string[] {
  if (typeof test !== 'object' || test === null || !('pattern' in test)) return [];
  try {
    new RegExp(test.pattern, 'u');
    return [];
  } catch (error) {
    return [
      `${place} must be a regular expression, got ${shown(test.pattern)}: ${(error as Error).message.replace(/^Invalid regular expression: /, '')}`,
    ];
  }
}
