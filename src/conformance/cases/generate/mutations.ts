import type { BodyProblem } from '../case.js';
import type { StatedContract } from '../../document/stated-contract.js';
import type { Level } from '../../level.js';
import type { OpenApiDocument, Schema, SchemaObject } from '../../../contract/openapi.js';
import type { Operation } from '../../../contract/operations.js';
import { fieldPath, shown } from '../../../contract/validation/problem-text.js';
import { toPointer, valueAt } from '../../../contract/json-pointer.js';
import { isObject } from '../../../contract/schema/json-equal.js';
import { requestMediaOf } from '../../document/request-media.js';
import { proveProblems } from '../../document/prove-problems.js';
import { brokenConstraints, nearPattern, otherSizes } from './broken-constraints.js';
import { branchBodies } from './branch-bodies.js';
import { fullerBody, isMore } from './fuller-body.js';
import { amplified, changed, bodyNodes, type BodyNode, type ElementChoice } from './body-nodes.js';
import { fieldChanges } from './object-places.js';
import { resolveSchema, typeOf } from '../../../contract/schema/resolve-schema.js';

export type MutationKind = 'missing' | 'type' | 'constraint';

/** A valid body with one thing made wrong, proven invalid by the schema. */
export interface Mutation {
  readonly kind: MutationKind;
  readonly path: BodyNode['path'];
  /** Unique within the operation: field and value, such as `sender.zip_code=null`. */
  readonly detail: string;
  readonly title: string;
  readonly body: unknown;
  /** The body without what is wrong: the valid one, or one with longer arrays. */
  readonly base: unknown;
  readonly problem: BodyProblem;
  /** MUST when the specification states what is broken, otherwise ASSUMED. */
  readonly level: Level;
  /** Its position, if not in the first element of each array: in the last one, or in one between. */
  readonly later: false | 'last' | 'between';
  /** The value put there; undefined where it is missing. */
  readonly value: unknown;
  /** The property that tells its branch of a union from that of the usual body. */
  readonly branch?: string;
}

/** A value to put at a place of a body; undefined where what is there is removed. */
type Candidate = Pick<Mutation, 'kind' | 'value'>;

/** Without the schema at the place, which is merged of many: thousands of places may wait to be taken. */
type MutationPlace = Candidate & Pick<Mutation, 'path' | 'base' | 'later'>;

/** Mutations of an operation of another document: some have bodies of a thousand fields, and a run takes a few of each. */
const maxOfOthers = 150;
/** The same, of each other branch of a body, in the first element of each array. */
const maxOfBranches = 70;

/**
 * Every mutation of a body, each proven when it is taken: thorough at the first element of each array, with fewer values at the
 * last and those between.
 */
export function* mutationsOf(
  stated: StatedContract,
  operation: Operation,
  body: unknown,
): Generator<Mutation, void> {
  const schema = stated.requestSchema(operation)?.schema;
  if (schema === undefined) return;
  for (const place of placesOf(stated, operation, schema, body)) yield* prove(stated, operation, place);
  if (stated.own) return;
  for (const { name, schema: whole, body: other } of branchBodies(stated, operation, body)) {
    const places = placesOf(stated, operation, whole, other).filter(({ later }) => later === false);
    for (const place of spread(places, maxOfBranches))
      for (const mutation of prove(stated, operation, place))
        yield {
          ...mutation,
          detail: `${mutation.detail} (${name})`,
          title: `${mutation.title}, where ${name}`,
          branch: name,
        };
  }
}

