import type { Contract } from '../contract/contract.js';
import { callbacksOf, webhooksOf } from '../contract/document/outgoing-operations.js';
import { toPointer } from '../contract/json-pointer.js';
import type { Operation } from '../contract/operations.js';
import { shown } from '../contract/validation/problem-text.js';
import { changeKinds, sayChange } from './change-kinds.js';
import type { Change, Locus, OperationName, Part, Place } from './change.js';
import { changeOf, type FoundChange } from './operations/found-change.js';
import { compareOperations } from './operations/compare-operations.js';
import { callbackKinds, compareOutgoing, webhookKinds } from './operations/compare-outgoing.js';
import { SchemaComparer } from './schema/schema-comparer.js';
import { SchemaSide } from './schema/schema-side.js';

/** A change, and what tells whether a recorded value has met it. */
export interface ComparedChange extends Change {
  readonly found: FoundChange;
  /** True if a place of it is in what a service sends by itself, which recordings don't weigh. */
  readonly isOutgoing: boolean;
}

/** One change to a shared schema is shown at so many places. */
const maxLoci = 2_000;

/**
 * Compares two documents by what a client can notice.
 *
 * @returns the changes in the order of the operations of OLD, those that break first
 */
export function findChanges(old: Contract, now: Contract): ComparedChange[] {
  const [oldSide, newSide] = [new SchemaSide(old.document), new SchemaSide(now.document)];
  const comparers = {
    request: new SchemaComparer(oldSide, newSide, 'request'),
    response: new SchemaComparer(oldSide, newSide, 'response'),
  };
  const { both, removed, added } = pairOperations(old.operations, now.operations);
  const changes = new GroupedChanges(old, now);
  const part: Part = { kind: 'operation' };
  for (const operation of removed)
    changes.add(operation, changeOf('operation-removed', part, { old: operation.pointer, new: undefined }));
  const sent = [
    ...compareOutgoing(webhooksOf(old.document), webhooksOf(now.document), webhookKinds, comparers),
  ];
  for (const [one, other] of both) {
    for (const found of compareOperations(one, other, comparers)) changes.add(one, found);
    const callbacks = [callbacksOf(old.document, one), callbacksOf(now.document, other)] as const;
    sent.push(...compareOutgoing(...callbacks, callbackKinds, comparers));
  }
  for (const { operation, found } of sent) changes.add(operation, found);
  for (const operation of added)
    changes.add(operation, changeOf('operation-added', part, { old: undefined, new: operation.pointer }));
  return changes.list();
}

/**
 * Pairs operations by what a client calls: the method and the path, whatever the names of its parameters, and whether its beginning
 * stands in the path or in the address of the server.
 */
function pairOperations(old: readonly Operation[], now: readonly Operation[]) {
  const both: [Operation, Operation][] = [];
  let [removed, added] = [[...old], [...now]];
  for (const keyOf of [shortKey, wholeKey]) {
    const left = new Map(added.map((operation) => [keyOf(operation), operation]));
    removed = removed.filter((operation) => {
      const same = left.get(keyOf(operation));
      if (same) both.push([operation, same]);
      left.delete(keyOf(operation));
      return !same;
    });
    added = added.filter((operation) => left.get(keyOf(operation)) === operation);
  }
  return { both, removed, added };
}

function shortKey({ method, path }: Operation): string {
  return `${method} ${path.replace(/\{[^{}]*\}/g, '{}')}`;
}

function wholeKey(operation: Operation): string {
  const [base = ''] = operation.basePaths;
  return shortKey({ ...operation, path: base + operation.path });
}

/** Puts together what is one change: the same kind between the same two places, wherever operations use them. */
class GroupedChanges {
  private readonly groups = new Map<
    string,
    { found: FoundChange; loci: Locus[]; keys: Set<string>; isOutgoing: boolean }
  >();

  constructor(
    private readonly old: Contract,
    private readonly now: Contract,
  ) {}

