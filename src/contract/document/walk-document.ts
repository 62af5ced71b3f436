import { getOrMake } from '../get-or-make.js';
import { toPointer } from '../json-pointer.js';

/**
 * Tells the kind of each object of a document: a schema, another object of OpenAPI, or data. Keywords mean something only where they
 * stand: a property named `value` is a schema, the `value` of an example is data, and a `$ref` in data is no reference.
 */

/**
 * `schemas` and `objects` are lists or maps by name, whose keys are free; `data` is what a document quotes: examples,
 * defaults, constants, extensions.
 */
export type NodeKind = 'object' | 'objects' | 'schema' | 'schemas' | 'example' | 'examples' | 'data';

/** An object or array of a document. */
export interface DocumentNode {
  readonly value: Readonly<Record<string, unknown>>;
  /** Valid during the visit. */
  readonly path: readonly string[];
  readonly kind: NodeKind;
}

const named = (kind: NodeKind, names: string): [string, NodeKind][] =>
  names.split(' ').map((name) => [name, kind]);

/** Keywords whose value is one schema, or schemas in a list or by name. */
export const subschemaKeywords: ReadonlyMap<string, NodeKind> = new Map([
  ...named('schema', 'items contains additionalProperties unevaluatedItems unevaluatedProperties'),
  ...named('schema', 'propertyNames not if then else contentSchema'),
  ...named('schemas', 'allOf anyOf oneOf prefixItems'),
  ...named('schemas', 'properties patternProperties dependentSchemas $defs definitions'),
]);

/** Kinds of the values under the fixed fields of OpenAPI's own objects; under any other field is an object. */
const fields: ReadonlyMap<string, NodeKind> = new Map([
  ...named('schema', 'schema'),
  ...named('schemas', 'schemas definitions $defs'),
  ...named('examples', 'examples'),
  ...named('data', 'example default enum mapping'),
  ...named('objects', 'paths webhooks pathItems callbacks responses requestBodies parameters'),
  ...named('objects', 'headers links securitySchemes content encoding variables'),
]);

/** Called for a node. @returns whether to go on inside it */
export type VisitNode = (node: DocumentNode) => boolean;

/**
 * Visits every object and array of a document, parents first, each once in each role (YAML anchors share objects).
 *
 * @param visit may change the node. The path is the same array each time, so a visitor must not keep it
 * @param kind what `root` is, where it is only a part of a document
 */
export function walkDocument(root: unknown, visit: VisitNode, kind: NodeKind = 'object'): void {
  const seen = new Map<NodeKind, Set<object>>();
  const path: string[] = [];
  const walk = (value: Readonly<Record<string, unknown>>, kindHere: NodeKind): void => {
    const known = getOrMake(seen, kindHere, () => new Set());
    if (known.has(value)) return;
    known.add(value);
    if (!visit({ value, path, kind: kindHere })) return;
    const parentKey = path.at(-1);
    for (const key of Object.keys(value)) {
      const child = value[key];
      if (typeof child !== 'object' || child === null) continue;
      const childKind = kindOf(child, key, kindHere, parentKey);
      path.push(key);
      walk(child as DocumentNode['value'], childKind);
      path.pop();
    }
  };
  if (typeof root === 'object' && root !== null) walk(root as DocumentNode['value'], kind);
}

/** Tells the kind of the child under a key of a node. */
function kindOf(child: unknown, key: string, parent: NodeKind, parentKey: string | undefined): NodeKind {
  switch (parent) {
    case 'object':
      if (key.startsWith('x-')) return 'data';
      if (key === 'examples' && Array.isArray(child)) return 'data';
      return fields.get(key) ?? 'object';
    case 'objects':
      // These two maps may hold extensions beside their paths and statuses; elsewhere a name may begin with x-.
      return key.startsWith('x-') && (parentKey === 'paths' || parentKey === 'responses') ? 'data' : 'object';
    case 'schema': {
      const kind = subschemaKeywords.get(key) ?? 'data';
      return kind === 'schema' && Array.isArray(child) ? 'schemas' : kind;
    }
    case 'schemas':
      return 'schema';
    case 'examples':
      return 'example';
    default:
      return 'data';
  }
}

/** Maps each object of a document, data included, to the JSON pointer of the first place that holds it. */
export function pointersOf(document: object): Map<object, string> {
  const pointers = new Map<object, string>();
  walkDocument(document, ({ value, path }) => {
    if (!pointers.has(value)) pointers.set(value, toPointer(path));
    return true;
  });
  return pointers;
}
