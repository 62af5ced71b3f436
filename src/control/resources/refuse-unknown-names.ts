/** A mistyped name matches nothing, so an expectation of no requests would hold whatever was sent. */
import { nearest, suggestion } from '../../contract/nearest-names.js';
import type { JournalEntry } from '../../journal/journal-entry.js';
import type { RequestMatcher } from '../../journal/verification/request-matcher.js';
import type { Mock } from '../../mock/mock.js';
import { normalName } from '../../scenarios/scenario-catalogue.js';
import { problemFrom } from '../problem.js';

/** Names that are valid besides those that the mock itself knows. */
export interface NamesInUse {
  readonly journal: readonly JournalEntry[];
  /** The inline scenario of the sandbox, which no file has. */
  readonly chosen?: string | undefined;
}

/** @throws ControlProblem 422 for operations and scenarios that there are not */
export function refuseUnknownNames(
  mock: Mock,
  requests: readonly Pick<RequestMatcher, 'operation' | 'scenario'>[],
  inUse: NamesInUse,
): void {
  const problems = requests.flatMap(({ operation, scenario }, index) => [
    ...(operation === undefined ? [] : operationProblem(mock, operation, inUse, `requests[${index}].`)),
    ...(scenario === undefined ? [] : scenarioProblem(mock, scenario, inUse, `requests[${index}].`)),
  ]);
  if (problems.length > 0) throw problemFrom(422, problems);
}

/** @throws ControlProblem 422 for an operation that the document does not have */
export function refuseUnknownOperation(mock: Mock, operation: string | undefined, inUse: NamesInUse): void {
  if (operation === undefined || operation === 'none') return;
  const problems = operationProblem(mock, operation, inUse, '');
  if (problems.length > 0) throw problemFrom(422, problems);
}

function operationProblem(mock: Mock, name: string, { journal }: NamesInUse, place: string): string[] {
  const known = mock.contract.operations.map(({ id }) => id);
  if (known.includes(name) || journal.some(({ operation }) => operation === name)) return [];
  return [
    `${place}operation: the document has no operation ${quoted(name)}; ${hint(nearest(name, known), known)}`,
  ];
}

function scenarioProblem(
  { scenarios }: Mock,
  name: string,
  { journal, chosen }: NamesInUse,
  place: string,
): string[] {
  const isKnown =
    [normalName, chosen].includes(name) ||
    scenarios.find(name) !== undefined ||
    journal.some(({ scenario }) => scenario?.names.includes(name));
  if (isKnown) return [];
  const names = scenarios.names();
  return [`${place}scenario: there is no scenario ${quoted(name)}; ${hint(scenarios.nearest(name), names)}`];
}

function quoted(name: string): string {
  return JSON.stringify(name.length > 60 ? `${name.slice(0, 57)}...` : name);
}

function hint(near: readonly string[], known: readonly string[]): string {
  return suggestion(near, `there are ${known.slice(0, 12).join(', ')}`);
}