function placesOf(
  stated: StatedContract,
  operation: Operation,
  schema: Schema,
  body: unknown,
): readonly MutationPlace[] {
  const { document } = stated.contract;
  const nodes = bodyNodes(document, schema, body, 'first');
  const placesAt = (node: BodyNode, base: unknown) =>
    placed([...candidatesAt(node), ...invalidValues(node, stated.own)], node, base);
  const ofOthers = stated.own
    ? []
    : fieldChanges(document, schema, body).flatMap((change) => placed([change], change, body));
  const all = [
    ...ofOthers,
    ...nodes.flatMap((node) => placesAt(node, body)),
    ...inFuller(stated, operation, schema, body, placesAt),
    ...(nodes.some(isInArray) ? placesInLists(document, schema, body) : []),
  ];
  // In a merge patch null removes a field, and what is missing stays as it is (RFC 7396).
  const isMergePatch = requestMediaOf(operation)?.kind === 'merge-patch';
  const possible = isMergePatch ? all.filter(({ value }) => (value ?? null) !== null) : all;
  return stated.own ? possible : spread(possible, maxOfOthers);
}

/** Places in what the body lacks and may have, and the body itself; of this service's documents everything is in the body. */
function inFuller(
  stated: StatedContract,
  operation: Operation,
  schema: Schema,
  body: unknown,
  placesAt: (node: BodyNode, base: unknown) => readonly MutationPlace[],
): readonly MutationPlace[] {
  if (stated.own || !isObject(body)) return [];
  const { document } = stated.contract;
  const sizes = otherSizes(resolveSchema(document, schema), body).map(breaking);
  const full = fullerBody(stated, operation, body);
  const added = bodyNodes(document, schema, full, 'first').filter(({ path, value }) => {
    const there = valueAt(body, toPointer(path));
    return there === undefined || isMore(value, there);
  });
  return [...placed(sizes, { path: [] }, body), ...added.flatMap((node) => placesAt(node, full))];
}

/** Places in the last element of each array, and in those between. */
function placesInLists(document: OpenApiDocument, schema: Schema, body: unknown): MutationPlace[] {
  const nodesIn = (base: unknown, element: ElementChoice) =>
    bodyNodes(document, schema, base, element).filter(isInArray);
  const long = amplified(body);
  const last = nodesIn(long, 'last').flatMap((node, index) =>
    placed(laterCandidates(node, index), node, long, 'last'),
  );
  const inBetween = between.flatMap(({ length, indexes }, turn) => {
    const base = amplified(body, length);
    return nodesIn(base, (_, depth) => indexes[depth] ?? 0)
      .filter((node) => isBetween(node, length))
      .flatMap((node, index) => placed(candidateOfTurn(node, turn + index), node, base, 'between'));
  });
  return [...last, ...inBetween];
}

/** The candidates at their place in a body. */
function placed(
  candidates: readonly Candidate[],
  { path }: Pick<BodyNode, 'path'>,
  base: unknown,
  later: Mutation['later'] = false,
): MutationPlace[] {
  return candidates.map(({ kind, value }) => ({ path, kind, value, base, later }));
}

/** At most so many of a list, in its order, from all parts of it. */
function spread<T>(list: readonly T[], max: number): readonly T[] {
  return list.length <= max ? list : list.filter((_, index) => (index * max) % list.length < max);
}

/** The length of arrays, the index of the wrong element, and its index in an array inside of it. */
const between: readonly { readonly length: number; readonly indexes: readonly number[] }[] = [
  { length: 3, indexes: [1, 1] },
  { length: 5, indexes: [2, 3] },
  { length: 5, indexes: [3, 2] },
  { length: 5, indexes: [0, 1] },
  { length: 3, indexes: [2, 1] },
  { length: 4, indexes: [1, 0] },
];

/** Returns whether it is in an element that is neither the first nor the last of its array, or whose array is not in the first. */
function isBetween({ path }: BodyNode, length: number): boolean {
  const indexes = path.filter((segment) => typeof segment === 'number');
  const [last = 0] = indexes.slice(-1);
  return (last > 0 && last < length - 1) || (indexes.length > 1 && indexes.some((index) => index > 0));
}

function isInArray({ path }: BodyNode): boolean {
  return path.some((segment) => typeof segment === 'number');
}

