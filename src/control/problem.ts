import type { components } from '../contract/generated/control-api.js';
import { reasonPhrases } from '../scenarios/reason-phrases.js';
import { StoreUnavailableError } from '../state/store-unavailable.js';
import type { CallerFacts, ControlResponse } from './control-message.js';

/** Further members of a problem. */
type ProblemExtras = Pick<components['schemas']['Problem'], 'errors' | 'nearest'>;

/** A request under Drydock's own prefix that is refused; `message` is a sentence that says how to fix it. */
export class ControlProblem extends Error {
  override readonly name = 'ControlProblem';

  constructor(
    readonly status: number,
    detail: string,
    readonly extras: ProblemExtras = {},
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
  }
}

/** A problem whose sentence is made from what is wrong. @param errors at least one */
export function problemFrom(
  status: number,
  errors: readonly string[],
  extras: ProblemExtras = {},
): ControlProblem {
  const [first = 'the request is not valid'] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  const sentence = /[.?]$/.test(first) ? first : `${first}${more}.`;
  return new ControlProblem(status, sentence, { ...extras, errors });
}

/** Converts what was thrown to a problem: all but refusals is a 500 with one line in the log. */
export function problemOf(
  error: unknown,
  { method, path }: Pick<CallerFacts, 'method' | 'path'>,
  log: (line: string) => void,
): ControlProblem {
  if (error instanceof ControlProblem) return error;
  if (error instanceof StoreUnavailableError) {
    const detail = `The mock's store is unavailable; try again: ${error.message}.`;
    return new ControlProblem(503, detail, {}, { 'Retry-After': '1' });
  }
  log(`Failed to answer ${method} ${path}: ${String(error)}`);
  return new ControlProblem(500, 'Drydock failed to answer; its terminal says why.');
}

/** Titles of RFC 9110 for statuses that Node still names as its predecessors did. */
const titles: Readonly<Record<number, string>> = { 413: 'Content Too Large', 422: 'Unprocessable Content' };

/** Problem details (RFC 9457). @param naming names options in its sentence as the one who started the server gives them */
export function problemResponse(
  problem: ControlProblem,
  naming: (sentence: string) => string = (sentence) => sentence,
): ControlResponse {
  const { status, extras, headers } = problem;
  const detail = naming(problem.message);
  const title = titles[status] ?? reasonPhrases[status] ?? 'Error';
  return {
    status,
    headers: { ...headers, 'Content-Type': 'application/problem+json; charset=utf-8' },
    body: JSON.stringify({ type: 'about:blank', title, status, detail, ...extras }),
  };
}
