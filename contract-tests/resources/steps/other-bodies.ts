import { branchBodies } from '../../../src/conformance/cases/generate/branch-bodies.js';
import { fullerBody } from '../../../src/conformance/cases/generate/fuller-body.js';
import type { Planner } from '../../../src/conformance/cases/planner.js';
import type { SchemaObject } from '../../../src/contract/openapi.js';
import type { Operation } from '../../../src/contract/operations.js';
import { isObject } from '../../../src/contract/schema/json-equal.js';
import { resolveSchema, typeOf } from '../../../src/contract/schema/resolve-schema.js';
import { requestFields } from './kept-fields.js';
import { isIdOfAnother } from '../../../src/conformance/cases/other-texts.js';
import { toldDefault } from './told-defaults.js';

/** Other bodies at most of one operation. */
const maxBodies = 5;
/** Values at most that are tried for one field. */
const maxValues = 4;

/** Texts of each format that are unusual and right. */
const ofFormat: Readonly<Record<string, readonly string[]>> = {
  email: ['ada+books.2@mail.example.com', "o'neil_7@example.org"],
  date: ['2032-02-29', '1999-12-31', '2027-01-01'],
  'date-time': ['2031-03-01T00:30:00Z', '2027-12-31T23:59:59Z'],
  uri: ['https://example.com/a%20b?q=1&r=%C3%A9'],
};
const anyTexts = ['Größe 7 & "Söhne" <b> \\ it\'s', 'two  blanks, 日本', 'null', '0012'];

/** Other values of a field that its schema seems to allow; each still has to be proven. */
export function otherValues(planner: Planner, schema: SchemaObject, value: unknown): unknown[] {
  const type = typeOf(schema);
  if (schema.const !== undefined) return [];
  if (schema.enum !== undefined)
    return schema.enum.filter((one) => one !== value && one !== null).slice(0, maxValues);
  if (type === 'boolean') return [value !== true];
  if (type === 'integer' || type === 'number') return otherNumbers(schema, value);
  if (type === 'string') return otherTexts(schema, value);
  if (type === 'array') {
    const items = resolveSchema(planner.stated.contract.document, schema.items);
    const [first] = Array.isArray(value) ? (value as unknown[]) : [];
    const others = first === undefined ? [] : elementsLike(planner, items, first).slice(0, 2);
    return others.length === 0 ? [] : [[...others, first], [others[0]]];
  }
  if (type === 'object') {
    const { properties = {}, additionalProperties } = schema;
    if (Object.keys(properties).length > 0)
      return isObject(value) ? elementsLike(planner, schema, value).slice(0, 1) : [];
    const inner = resolveSchema(planner.stated.contract.document, additionalProperties as SchemaObject);
    return additionalProperties !== false && [undefined, 'string'].includes(typeOf(inner))
      ? [{ first: 'one', 'second-Name': 'Two' }, { third: '3' }]
      : [];
  }
  return [];
}

/** Objects that differ from one in a field, or other values of a simple kind. */
function elementsLike(planner: Planner, schema: SchemaObject, value: unknown): unknown[] {
  if (!isObject(value)) return otherValues(planner, schema, value);
  const { document } = planner.stated.contract;
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    ['string', 'number'].includes(typeof value[name])
      ? otherValues(planner, resolveSchema(document, property), value[name])
          .slice(0, 1)
          .map((other) => ({ ...value, [name]: other }))
      : [],
  );
}

function otherNumbers({ minimum, maximum, type }: SchemaObject, value: unknown): number[] {
  const usual = typeof value === 'number' ? value : 1;
  const most = typeof maximum === 'number' ? maximum : 1000;
  const least = minimum ?? 0;
  const numbers = [usual + 1, Math.max(least, usual - 1), Math.min(most, least + 7)];
  return [...numbers, ...(type === 'number' ? [usual + 0.25] : [])].filter((one) => one !== value);
}

function otherTexts({ format, pattern, minLength = 0, maxLength }: SchemaObject, value: unknown): string[] {
  const listed = format === undefined ? undefined : ofFormat[format];
  const most = typeof maxLength === 'number' ? maxLength : 5000;
  if (listed !== undefined) return listed.filter((one) => one !== value);
  if (format !== undefined) return [];
  if (pattern === undefined)
    return anyTexts.filter((one) => one.length >= minLength && one.length <= most && one !== value);
  // Another letter or digit in the last place is often allowed too.
  const text = typeof value === 'string' ? value : '';
  return ['7', 'B', 'b', '1'].map((last) => text.slice(0, -1) + last).filter((one) => one !== text);
}

/** Valid bodies of an operation, the usual one first, that together give its fields several values each. */
export function validBodies(planner: Planner, operation: Operation): Record<string, unknown>[] {
  const usual = planner.body(operation);
  if (!isObject(usual) || !planner.accepts(operation, usual)) return [];
  const full = fullerBody(planner.stated, operation, usual);
  const fields = Object.entries(requestFields(planner.stated, operation)).filter(
    ([, { readOnly }]) => readOnly !== true,
  );
  const values = fields.map(([name, schema]) => {
    const value = full[name];
    const others = isReference(name) ? [] : otherValues(planner, schema, value);
    return [name, others.filter((other) => planner.accepts(operation, { ...full, [name]: other }))] as const;
  });
  const bodies = Array.from({ length: maxBodies }, (_, index) =>
    values.reduce<Record<string, unknown>>((body, [name, others]) => {
      const other = others[index % (others.length || 1)];
      const changed = { ...body, [name]: other };
      return other !== undefined && index <= others.length && planner.accepts(operation, changed)
        ? changed
        : body;
    }, full),
  );
  const defaulted = fields.flatMap(([name, schema]) =>
    (schema.default ?? toldDefault(planner.stated, operation, name, schema)) === undefined ? [] : [name],
  );
  const short = Object.fromEntries(Object.entries(usual).filter(([name]) => !defaulted.includes(name)));
  const branches = branchBodies(planner.stated, operation, usual).map(({ body }) =>
    fullerBody(planner.stated, operation, body),
  );
  const all = [usual, full, ...bodies, ...branches, ...(planner.accepts(operation, short) ? [short] : [])];
  return [...new Map(all.map((body) => [JSON.stringify(body), body])).values()];
}

/** A valid body that has the values of a thing as it is read, but for one field. */
export function changedCopy(
  planner: Planner,
  operation: Operation,
  thing: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined {
  const fields = Object.entries(requestFields(planner.stated, operation)).filter(
    ([name, { readOnly }]) => readOnly !== true && Object.hasOwn(thing, name),
  );
  const copy = Object.fromEntries(fields.map(([name]) => [name, thing[name]]));
  for (const [name, schema] of freeFirst(fields))
    for (const other of otherValues(planner, schema, thing[name])) {
      const changed = { ...copy, [name]: other };
      if (planner.accepts(operation, changed)) return changed;
    }
  return undefined;
}

/** Values that may have to be unique come last: a text with a form of its own. */
function freeFirst(
  fields: readonly (readonly [string, SchemaObject])[],
): readonly (readonly [string, SchemaObject])[] {
  const isFree = ([name, { pattern, format }]: readonly [string, SchemaObject]) =>
    pattern === undefined && format === undefined && !isReference(name);
  return [...fields.filter(isFree), ...fields.filter((one) => !isFree(one) && !isReference(one[0]))];
}

/** The id of something else, which has to be there. */
export function isReference(name: string): boolean {
  return isIdOfAnother(name) || /^_?ids?$/i.test(name);
}
