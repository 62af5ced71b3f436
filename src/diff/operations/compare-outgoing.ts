/** Compares what a service sends by itself, its webhooks and callbacks: there the clients answer, and directions turn round. */
import type { OutgoingOperation } from '../../contract/document/outgoing-operations.js';
import type { Operation } from '../../contract/operations.js';
import type { ChangeKindName } from '../change-kinds.js';
import type { Part } from '../change.js';
import { compareLife } from './compare-operations.js';
import { compareRequestBodies, compareResponses, type Comparers } from './compare-messages.js';
import { compareParameters } from './compare-parameters.js';
import { changeOf, type FoundChange } from './found-change.js';

/** A change of a request that the service sends. */
export interface OutgoingChange {
  /** Of OLD, or of NEW where OLD has none. */
  readonly operation: Operation;
  readonly found: FoundChange;
}

type Kinds = Readonly<Record<'removed' | 'added', ChangeKindName>>;
export const webhookKinds: Kinds = { removed: 'webhook-removed', added: 'webhook-added' };
export const callbackKinds: Kinds = { removed: 'callback-removed', added: 'callback-added' };

const whole: Part = { kind: 'operation' };

export function* compareOutgoing(
  old: readonly OutgoingOperation[],
  now: readonly OutgoingOperation[],
  kinds: Kinds,
  comparers: Comparers,
): Generator<OutgoingChange> {
  const left = new Set(now);
  const pairs = new Map<OutgoingOperation, OutgoingOperation>();
  // Requests to the same address belong together, whichever stands first.
  for (const isSame of [isAtSameAddress, isSameRequest])
    for (const one of old) {
      const other = pairs.has(one) ? undefined : [...left].find((candidate) => isSame(one, candidate));
      if (!other) continue;
      pairs.set(one, other);
      left.delete(other);
    }
  for (const one of old) {
    const { operation } = one;
    const other = pairs.get(one);
    const changes = other
      ? changesOfOne(one, other, comparers)
      : [changeOf(kinds.removed, whole, { old: operation.pointer, new: undefined })];
    for (const found of changes) yield { operation, found: turned(found) };
  }
  for (const { operation } of left) {
    const found = changeOf(kinds.added, whole, { old: undefined, new: operation.pointer });
    yield { operation, found: turned(found) };
  }
}

function isSameRequest(one: OutgoingOperation, other: OutgoingOperation): boolean {
  return one.name === other.name && one.operation.method === other.operation.method;
}

function isAtSameAddress(one: OutgoingOperation, other: OutgoingOperation): boolean {
  return one.address === other.address && isSameRequest(one, other);
}

function* changesOfOne(
  { address: before, operation: old }: OutgoingOperation,
  { address: after, operation: now }: OutgoingOperation,
  { request, response }: Comparers,
): Generator<FoundChange> {
  const pointers = { old: old.pointer, new: now.pointer };
  if (before !== after) yield changeOf('callback-address-changed', whole, pointers, { before, after });
  // A client gets these requests as it gets responses, and sends their responses as it sends requests.
  const comparers = { request: response, response: request };
  yield* compareLife(old, now, response);
  yield* compareParameters(old, now, response);
  yield* compareRequestBodies(old, now, comparers);
  for (const found of compareResponses(old, now, comparers))
    // Which success a service takes from a receiver is seldom what its document says.
    yield found.kind === 'success-status-removed' ? { ...found, isLikely: true } : found;
}

function turned(found: FoundChange): FoundChange {
  return {
    ...found,
    direction: found.direction === 'request' ? 'response' : 'request',
    isOutgoing: true,
  };
}
