import { valueAt } from '../../contract/json-pointer.js';
import type { Schema } from '../../contract/openapi.js';

/** A schema and where it is read: what a reference in it means depends on that. */
export interface SchemaPlace {
  readonly schema: Schema;
  readonly scope: Scope;
}

/** The schema resources that were entered on the way to a schema, the innermost first (JSON Schema 2020-12 section 7.1). */
export interface Scope {
  readonly resource: Resource;
  readonly outer: Scope | undefined;
}

/** A document, or a schema in it that has an `$id`. */
interface Resource {
  readonly uri: string;
  readonly root: unknown;
}

/** The schemas that the identifiers of a document name, by absolute URI. */
interface Identifiers {
  readonly resources: ReadonlyMap<string, Resource>;
  readonly anchors: ReadonlyMap<string, SchemaPlace>;
  readonly dynamicAnchors: ReadonlySet<string>;
}

const documentUri = 'https://document.invalid/';
const maxReferences = 10_000;

/** Finds what the references of a document mean. Identifiers are collected when the first of them is referred to. */
export class SchemaPlaces {
  private readonly document: Scope;
  private readonly followed = new Map<string, unknown>();
  private found: Identifiers | undefined;

  /** @param root a whole document, or a schema that stands alone */
  constructor(root: unknown) {
    const id = identifierOf(root);
    const uri = id === undefined ? documentUri : absolute(id, documentUri);
    this.document = { resource: { uri, root }, outer: undefined };
  }

  /** The schema at a JSON pointer of the document; `true` where there is none. */
  at(pointer: string): SchemaPlace {
    return this.byPointer(pointer, this.document) ?? { schema: true, scope: this.document };
  }

  /** A schema that stands in another. */
  inside({ scope }: SchemaPlace, schema: Schema): SchemaPlace {
    return { schema, scope: this.entered(schema, scope) };
  }

  /** The target of `$ref`; undefined where it leads nowhere. */
  follow(reference: string, scope: Scope): SchemaPlace | undefined {
    if (reference.startsWith('#/') || reference === '#')
      return this.byPointer(reference, scope) ?? this.byPointer(reference, this.document);
    const [uri = '', fragment] = absolute(reference, scope.resource.uri).split('#', 2);
    const resource = this.identifiers.resources.get(uri);
    if (!resource) return undefined;
    const inner = resource === scope.resource ? scope : { resource, outer: scope };
    if (fragment === undefined || fragment === '') return placeOf(resource.root, inner);
    if (fragment.startsWith('/')) return this.byPointer(`#${fragment}`, inner);
    const anchored = this.identifiers.anchors.get(`${uri}#${fragment}`);
    return anchored && { schema: anchored.schema, scope: inner };
  }

  /** The target of `$dynamicRef`: the outermost schema with that anchor among those that were entered (section 8.2.3.2). */
  followDynamic(reference: string, scope: Scope): SchemaPlace | undefined {
    const near = this.follow(reference, scope);
    const anchor = reference.split('#', 2)[1] ?? '';
    const { anchors, dynamicAnchors } = this.identifiers;
    if (!near || !dynamicAnchors.has(`${near.scope.resource.uri}#${anchor}`)) return near;
    let outermost: SchemaPlace = near;
    for (let at: Scope | undefined = near.scope; at; at = at.outer) {
      const key = `${at.resource.uri}#${anchor}`;
      const target = dynamicAnchors.has(key) ? anchors.get(key) : undefined;
      if (target) outermost = { schema: target.schema, scope: { resource: at.resource, outer: near.scope } };
    }
    return outermost;
  }

  private entered(schema: Schema, scope: Scope): Scope {
    const id = identifierOf(schema);
    if (id === undefined || schema === scope.resource.root) return scope;
    return { resource: { uri: absolute(id, scope.resource.uri), root: schema }, outer: scope };
  }

  private byPointer(pointer: string, scope: Scope): SchemaPlace | undefined {
    const { root, uri } = scope.resource;
    const key = `${uri} ${pointer}`;
    if (!this.followed.has(key)) {
      if (this.followed.size >= maxReferences) this.followed.clear();
      this.followed.set(key, schemaAt(root, pointer));
    }
    return placeOf(this.followed.get(key), scope, (schema) => this.entered(schema, scope));
  }

  private get identifiers(): Identifiers {
    this.found ??= collectIdentifiers(this.document);
    return this.found;
  }
}

function placeOf(
  value: unknown,
  scope: Scope,
  enter: (schema: Schema) => Scope = () => scope,
): SchemaPlace | undefined {
  if (typeof value === 'boolean') return { schema: value, scope };
  if (typeof value !== 'object' || value === null) return undefined;
  return { schema: value as Schema, scope: enter(value as Schema) };
}

/** Undefined for a pointer that can't be decoded, too. */
function schemaAt(root: unknown, pointer: string): unknown {
  try {
    return valueAt(root, pointer);
  } catch {
    return undefined;
  }
}

function identifierOf(schema: unknown): string | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined;
  const { $id } = schema as { $id?: unknown };
  return typeof $id === 'string' && !$id.startsWith('#') ? $id : undefined;
}

function absolute(reference: string, base: string): string {
  return URL.canParse(reference, base) ? new URL(reference, base).href.replace(/#$/, '') : reference;
}

/** Every `$id`, `$anchor` and `$dynamicAnchor` of a document; data that looks like one counts as well. */
function collectIdentifiers({ resource: document }: Scope): Identifiers {
  const resources = new Map([[document.uri, document]]);
  const anchors = new Map<string, SchemaPlace>();
  const dynamicAnchors = new Set<string>();
  const seen = new Set<object>();
  const visit = (value: unknown, outer: Resource): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const id = value === document.root ? undefined : identifierOf(value);
    const resource = id === undefined ? outer : { uri: absolute(id, outer.uri), root: value };
    if (id !== undefined) resources.set(resource.uri, resource);
    const { $anchor, $dynamicAnchor } = value as Record<string, unknown>;
    for (const anchor of [$anchor, $dynamicAnchor]) {
      if (typeof anchor !== 'string') continue;
      const key = `${resource.uri}#${anchor}`;
      anchors.set(key, { schema: value as Schema, scope: { resource, outer: undefined } });
      if (anchor === $dynamicAnchor) dynamicAnchors.add(key);
    }
    for (const [key, child] of Object.entries(value))
      if (key !== 'enum' && key !== 'const') visit(child, resource);
  };
  visit(document.root, document);
  return { resources, anchors, dynamicAnchors };
}
