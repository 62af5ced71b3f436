import type { BodyProblem } from '../case.js';
import type { StatedContract } from '../../document/stated-contract.js';
import type { Level } from '../../level.js';
import type { Operation } from '../../../contract/operations.js';
import { fieldPath, shown } from '../../../contract/validation/problem-text.js';
import { toPointer } from '../../../contract/json-pointer.js';
import { requestMediaOf } from '../../document/request-media.js';
import { proveProblems } from '../../document/prove-problems.js';
import { brokenConstraints } from './broken-constraints.js';
import { amplified, changed, bodyNodes } from './body-nodes.js';
import type { BodyNode } from './body-nodes.js';
import { typeOf } from '../../../contract/schema/resolve-schema.js';

export type MutationKind = 'missing' | 'type' | 'constraint';

/** A valid body with one thing made wrong, proven invalid by the schema. */
export interface Mutation {
  readonly kind: MutationKind;
  readonly path: BodyNode['path'];
  /** Unique within the operation: field and value, such as `sender.zip_code=null`. */
  readonly detail: string;
  readonly title: string;
  readonly body: unknown;
  readonly problem: BodyProblem;
  /** MUST when the specification states what is broken, otherwise ASSUMED. */
  readonly level: Level;
  /** Whether it is in a later element of an array than the first. */
  readonly later: boolean;
  /** The value put there; undefined where it is missing. */
  readonly value: unknown;
}

/** Every mutation of a body: thorough at the first element of each array, with fewer values at later ones. */
export function mutationsOf(stated: StatedContract, operation: Operation, body: unknown): Mutation[] {
  const schema = stated.requestSchema(operation)?.schema;
  if (schema === undefined) return [];
  const { document } = stated.contract;
  const first = bodyNodes(document, schema, body, 'first').flatMap((node) =>
    [...candidatesAt(node), ...invalidValues(node)].map((candidate) => ({ candidate, node, base: body })),
  );
  const long = amplified(body);
  const later = bodyNodes(document, schema, long, 'last')
    .filter((node) => node.path.some((segment) => typeof segment === 'number'))
    .flatMap((node, index) =>
      laterCandidates(node, index).map((candidate) => ({ candidate, node, base: long })),
    );
  // In a merge patch null removes a field, and what is missing stays as it is (RFC 7396).
  const isMergePatch = requestMediaOf(operation)?.kind === 'merge-patch';
  const all = [...first, ...later].filter(
    ({ candidate: { value } }) => !isMergePatch || (value ?? null) !== null,
  );
  return all.flatMap(({ candidate, node, base }) => {
    const mutated = changed(base, node.path, candidate.value);
    return prove(stated, operation, { ...candidate, path: node.path, body: mutated, later: base === long });
  });
}

interface Candidate {
  readonly kind: MutationKind;
  readonly value: unknown;
}

function candidatesAt(node: BodyNode): Candidate[] {
  const missing: Candidate[] = node.required ? [{ kind: 'missing', value: undefined }] : [];
  return [...missing, ...wrongTypes(node).map((value): Candidate => ({ kind: 'type', value }))];
}

function invalidValues({ schema, value }: BodyNode): Candidate[] {
  return brokenConstraints(schema, value).map((invalid): Candidate => ({
    kind: 'constraint',
    value: invalid,
  }));
}

/** Only two of the wrong types, taken in turn, so that long arrays don't multiply the cases. */
function laterCandidates(node: BodyNode, index: number): Candidate[] {
  const candidates = candidatesAt(node);
  const types = candidates.filter(({ kind }) => kind === 'type');
  const two = new Set([types[index % types.length], types[(index + 2) % types.length]]);
  const picked = [...two].filter((candidate) => candidate !== undefined);
  return [...candidates.filter(({ kind }) => kind === 'missing'), ...picked];
}

/** Values of every other type, among them those that loosely typed servers accept. */
function wrongTypes({ schema, value }: BodyNode): unknown[] {
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

/** The number that the text looks like, or else any number. */
function numberFrom(value: unknown): number {
  const number = Number(value);
  return Number.isFinite(number) && value !== '' ? number : 12;
}

function prove(
  stated: StatedContract,
  operation: Operation,
  draft: Pick<Mutation, 'kind' | 'value' | 'path' | 'body' | 'later'>,
): Mutation[] {
  const pointer = toPointer(draft.path);
  const field = fieldPath(pointer, 'body');
  for (const level of ['MUST', 'ASSUMED'] as const) {
    const problems = proveProblems(stated, operation, draft.body, level);
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
