import { securitySchemeOf, type Operation } from '../../contract/operations.js';
import { valueAt } from '../../contract/json-pointer.js';
import type { SecurityRequirement } from '../../contract/openapi.js';
import { canonicalText } from '../../contract/schema/json-equal.js';
import type { Part } from '../change.js';
import type { SchemaComparer } from '../schema/schema-comparer.js';
import type { SchemaSide } from '../schema/schema-side.js';
import { compareFlows } from './compare-flows.js';
import { compareRequestBodies, compareResponses, type Comparers } from './compare-messages.js';
import { compareParameters } from './compare-parameters.js';
import { changeOf, type FoundChange, type SecurityAlternative } from './found-change.js';

const whole: Part = { kind: 'operation' };

/** All that changed for the clients of one operation. */
export function* compareOperations(
  old: Operation,
  now: Operation,
  comparers: Comparers,
): Generator<FoundChange> {
  const pointers = { old: old.pointer, new: now.pointer };
  if (old.id !== now.id)
    yield changeOf('operation-id-changed', whole, pointers, { before: old.id, after: now.id });
  yield* compareLife(old, now, comparers.request);
  yield* compareServers(old, now);
  yield* compareSecurity(old, now, comparers.request);
  yield* compareFlows(old, now, comparers.request);
  yield* compareParameters(old, now, comparers.request);
  yield* compareRequestBodies(old, now, comparers);
  yield* compareResponses(old, now, comparers);
}

/** Deprecation, and the day on which an operation ends (`x-sunset`, after RFC 8594). */
export function* compareLife(old: Operation, now: Operation, sides: SchemaComparer): Generator<FoundChange> {
  const read = ({ document }: SchemaSide, { pointer }: Operation, name: string): unknown =>
    valueAt(document, `${pointer}/${name}`);
  const pointers = { old: old.pointer, new: now.pointer };
  const was = read(sides.old, old, 'deprecated') === true;
  const is = read(sides.now, now, 'deprecated') === true;
  if (is && !was)
    yield changeOf('became-deprecated', whole, { ...pointers, new: `${now.pointer}/deprecated` });
  if (was && !is) yield changeOf('no-longer-deprecated', whole, pointers);
  const [before, after] = [read(sides.old, old, 'x-sunset'), read(sides.now, now, 'x-sunset')];
  if (before === after) return;
  const kind = isEarlier(before, after) ? 'sunset-moved-earlier' : 'sunset-changed';
  yield changeOf(kind, whole, pointers, { before, after });
}

/** Returns whether clients have less time than they were told; an end that is no longer told may be any day. */
function isEarlier(before: unknown, after: unknown): boolean {
  if (before === undefined) return false;
  return typeof after !== 'string' || typeof before !== 'string' || Date.parse(after) < Date.parse(before);
}

function* compareServers(old: Operation, now: Operation): Generator<FoundChange> {
  // The beginning of one document's paths may be in the addresses of the other's servers.
  if (old.path.length !== now.path.length && old.basePaths[0] !== now.basePaths[0]) return;
  const [before, after] = [addressesOf(old), addressesOf(now)];
  const pointers = { old: '/servers', new: '/servers' };
  for (const one of before)
    if (!after.includes(one)) yield changeOf('server-removed', whole, pointers, { before: one });
  for (const one of after)
    if (!before.includes(one)) yield changeOf('server-added', whole, pointers, { after: one });
}

/** Addresses of an operation: each origin with each base path, and the base paths alone where it names no origin. */
function addressesOf({ basePaths, origins }: Operation): string[] {
  const paths = basePaths.map((path) => (path === '' ? '/' : path));
  return origins.length === 0 ? paths : origins.flatMap((origin) => paths.map((path) => origin + path));
}

function* compareSecurity(old: Operation, now: Operation, sides: SchemaComparer): Generator<FoundChange> {
  const [before, after] = [alternatives(old, sides.old), alternatives(now, sides.now)];
  const pointerOf = ({ document }: SchemaSide, { pointer }: Operation): string =>
    valueAt(document, `${pointer}/security`) === undefined ? '/security' : `${pointer}/security`;
  const pointers = { old: pointerOf(sides.old, old), new: pointerOf(sides.now, now) };
  const isOpen = before.some(({ needs }) => needs.size === 0);
  const lost = before.filter((one) => !after.some((other) => isWithin(other, one)));
  if (lost.length > 0 && isOpen) {
    const sides = { after: after.map(({ text }) => text).join(' or ') };
    const security = after.map(({ schemes }) => schemes);
    yield { ...changeOf('security-added', whole, pointers, sides), security };
  } else
    for (const { text } of lost)
      yield changeOf('security-alternative-removed', whole, pointers, { before: text });
  for (const one of after)
    if (!before.some((other) => isWithin(other, one)) && lost.length === 0)
      yield changeOf('security-loosened', whole, pointers, { after: one.text });
}

interface Alternative {
  /** Scopes by what the scheme is, whatever it is called. */
  readonly needs: ReadonlyMap<string, readonly string[]>;
  readonly schemes: SecurityAlternative;
  readonly text: string;
}

function alternatives({ security }: Operation, { document }: SchemaSide): Alternative[] {
  const all: readonly SecurityRequirement[] = security.length === 0 ? [{}] : security;
  return all.map((requirement) => ({
    needs: new Map(
      Object.entries(requirement).map(([name, scopes]) => {
        const { type, scheme, in: place, name: field } = securitySchemeOf(document, name) ?? { type: name };
        const sent = place === 'header' ? field?.toLowerCase() : field;
        return [canonicalText([type, scheme?.toLowerCase() ?? '', place ?? '', sent ?? '']), scopes];
      }),
    ),
    schemes: Object.keys(requirement).map((name) => securitySchemeOf(document, name)),
    text: textOf(requirement),
  }));
}

function textOf(requirement: SecurityRequirement): string {
  const names = Object.entries(requirement).map(([name, scopes]) =>
    scopes.length === 0 ? name : `${name} (${scopes.join(', ')})`,
  );
  return names.length === 0 ? 'no credentials' : names.join(' and ');
}

/** Returns whether who can satisfy one alternative satisfies another. */
function isWithin(needed: Alternative, had: Alternative): boolean {
  return [...needed.needs].every(([scheme, scopes]) => {
    const known = had.needs.get(scheme);
    return known !== undefined && scopes.every((scope) => known.includes(scope));
  });
}
