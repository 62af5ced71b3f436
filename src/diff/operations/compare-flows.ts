/** Compares the ways by which a client of an operation gets its tokens. */
import { toPointer } from '../../contract/json-pointer.js';
import type { OAuthFlow, OpenApiDocument, SecurityScheme } from '../../contract/openapi.js';
import { securitySchemeOf, type Operation } from '../../contract/operations.js';
import type { Part } from '../change.js';
import type { SchemaComparer } from '../schema/schema-comparer.js';
import { changeOf, type FoundChange } from './found-change.js';

const whole: Part = { kind: 'operation' };
const addresses = ['authorizationUrl', 'deviceAuthorizationUrl', 'tokenUrl', 'refreshUrl'] as const;

interface NamedScheme {
  readonly pointer: string;
  readonly scheme: SecurityScheme;
}

export function* compareFlows(old: Operation, now: Operation, sides: SchemaComparer): Generator<FoundChange> {
  const [before, after] = [tokenSchemes(old, sides.old.document), tokenSchemes(now, sides.now.document)];
  const isOnly = before.length === 1 && after.length === 1;
  for (const one of before) {
    // The name of a scheme is the document's own affair.
    const other = after.find(({ pointer }) => isOnly || pointer === one.pointer);
    if (other) yield* compareSchemes(one, other);
  }
}

function tokenSchemes({ security }: Operation, document: OpenApiDocument): NamedScheme[] {
  const names = new Set(security.flatMap((requirement) => Object.keys(requirement)));
  return [...names].flatMap((name) => {
    const scheme = securitySchemeOf(document, name);
    if (scheme?.type !== 'oauth2' && scheme?.type !== 'openIdConnect') return [];
    return [{ pointer: toPointer(['components', 'securitySchemes', name]), scheme }];
  });
}

function* compareSchemes(old: NamedScheme, now: NamedScheme): Generator<FoundChange> {
  yield* compareAddress('openIdConnectUrl', old.scheme, now.scheme, { old: old.pointer, new: now.pointer });
  const [before, after] = [old.scheme.flows ?? {}, now.scheme.flows ?? {}];
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before[name], after[name]];
    const below = toPointer(['flows', name]);
    const pointers = { old: old.pointer + (was ? below : ''), new: now.pointer + (is ? below : '') };
    if (was && is) yield* compareFlow(was, is, pointers);
    else if (was) yield changeOf('flow-removed', whole, pointers, { before: name });
    else yield changeOf('flow-added', whole, pointers, { after: name });
  }
}

type Pointers = Readonly<Record<'old' | 'new', string>>;

function* compareFlow(old: OAuthFlow, now: OAuthFlow, pointers: Pointers): Generator<FoundChange> {
  for (const name of addresses) yield* compareAddress(name, old, now, pointers);
  const [before, after] = [Object.keys(old.scopes ?? {}), Object.keys(now.scopes ?? {})];
  const places = { old: `${pointers.old}/scopes`, new: `${pointers.new}/scopes` };
  const lost = before.filter((scope) => !after.includes(scope));
  const won = after.filter((scope) => !before.includes(scope));
  if (lost.length > 0) yield changeOf('scopes-removed', whole, places, { before: lost });
  if (won.length > 0) yield changeOf('scopes-added', whole, places, { after: won });
}

/** An address that OLD lacks is no loss to its clients. */
function* compareAddress<Name extends string>(
  name: Name,
  { [name]: before }: Readonly<Partial<Record<Name, string>>>,
  { [name]: after }: Readonly<Partial<Record<Name, string>>>,
  pointers: Pointers,
): Generator<FoundChange> {
  if (before === undefined || before === after) return;
  const places = {
    old: `${pointers.old}/${name}`,
    new: pointers.new + (after === undefined ? '' : `/${name}`),
  };
  yield changeOf('token-address-changed', whole, places, { before, after: after ?? 'none' });
}
