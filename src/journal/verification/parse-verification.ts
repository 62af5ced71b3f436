import type { components } from '../../contract/generated/control-api.js';
import { toPointer } from '../../contract/json-pointer.js';
import { isObject } from '../../contract/schema/json-equal.js';
import { fieldPath, shown } from '../../contract/validation/problem-text.js';
import type { RequestMatcher } from './request-matcher.js';
import type { ValueTest } from './value-test.js';

type Schemas = components['schemas'];

/** Exchanges that are expected, and how many of them: by default at least one. */
export type RequestExpectation = RequestMatcher & Pick<Schemas['RequestExpectation'], 'times'>;

/** Expectations to verify in a journal, defaults filled in. */
export type Verification = Required<Omit<Schemas['Verification'], 'requests'>> & {
  readonly requests: readonly RequestExpectation[];
};

export type ParsedVerification =
  | { readonly verification: Verification }
  | { readonly problems: readonly string[] };

/**
 * Reads what to verify, of which the control API's document has accepted the form.
 *
 * @returns the verification, or one sentence for each thing that is wrong all the same
 */
export function parseVerification(accepted: Schemas['Verification']): ParsedVerification {
  const { requests = [], inOrder = false, backoff = false } = accepted as Partial<Verification>;
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
  if (!isObject(test) || test.pattern === undefined) return [];
  try {
    new RegExp(test.pattern, 'u');
    return [];
  } catch (error) {
    return [
      `${place} must be a regular expression, got ${shown(test.pattern)}: ${(error as Error).message.replace(/^Invalid regular expression: /, '')}`,
    ];
  }
}
