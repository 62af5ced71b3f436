import { isContainer, isObject, jsonEqual } from '../../../src/contract/schema/json-equal.js';
import { followSchema, resolveSchema, typeOf } from '../../../src/contract/schema/resolve-schema.js';
import type { Schema, SchemaObject } from '../../../src/contract/openapi.js';
import { valueAt } from '../../../src/contract/json-pointer.js';
import type { Operation } from '../../../src/contract/operations.js';
import type { StatedContract } from '../../../src/conformance/document/stated-contract.js';
import type { CompletedExchange } from '../../../src/conformance/target/exchange.js';

/** A field that a thing has otherwise than a request gave it. */
export interface LostField {
  readonly name: string;
  readonly sent: unknown;
  /** Undefined where it is missing. */
  readonly there: unknown;
}

/** The fields of an object in a response that its schema describes; empty where it has none. */
export function responseFields(
  stated: StatedContract,
  operation: Operation,
  status: number,
): Readonly<Record<string, SchemaObject>> {
  const pointer = stated.responseSchema(operation, status);
  return pointer === undefined ? {} : fieldsAt(stated, pointer);
}

/** The fields that a request body may have. */
export function requestFields(
  stated: StatedContract,
  operation: Operation,
): Readonly<Record<string, SchemaObject>> {
  const { pointer } = stated.requestSchema(operation) ?? {};
  return pointer === undefined ? {} : fieldsAt(stated, pointer);
}

/** Of a union the fields of all its branches, of each name the first. */
function fieldsAt(stated: StatedContract, pointer: string): Readonly<Record<string, SchemaObject>> {
  const { document } = stated.contract;
  const { oneOf, anyOf, ...own } = followSchema(document, valueAt(document, pointer) as Schema) ?? {};
  const schemas = [own, ...(oneOf ?? anyOf ?? []).toReversed()].map((one) => resolveSchema(document, one));
  const fields = schemas.flatMap(({ properties = {} }) => Object.entries(properties));
  return Object.fromEntries(fields.map(([name, property]) => [name, resolveSchema(document, property)]));
}

/** Returns whether a value is one that ids are made of. */
export function isPlain(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** The object that a successful response is; undefined for anything else. */
export function objectIn(exchange: CompletedExchange | undefined): Record<string, unknown> | undefined {
  if (exchange === undefined || exchange.response.status >= 300) return undefined;
  const { json } = exchange;
  return json.ok && isObject(json.value) ? json.value : undefined;
}

/**
 * The fields of a sent body that a thing has otherwise, where both schemas have a field of the name and of one type. What only the
 * client or only the server says is left out, and so is another spelling of the same value.
 *
 * @param operation the one that took the body
 * @param there the response that has the thing
 * @param answered the thing in the response to the body, where `there` is a later one: what it has must not be missing
 */
export function lostFields(
  stated: StatedContract,
  operation: Operation,
  sent: Readonly<Record<string, unknown>>,
  there: CompletedExchange,
  answered: Readonly<Record<string, unknown>> = {},
): LostField[] {
  const thing = objectIn(there);
  if (thing === undefined || there.operation === undefined) return [];
  const taken = requestFields(stated, operation);
  const shown = responseFields(stated, there.operation, there.response.status);
  return Object.entries(sent).flatMap(([name, value]): LostField[] => {
    const [one, other] = [taken[name], shown[name]];
    const isMissing = !Object.hasOwn(thing, name);
    if (one === undefined || other === undefined) return [];
    if (isMissing && (value === null || !Object.hasOwn(answered, name))) return [];
    if (one.readOnly === true || one.writeOnly === true || other.readOnly === true) return [];
    if (typeOf(one) === undefined || typeOf(one) !== typeOf(other)) return [];
    if (isMissing) return isKept(value, answered[name], one) ? [{ name, sent: value, there: undefined }] : [];
    return isKept(value, thing[name], one) ? [] : [{ name, sent: value, there: thing[name] }];
  });
}

/** A value inside another, whose schema is not looked at. */
const nested: SchemaObject = { properties: {} };

/** Returns whether a value is what was sent: the same, or another spelling of it that no reader takes for another value. */
export function isKept(sent: unknown, there: unknown, schema: SchemaObject = nested): boolean {
  const { format, properties, items } = schema;
  if (jsonEqual(sent, there)) return true;
  // Without a value a thing may have an empty one.
  if (sent === null) return isContainer(there) && Object.keys(there).length === 0;
  if (typeof sent === 'string' && typeof there === 'string')
    return format === 'date-time'
      ? Date.parse(sent) === Date.parse(there) || !Number.isFinite(Date.parse(there))
      : spelled(sent) === spelled(there) || isMasked(there);
  if (Array.isArray(sent) && Array.isArray(there)) {
    if (sent.every((one) => typeof one !== 'object'))
      return (
        there.length === new Set(sent).size && sent.every((one) => there.some((two) => isKept(one, two)))
      );
    return sent.length === there.length && sent.every((one, index) => isKept(one, there[index]));
  }
  if (isObject(sent) && isObject(there)) {
    // Of an object that has a schema of its own, the server may show a part.
    const isFree = properties === undefined && items === undefined;
    return Object.entries(sent).every(([name, one]) =>
      there[name] === undefined ? one === null || !isFree : isKept(one, there[name], nested),
    );
  }
  // Another type is told by the schema of the response.
  return typeof sent !== typeof there && there !== null && there !== undefined;
}

/** Names and addresses are often kept in one case of letters, without the blanks around them. */
function spelled(text: string): string {
  return text.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase().replace(/\/$/, '');
}

function isMasked(text: string): boolean {
  return /\*{2,}|•|…$|\.\.\.$/.test(text);
}
