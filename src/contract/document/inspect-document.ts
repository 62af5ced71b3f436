import type { OpenApiDocument } from '../openapi.js';
import type { DocumentPatterns } from '../patterns/document-patterns.js';
import { shown } from '../validation/problem-text.js';
import { BrokenReferences } from './broken-references.js';
import { ClosedMembers } from './closed-members.js';
import type { Remark } from './document-error.js';
import { misshapenParts, misshapenNode } from './document-shape.js';
import { walkDocument, subschemaKeywords, type DocumentNode } from './walk-document.js';
import { toPointer } from '../json-pointer.js';

/**
 * Reads a document once from end to end: repairs it, makes it one of OpenAPI 3.1, and notes what is wrong.
 *
 * @param patterns of a document that is not trusted
 * @returns remarks that don't stop the start, schema keywords that neither JSON Schema 2020-12 nor OpenAPI 3.1 knows, references to
 * nothing, which were removed, and values of a wrong type, without which the document can't be read
 */
export function inspectDocument(document: OpenApiDocument, patterns: DocumentPatterns | undefined) {
  const isOlder = document.openapi.startsWith('3.0');
  const repairs: Remark[] = [];
  const unenforced: Remark[] = [];
  const unknownKeywords: Remark[] = [];
  const misshapen: Remark[] = [];
  const references = new BrokenReferences(document);
  const closed = new ClosedMembers(document);
  walkDocument(document, (node) => {
    if (node.kind === 'data') return false;
    repairNode(node, (remark) => repairs.push(remark));
    if (isOlder) upgradeSchema(node);
    unknownKeywords.push(...unknownKeywordsIn(node));
    misshapen.push(...misshapenNode(node));
    for (const { pointer, source, reason } of patterns?.unenforcedIn(node) ?? [])
      unenforced.push({ pointer, text: `the pattern ${shown(source)} is not enforced: ${reason}` });
    references.visit(node);
    closed.visit(node);
    return true;
  });
  if (isOlder) document.openapi = '3.1.1';
  const joined = closed.join().map((pointer) => ({
    pointer,
    text: "the members of allOf reject each other's properties (additionalProperties: false); they are read as one object with all of them",
  }));
  return {
    remarks: [...unenforced, ...repairs, ...joined],
    unknownKeywords,
    broken: references.found,
    misshapen: [...misshapen, ...misshapenParts(document)],
  };
}

/**
 * Repairs, in place, what documents often contain and no validator accepts: a schema or media type that is null (an empty line of
 * YAML) becomes an empty one, `nullable` without `type`, which has no effect (OpenAPI 3.0.3, Schema Object), is removed, and
 * contradictions are resolved that no value satisfies.
 */
function repairNode({ value, path, kind }: DocumentNode, remark: (remark: Remark) => void): void {
  const object = value as Record<string, unknown>;
  if (kind === 'schema')
    for (const { keyword, text } of resolveContradictions(object))
      remark({ pointer: toPointer([...path, keyword]), text });
  if (kind === 'schema' && typeof object.nullable === 'boolean' && object.type === undefined)
    delete object.nullable;
  for (const key of Object.keys(object)) {
    if (object[key] !== null || !mayBeEmpty(key, kind, path.at(-1))) continue;
    object[key] = {};
    const what = path.at(-1) === 'content' ? 'media type' : 'schema';
    remark({ pointer: toPointer([...path, key]), text: `a ${what} that is null says nothing` });
  }
}

function* resolveContradictions(
  schema: Record<string, unknown>,
): Generator<{ keyword: string; text: string }> {
  const { type, enum: values, required, properties } = schema;
  if (
    type === 'string' &&
    Array.isArray(values) &&
    values.length > 0 &&
    values.every((value) => typeof value === 'number')
  ) {
    schema.enum = values.map(String);
    yield { keyword: 'enum', text: 'the values of a string are numbers; they are read as texts' };
  }
  if (schema.additionalProperties !== false || !Array.isArray(required)) return;
  if (otherNames.some((keyword) => keyword in schema)) return;
  const unknown = required.filter(
    (name) => typeof name === 'string' && !Object.hasOwn(Object(properties) as object, name),
  ) as string[];
  if (unknown.length === 0) return;
  schema.properties = { ...Object(properties), ...Object.fromEntries(unknown.map((name) => [name, {}])) };
  yield {
    keyword: 'required',
    text: `the object is closed to ${shown(unknown[0])}, which it requires; it takes any value there`,
  };
}

/** Keywords by which a closed object may name more properties. */
const otherNames = ['$ref', 'allOf', 'patternProperties'];

function mayBeEmpty(key: string, kind: DocumentNode['kind'], parentKey: string | undefined): boolean {
  if (kind === 'schemas') return parentKey === 'properties' || parentKey === 'schemas';
  if (kind === 'objects') return parentKey === 'content';
  return key === (kind === 'schema' ? 'items' : 'schema');
}

/** Turns a schema of OpenAPI 3.0 into one of 3.1, in place: `nullable` and exclusive bounds are what differs in meaning. */
function upgradeSchema({ value, kind }: DocumentNode): void {
  if (kind !== 'schema') return;
  const schema = value as Record<string, unknown>;
  if (schema.nullable === true && schema.type !== undefined) {
    schema.type = [...new Set([schema.type, 'null'].flat())];
    if (Array.isArray(schema.enum) && schema.default === null && !schema.enum.includes(null))
      schema.enum = [...(schema.enum as unknown[]), null];
  }
  if (typeof schema.nullable === 'boolean') delete schema.nullable;
  exclusive(schema, 'exclusiveMinimum', 'minimum');
  exclusive(schema, 'exclusiveMaximum', 'maximum');
}

function exclusive(schema: Record<string, unknown>, keyword: string, bound: string): void {
  const isExclusive = schema[keyword];
  if (typeof isExclusive !== 'boolean') return;
  Reflect.deleteProperty(schema, keyword);
  if (!isExclusive || schema[bound] === undefined) return;
  schema[keyword] = schema[bound];
  Reflect.deleteProperty(schema, bound);
}

/** The keywords that hold no schema. */
const plainKeywords = `
  $ref $id $schema $anchor $comment $dynamicRef $dynamicAnchor $vocabulary
  type const enum multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength pattern
  minItems maxItems uniqueItems minContains maxContains minProperties maxProperties required dependentRequired
  format contentEncoding contentMediaType title description default deprecated readOnly writeOnly
  examples example discriminator xml externalDocs`;

const known = new Set([...subschemaKeywords.keys(), ...plainKeywords.trim().split(/\s+/)]);

/** The unknown keywords of a schema; extensions `x-…` are free. */
function unknownKeywordsIn({ value, path, kind }: DocumentNode): Remark[] {
  if (kind !== 'schema') return [];
  const unknown = Object.keys(value).filter((keyword) => !known.has(keyword) && !keyword.startsWith('x-'));
  return unknown.map((keyword) => ({
    pointer: toPointer([...path, keyword]),
    text: `unknown schema keyword ${JSON.stringify(keyword)}`,
  }));
}
