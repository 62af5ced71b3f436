import type { BodyProblem } from '../case.js';
import type { StatedContract } from '../../document/stated-contract.js';
import type { Level } from '../../level.js';
import type { Operation } from '../../../contract/operations.js';
import { fieldPath, shown } from '../../../contract/validation/problem-text.js';
import { toPointer } from '../../../contract/json-pointer.js';
import { proveProblems } from '../../document/prove-problems.js';
import { brokenConstraints } from './broken-constraints.js';
import { amplified, changed, placesOf } from './body-nodes.js';
import type { Place } from './body-nodes.js';
import { typeOf } from './resolve-schema.js';

export type MutationKind = 'missing' | 'type' | 'constraint';

/** A valid body with one thing made wrong, proved wrong by the schema. */
export interface Mutation {
  readonly kind: MutationKind;
  readonly path: Place['path'];
  /** Unique within the operation: field and value, such as `sender.zip_code=null`. */
  readonly detail: string;
  readonly title: string;
  readonly body: unknown;
  readonly problem: BodyProblem;
  /** MUST when the specification states what is broken, else ASSUMED. */
  readonly level: Level;
  /** Whether it stands behind the first element of an array. */
  readonly later: boolean;
  /** The value put there; undefined where it is missing. */
  readonly value: unknown;
}

/** Every single mutation of a body: of first elements thoroughly, behind them with fewer values. */
export function mutationsOf(contract: StatedContract, operation: Operation, body: unknown): Mutation[] {
  const schema = contract.requestSchema(operation)?.schema;
  if (schema === undefined) return [];
  const { document } = contract.contract;
  const first = placesOf(document, schema, body, 'first').flatMap((place) =>
    candidatesAt(place, false).map((candidate) => ({ candidate, place, base: body, later: false })),
  );
  const long = amplified(body);
  const behind = placesOf(document, schema, long, 'last')
    .filter((place) => place.path.some((segment) => typeof segment === 'number'))
    .flatMap((place, index) => {
      const wrong = candidatesAt(place, true);
      const missing = wrong.filter((candidate) => candidate.kind === 'missing');
      const types = wrong.filter((candidate) => candidate.kind === 'type');
      const picked = [types[index % types.length], types[(index + 2) % types.length]];
      return [...missing, ...new Set(picked)]
        .filter((candidate) => candidate !== undefined)
        .map((candidate) => ({ candidate, place, base: long, later: true }));
    });
  return [...first, ...behind].flatMap(({ candidate, place, base, later }) => {
    const mutated = changed(base, place.path, candidate.value);
    return prove(contract, operation, { ...candidate, path: place.path, body: mutated, later });
  });
}

interface Candidate {
  readonly kind: MutationKind;
  readonly value: unknown;
}

function candidatesAt(place: Place, later: boolean): Candidate[] {
  const missing: Candidate[] = place.required ? [{ kind: 'missing', value: undefined }] : [];
  const types = wrongTypes(place).map((value): Candidate => ({ kind: 'type', value }));
  const constraints = later
    ? []
    : brokenConstraints(place.schema, place.value).map((value): Candidate => ({ kind: 'constraint', value }));
  return [...missing, ...types, ...constraints];
}

/** Values of every other type, among them those that loose servers take for the right one. */
function wrongTypes({ schema, value }: Place): unknown[] {
  switch (typeOf(schema)) {
    case 'integer':
    case 'number':
      return [String(value), '', 'heavy', null, true, false, [value], { value }];
    case 'string':
      return [numberFrom(value), null, true, [value], { value }];
    case 'boolean':
      return ['true', 1, null, [value], {}];
    case 'array': {
      const elements = value as unknown[];
      return [Object.fromEntries(elements.entries()), 'none', null, 7, elements[0]].filter(
        (v) => v !== undefined,
      );
    }
    case 'object':
      return ['none', null, 7, [value], []];
    default:
      return [];
  }
}

/** The number that a text looks like, else one that no text is. */
function numberFrom(value: unknown): number {
  const number = Number(value);
  return Number.isFinite(number) && value !== '' ? number : 12;
}

function prove(
  contract: StatedContract,
  operation: Operation,
  draft: Pick<Mutation, 'kind' | 'value' | 'path' | 'body' | 'later'>,
): Mutation[] {
  const pointer = toPointer(draft.path);
  const field = fieldPath(pointer, 'body');
  for (const level of ['MUST', 'ASSUMED'] as const) {
    const problems = proveProblems(contract, operation, draft.body, level);
    const own = problems.find((problem) => problem.pointer === pointer) ?? problems[0];
    if (own === undefined) continue;
    const what = draft.value === undefined ? `without ${field}` : `${field} is ${described(draft.value)}`;
    const detail = draft.value === undefined ? field : `${field}=${JSON.stringify(draft.value).slice(0, 60)}`;
    return [
      {
        ...draft,
        detail,
        title: what,
        problem: { pointer, field, text: own.text, value: draft.value, documentPointer: own.documentPointer },
        level,
      },
    ];
  }
  return [];
}

function described(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${shown(value[0])}`;
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? `the text ${shown(value)}` : `the ${typeof value} ${shown(value)}`;
}
