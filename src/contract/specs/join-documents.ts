import { walkDocument } from '../document/walk-document.js';
import { fromPointer, toPointer } from '../json-pointer.js';
import { httpMethods } from '../openapi.js';
import type { OpenApiDocument, PathItem, SecurityRequirement, SecurityScheme } from '../openapi.js';
import { follow } from '../operations.js';

/** A document of OpenAPI 3.1, and the prefix under which its operations are served. */
export interface PrefixedDocument {
  readonly document: OpenApiDocument;
  /** Such as `/billing`; empty for the root. */
  readonly prefix: string;
}

/** The place of the others in the joined document: whatever their parts are called, none meets another's. */
const place = 'x-documents';

/**
 * One document with the operations of several, each under its prefix. The documents are changed: their references lead into the
 * joined one, and operations and security schemes of the same name get the prefix before it.
 */
export function joinDocuments(parts: readonly PrefixedDocument[]): OpenApiDocument {
  const joined = new JoinedDocument();
  for (const [index, part] of parts.entries()) joined.add(part, index);
  const titles = parts.map(({ document }) => document.info.title);
  const versions = parts.map(({ document }) => document.info.version);
  return {
    openapi: '3.1.1',
    info: { title: titles.join(' and '), version: versions.join(' and ') },
    paths: joined.paths,
    components: { securitySchemes: joined.securitySchemes },
    [place]: parts.map(({ document }) => document),
  } as OpenApiDocument;
}

/** Resolves a pointer of the joined document: the index of the part, and the pointer in it. */
export function partOf(
  parts: readonly PrefixedDocument[],
  pointer: string,
): { index: number; pointer: string } {
  const [first, second = '', ...rest] = fromPointer(pointer);
  if (first === place) return { index: Number(second), pointer: toPointer(rest) };
  const index = parts.findIndex(
    ({ document, prefix }) => document.paths?.[second.slice(prefix.length)] && second.startsWith(prefix),
  );
  const path = second.slice(parts[index]?.prefix.length);
  return { index: Math.max(index, 0), pointer: toPointer(['paths', path, ...rest]) };
}

class JoinedDocument {
  readonly paths: Record<string, PathItem> = {};
  readonly securitySchemes: Record<string, SecurityScheme> = {};
  private readonly ids = new Set<string>();

  add({ document, prefix }: PrefixedDocument, index: number): void {
    const schemes = this.addSchemes(document, prefix);
    leadInto(document, `/${place}/${index}`);
    for (const [path, item] of Object.entries(document.paths ?? {})) {
      if (!path.startsWith('/')) continue;
      const servers = item.servers ?? document.servers;
      const whole: PathItem = {
        ...this.itemOf(document, item, index),
        'x-drydock-prefix': prefix,
        ...(servers ? { servers } : {}),
      };
      for (const method of httpMethods) {
        const operation = whole[method];
        if (!operation) continue;
        const security = operation.security ?? document.security;
        const { operationId: id } = operation;
        whole[method] = {
          ...operation,
          ...(id === undefined ? {} : { operationId: this.idFor(id, prefix) }),
          ...(security ? { security: security.map((one) => renamed(one, schemes)) } : {}),
        };
      }
      this.paths[prefix + path] = whole;
    }
  }

  private itemOf(document: OpenApiDocument, item: PathItem, index: number): PathItem {
    const root = { [place]: { [index]: document } } as unknown as OpenApiDocument;
    return follow<PathItem>(root, { pointer: '', value: item }).value;
  }

  /** @returns the new name of each scheme */
  private addSchemes(document: OpenApiDocument, prefix: string): ReadonlyMap<string, string> {
    const names = new Map<string, string>();
    for (const [name, value] of Object.entries(document.components?.securitySchemes ?? {})) {
      const free = Object.hasOwn(this.securitySchemes, name) ? `${prefix.slice(1)}_${name}` : name;
      names.set(name, free);
      this.securitySchemes[free] = follow<SecurityScheme>(document, { pointer: '', value }).value;
    }
    return names;
  }

  private idFor(id: string, prefix: string): string {
    const free = this.ids.has(id) ? `${prefix.slice(1)}_${id}` : id;
    this.ids.add(free);
    return free;
  }
}

function renamed(requirement: SecurityRequirement, names: ReadonlyMap<string, string>): SecurityRequirement {
  return Object.fromEntries(
    Object.entries(requirement).map(([name, scopes]) => [names.get(name) ?? name, scopes]),
  );
}

/** Makes a document's references start at the joined document. */
function leadInto(document: OpenApiDocument, start: string): void {
  const moved = (reference: unknown): unknown =>
    reference === '#' || (typeof reference === 'string' && reference.startsWith('#/'))
      ? `#${start}${reference.slice(1)}`
      : reference;
  walkDocument(document, ({ value, kind }) => {
    if (kind === 'data') return false;
    const node = value as Record<string, unknown>;
    if (typeof node.$ref === 'string') node.$ref = moved(node.$ref);
    const { mapping } = Object(kind === 'schema' ? node.discriminator : undefined) as {
      mapping?: Record<string, unknown>;
    };
    for (const name of Object.keys(Object(mapping) as object))
      if (mapping) mapping[name] = moved(mapping[name]);
    return true;
  });
}
