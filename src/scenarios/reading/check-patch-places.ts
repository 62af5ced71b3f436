import { fromPointer, toPointer, valueAt } from '../../contract/json-pointer.js';
import type { OpenApiDocument, Schema, SchemaObject } from '../../contract/openapi.js';
import { jsonMediaType, responseFor, type Operation } from '../../contract/operations.js';
import { refuse, type ReadContext } from './read-context.js';
import type { Patch } from '../scenario.js';

/**
 * Refuses a patch whose pointer leads nowhere in any answer that it could meet: it would silently do nothing. Places that
 * an earlier patch makes are known; a `set` may make the last step of its pointer.
 *
 * @param status of a forced answer; undefined where the patches change real successes
 * @param at JSON pointer of the patches in the file
 */
export function checkPatchPlaces(
  patches: readonly Patch[],
  status: number | undefined,
  at: string,
  context: ReadContext,
): void {
  if (context.checked) return;
  const schemas = context.operations.flatMap((operation) => answerSchemas(operation, status));
  if (schemas.length === 0) return;
  const { document } = context.contract;
  const made: string[] = [];
  patches.forEach((patch, index) => {
    const { kind, pointer } = patch;
    const segments = fromPointer(pointer);
    const known = kind === 'set' ? segments.slice(0, -1) : segments;
    const isMade = made.some((place) => pointer === place || pointer.startsWith(`${place}/`));
    if (!isMade && !schemas.some((schema) => mayLead(document, schema, known)))
      refuse(
        context,
        `${at}/${index}/${kind}`,
        `leads nowhere: no answer of ${namesOf(context.operations)} has ${pointer}`,
      );
    if (kind === 'rename') made.push(toPointer([...segments.slice(0, -1), patch.name]));
    else if (kind === 'set' || kind === 'append') made.push(pointer);
  });
}

function namesOf(operations: readonly Operation[]): string {
  const [first, ...others] = operations.map(({ id }) => id);
  return others.length === 0 ? (first ?? '') : `${first ?? ''} and ${others.length} more operations`;
}

function answerSchemas(operation: Operation, status: number | undefined): Schema[] {
  const responses =
    status === undefined
      ? [...operation.responses].filter(([code]) => /^(2|default)/.test(code)).map(([, response]) => response)
      : [responseFor(operation, status)];
  return responses.flatMap((response) => {
    const { content } = response?.value ?? {};
    if (!content) return [];
    return [content[jsonMediaType(content) ?? '']?.schema ?? true];
  });
}

/** Tells whether a value of the schema may have the place. What a schema leaves open may be there. */
function mayLead(document: OpenApiDocument, schema: Schema, segments: readonly string[]): boolean {
  const [segment, ...rest] = segments;
  if (segment === undefined) return true;
  const parts = partsOf(document, schema);
  const further = parts.flatMap((part) => stepsOf(part, segment));
  if (further.length > 0) return further.some((next) => mayLead(document, next, rest));
  return parts.every((part) => !isClosed(part));
}

/** A schema and all that it is put together from, references followed. */
function partsOf(
  document: OpenApiDocument,
  schema: Schema,
  seen = new Set<Schema>(),
): readonly SchemaObject[] {
  if (typeof schema !== 'object' || seen.has(schema)) return [];
  seen.add(schema);
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema;
  const target = $ref === undefined ? [] : [valueAt(document, $ref) as Schema];
  const others = [...target, ...allOf, ...anyOf, ...oneOf].flatMap((one) => partsOf(document, one, seen));
  return [schema, ...others];
}

function stepsOf(part: SchemaObject, segment: string): readonly Schema[] {
  const own = part.properties;
  if (own && Object.hasOwn(own, segment)) return [own[segment] ?? true];
  const isIndex = segment === '*' || /^\d+$/.test(segment);
  return isIndex && part.items !== undefined ? [part.items] : [];
}

/** Tells whether the schema says what there is, so that anything else is a mistake. */
function isClosed({ type, properties, items, ...part }: SchemaObject): boolean {
  if (part.patternProperties !== undefined || part.prefixItems !== undefined) return false;
  if (part.additionalProperties !== undefined && part.additionalProperties !== false) return false;
  const plain = [type ?? []].flat();
  const isScalar = plain.length > 0 && !plain.some((one) => one === 'object' || one === 'array');
  return properties !== undefined || items !== undefined || isScalar;
}
