import type { OpenApiDocument, Schema, SchemaObject } from '../../../contract/openapi.js';
import { randomElement, randomInteger } from './random.js';
import type { Random } from './random.js';
import { followSchema, resolveSchema, typeOf } from '../../../contract/schema/resolve-schema.js';

/** How full a value is: only what is required, everything, or a random choice. */
export type Fullness = 'minimal' | 'maximal' | 'random';

/** Objects, arrays and other values that a sample has at most, where its schema does not require more: some describe millions. */
const mostValues = 150;

/**
 * A value of a schema. Patterns and unusual formats are not followed, so a caller validates what it gets.
 *
 * @param room how many values it may have that are not required
 */
export function sample(
  document: OpenApiDocument,
  schema: Schema | undefined,
  fullness: Fullness,
  random: Random,
  room = mostValues,
  depth = 0,
): unknown {
  const resolved = resolveSchema(document, schema);
  if (resolved.const !== undefined) return resolved.const;
  const example = resolved.example ?? resolved.examples?.[0] ?? resolved.default;
  if (example !== undefined) return example;
  if (resolved.enum && resolved.enum.length > 0)
    return fullness === 'random' ? randomElement(random, resolved.enum) : resolved.enum[0];
  const inner: Inner = (child, share) => sample(document, child, fullness, random, share, depth + 1);
  switch (typeOf(resolved)) {
    case 'object':
      return sampleObject(document, resolved, fullness, random, { room, depth }, inner);
    case 'array':
      return sampleArray(resolved, fullness, random, { room, depth }, inner);
    case 'integer':
      return Math.trunc(sampleNumber(resolved, fullness, random));
    case 'number':
      return sampleNumber(resolved, fullness, random);
    case 'boolean':
      return fullness === 'random' ? random() < 0.5 : true;
    case 'null':
      return null;
    default:
      return sampleText(resolved, fullness, random);
  }
}

type Inner = (schema: Schema | undefined, room: number) => unknown;

interface Place {
  readonly room: number;
  readonly depth: number;
}

function sampleObject(
  document: OpenApiDocument,
  schema: SchemaObject,
  fullness: Fullness,
  random: Random,
  { room, depth }: Place,
  inner: Inner,
) {
  let optional = 0;
  const required = new Set(schema.required ?? []);
  const wanted = Object.entries(schema.properties ?? {}).filter(([name, child]) => {
    // The server alone sends it.
    if (typeof child === 'object' && followSchema(document, child)?.readOnly === true) return false;
    if (required.has(name)) return true;
    if (depth > 6 || optional >= room || fullness === 'minimal') return false;
    const isWanted = fullness === 'maximal' || random() < 0.5;
    if (isWanted) optional += 1;
    return isWanted;
  });
  const share = (room - optional) / wanted.length;
  return Object.fromEntries(wanted.map(([name, child]) => [name, inner(child, share)]));
}

function sampleArray(
  schema: SchemaObject,
  fullness: Fullness,
  random: Random,
  { room, depth }: Place,
  inner: Inner,
) {
  const least = schema.minItems ?? 0;
  const most = Math.min(typeof schema.maxItems === 'number' ? schema.maxItems : least + 3, least + 3);
  const wanted = { minimal: least, maximal: most, random: randomInteger(random, least, most) }[fullness];
  const length = depth > 6 || room < wanted ? least : wanted;
  return Array.from({ length }, () => inner(schema.items, (room - length) / length));
}

function sampleNumber(schema: SchemaObject, fullness: Fullness, random: Random): number {
  const low = schema.minimum ?? (schema.exclusiveMinimum === undefined ? 0 : schema.exclusiveMinimum + 1);
  const high = typeof schema.maximum === 'number' ? schema.maximum : low + 99;
  const step = typeof schema.multipleOf === 'number' ? schema.multipleOf : undefined;
  if (step !== undefined) return Math.ceil(low / step) * step;
  if (fullness === 'minimal') return low;
  if (fullness === 'maximal') return high;
  return Math.round((low + random() * (high - low)) * 100) / 100;
}

/** Letters of several scripts, so that lengths in characters, in UTF-16 and in bytes differ. */
const alphabet = Array.from('abcdefghij XYZ 0189 äéîøß żč Ωλ Жи বাং 漢字 👕');

function sampleText(schema: SchemaObject, fullness: Fullness, random: Random): string {
  const byFormat = typeof schema.format === 'string' ? formats[schema.format] : undefined;
  if (byFormat !== undefined) return byFormat;
  const least = schema.minLength ?? 1;
  const most = Math.min(typeof schema.maxLength === 'number' ? schema.maxLength : least + 30, least + 30);
  if (fullness === 'minimal') return 'a'.repeat(least);
  const length = fullness === 'maximal' ? most : randomInteger(random, least, most);
  return Array.from({ length }, () => randomElement(random, alphabet)).join('');
}

const formats: Readonly<Record<string, string>> = {
  'date-time': '2024-05-17T09:30:00Z',
  date: '2024-05-17',
  time: '09:30:00Z',
  email: 'someone@example.com',
  uuid: '0b7b4e5c-6a68-4f0e-9f0c-3f2f6f0a2b11',
  uri: 'https://example.com/a',
  hostname: 'example.com',
  ipv4: '192.0.2.7',
  ipv6: '2001:db8::7',
};