  add({ id, method, path }: Operation, found: FoundChange): void {
    const key = idOf(found);
    const group = this.groups.get(key) ?? { found, loci: [], keys: new Set(), isOutgoing: false };
    this.groups.set(key, group);
    const operation: OperationName = { id, method, path };
    const locusKey = JSON.stringify([method, path, found.part, found.path]);
    if (group.keys.has(locusKey) || group.loci.length >= maxLoci) return;
    group.keys.add(locusKey);
    group.isOutgoing ||= found.isOutgoing === true;
    group.loci.push({ operation, part: found.part, path: found.path });
  }

  list(): ComparedChange[] {
    const groups = [...this.groups.values()];
    const all = groups.map(({ found }) => found);
    const oldPlace = placesOf(this.old, new Set(all.map((found) => found.old)));
    const newPlace = placesOf(this.now, new Set(all.map((found) => found.new)));
    return groups
      .map(({ found, loci, isOutgoing }) => ({
        ...readChange(found, loci, oldPlace(found.old), newPlace(found.new)),
        isOutgoing,
      }))
      .sort((a, b) => rank(a) - rank(b));
  }
}

function readChange(
  found: FoundChange,
  at: readonly Locus[],
  old: Place | null,
  now: Place | null,
): Omit<ComparedChange, 'isOutgoing'> {
  const { kind, direction, before, after } = found;
  const row = changeKinds[kind];
  const isBreaking = row.breaks === 'both' || row.breaks === direction;
  const isLikely = row.isLikely || found.isLikely === true;
  return {
    ...{ found, id: idOf(found), kind, direction, at },
    ...{ old, new: now, met: null, expected: null },
    effect: isBreaking ? 'breaking' : 'harmless',
    certainty: isLikely ? 'likely' : 'certain',
    text: `${placeText(found)} ${sayChange(kind, { before, after })}`,
  };
}

/** Finds the places of pointers, whose lines are read all at once; null where there is none. */
function placesOf({ file, linesOf }: Contract, pointers: ReadonlySet<string | undefined>) {
  const known = [...pointers].filter((pointer) => pointer !== undefined);
  const lines = linesOf(known);
  const places = new Map<string | undefined, Place>(
    known.map((pointer, index) => [pointer, { file, line: lines[index] ?? 1, pointer }]),
  );
  return (pointer: string | undefined): Place | null => places.get(pointer) ?? null;
}

/** The same for the same change, such as `request/enum-value-removed@/components/schemas/Unit/enum="oz"`. */
function idOf({ kind, direction, old, new: now, before, after }: FoundChange): string {
  const where = (/(?:removed|refused|lifted)$/.test(kind) ? (old ?? now) : (now ?? old)) ?? '';
  const isOneOfSeveral =
    /^(?:enum-value|server|security|media-type|part-header|alternative|pattern|format|multiple)-/.test(kind);
  const value = after ?? before;
  const text = typeof value === 'string' ? value : shown(value);
  return `${direction}/${kind}@${where}${isOneOfSeveral ? `=${text}` : ''}`;
}

function rank({ effect, certainty }: Change): number {
  if (effect === 'harmless') return 2;
  return certainty === 'likely' ? 1 : 0;
}

/** A part of an operation for people, such as `request body /weight/unit`. */
function placeText({ part, path, isOutgoing }: FoundChange): string {
  if (part.kind === 'operation' && isOutgoing) return 'the request';
  return path.length === 0 ? partText(part) : `${partText(part)} ${toPointer(path)}`;
}

function partText(part: Part): string {
  switch (part.kind) {
    case 'operation':
      return 'the operation';
    case 'parameter':
      return `${part.in} parameter ${part.name}`;
    case 'request body':
      return 'request body';
    case 'response':
      return `response ${part.status}`;
    case 'response header':
      return `response ${part.status} header ${part.name}`;
    case 'response body':
      return `response ${part.status} body`;
  }
}
