import { walkDocument } from '../../contract/document/walk-document.js';
import { LinearPattern } from '../../contract/patterns/linear-pattern.js';

/** What a generated value may be made to have at least, and as many as Prism makes where more are allowed. */
const mostCharacters = 10_000;
const mostItems = 1_000;

type Node = Readonly<Record<string, unknown>>;

/**
 * A copy of a document for Prism, which trusts what it reads. It follows each `$ref`, also in data, so one in data is written
 * `$$ref`; and it makes values as long as a schema says, so bounds are lowered and patterns that repeat without measure left
 * out. `asWritten` turns data of a response back.
 */
export function withoutHazards<Document extends object>(document: Document): Document {
  const references = new Set<object>();
  const schemas = new Set<object>();
  walkDocument(document, ({ value, kind }) => {
    if (kind === 'data') return false;
    if (kind === 'schema') schemas.add(value);
    references.add(value);
    return true;
  });
  const copy = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(copy);
    const node = schemas.has(value) ? bounded(value as Node) : (value as Node);
    const isData = !references.has(value);
    return Object.fromEntries(
      Object.entries(node).map(([key, child]) => [isData ? masked(key) : key, copy(child)]),
    );
  };
  return copy(document) as Document;
}

/** Data of a response with the names that the document gave it. */
export function asWritten(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(asWritten);
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key.replace(/^\$(?=\$+ref$)/, ''), asWritten(child)]),
  );
}

function masked(key: string): string {
  return /^\$+ref$/.test(key) ? `$${key}` : key;
}

function bounded(schema: Node): Node {
  const { pattern, ...rest } = schema;
  const limits = {
    ...limited(schema, 'minLength', mostCharacters),
    ...limited(schema, 'minItems', mostItems),
    ...limited(schema, 'maxItems', mostItems),
    ...limited(schema, 'minProperties', mostItems),
  };
  const kept = typeof pattern === 'string' && isModest(pattern) ? { pattern } : {};
  return { ...rest, ...limits, ...kept };
}

function limited(schema: Node, keyword: string, most: number): Node {
  const bound = schema[keyword];
  return typeof bound === 'number' && bound > most ? { [keyword]: most } : {};
}

function isModest(pattern: string): boolean {
  try {
    new LinearPattern(pattern, '');
    return true;
  } catch {
    return false;
  }
}