/** One candidate, where there is any: it is missing, of another type, or null, in turn. */
function candidateOfTurn(node: BodyNode, turn: number): Candidate[] {
  const candidates = candidatesAt(node);
  const types = candidates.filter(({ kind, value }) => kind === 'type' && value !== null);
  const missing = candidates.find(({ kind }) => kind === 'missing');
  const isNull = candidates.find(({ value }) => value === null);
  const turns = [missing ?? types.at(-1), types[turn % types.length], isNull];
  const chosen = turns[turn % turns.length];
  return chosen ? [chosen] : [];
}

function candidatesAt(node: BodyNode): Candidate[] {
  const missing: Candidate[] = node.required ? [{ kind: 'missing', value: undefined }] : [];
  return [...missing, ...wrongTypes(node).map((value): Candidate => ({ kind: 'type', value }))];
}

function invalidValues({ schema, value }: BodyNode, own: boolean): Candidate[] {
  const near = own ? [] : [...nearPattern(schema, value), ...fractions(schema, value)];
  return [...brokenConstraints(schema, value), ...near].map(breaking);
}

/** A value that breaks a constraint. */
function breaking(value: unknown): Candidate {
  return { kind: 'constraint', value };
}

/** Numbers between two integers: beside the valid one, and beside the smallest. */
function fractions(schema: SchemaObject, value: unknown): number[] {
  if (typeOf(schema) !== 'integer' || typeof value !== 'number') return [];
  const { minimum = value } = schema;
  return [...new Set([value + 0.5, minimum + 0.5])];
}

/** Only one of the wrong types, taken in turn, so that long arrays don't multiply the cases. */
function laterCandidates(node: BodyNode, index: number): Candidate[] {
  const candidates = candidatesAt(node);
  const types = candidates.filter(({ kind }) => kind === 'type');
  const picked = types[index % types.length];
  return [...candidates.filter(({ kind }) => kind === 'missing'), ...(picked ? [picked] : [])];
}

/**
 * Values of every other type, among them those that loosely typed servers accept. Rarer values of leaves are sent to all of them
 * at once.
 */
function wrongTypes({ schema, value }: BodyNode): unknown[] {
  switch (typeOf(schema)) {
    case 'integer':
    case 'number':
      return [String(value), '', null];
    case 'string':
      return [numberFrom(value), null];
    case 'boolean':
      return ['true', 1, null, [value], {}];
    case 'array': {
      // An example may be anything.
      const elements = Array.isArray(value) ? (value as unknown[]) : [];
      const first = elements.slice(0, 1).filter((element) => element !== undefined);
      return [Object.fromEntries(elements.entries()), 'none', null, 7, ...first, 'null', {}];
    }
    case 'object':
      return ['none', null, 7, [value], [], 'null'];
    default:
      return [];
  }
}

/** The number that the text looks like, or else any number. */
function numberFrom(value: unknown): number {
  const number = Number(value);
  return Number.isFinite(number) && value !== '' ? number : 12;
}

function prove(stated: StatedContract, operation: Operation, place: MutationPlace): Mutation[] {
  const { path, base, value } = place;
  const body = changed(base, path, value);
  const pointer = toPointer(path);
  const field = fieldPath(pointer, 'body');
  const title = value === undefined ? `without ${field}` : `${field} is ${described(value)}`;
  const detail = value === undefined ? field : `${field}=${JSON.stringify(value).slice(0, 60)}`;
  for (const level of ['MUST', 'ASSUMED'] as const) {
    const problems = proveProblems(stated, operation, body, level);
    const own = problems.find((problem) => problem.pointer === pointer) ?? problems[0];
    if (own === undefined) continue;
    const problem = { pointer, field, text: own.text, value, documentPointer: own.documentPointer };
    return [{ ...place, detail, title, body, problem, level }];
  }
  return [];
}

function described(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${shown(value[0])}`;
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? `the text ${shown(value)}` : `the ${typeof value} ${shown(value)}`;
}
