/** Compares how the fields of a form are sent (OpenAPI 3.1, Encoding Object). */
import { toPointer } from '../../contract/json-pointer.js';
import type { EncodingObject, HeaderObject, MediaTypeObject, Reference } from '../../contract/openapi.js';
import { covers, essenceOf, follow, isJsonMediaType, type Located } from '../../contract/operations.js';
import type { JsonType } from '../../values/schema/json-values.js';
import type { ChangeKindName } from '../change-kinds.js';
import type { Part } from '../change.js';
import type { MergedSchema, Together } from '../schema/merged-schema.js';
import type { SchemaComparer } from '../schema/schema-comparer.js';
import type { SchemaSide } from '../schema/schema-side.js';
import { styleOf } from './compare-parameters.js';
import { changeOf, type FoundChange } from './found-change.js';

const urlencoded = 'application/x-www-form-urlencoded';

/** A field of a form, of one side. */
interface Field {
  readonly side: SchemaSide;
  readonly encoding: EncodingObject;
  /** JSON pointer of the encoding, or else of the media type. */
  readonly pointer: string;
  readonly schema: MergedSchema;
}

type ChangeOfField = (kind: ChangeKindName, sides: Pick<FoundChange, 'before' | 'after'>) => FoundChange;

/** @param mediaType of both sides */
export function* compareEncodings(
  mediaType: string,
  part: Part,
  sides: readonly [old: Located<MediaTypeObject>, now: Located<MediaTypeObject>],
  comparer: SchemaComparer,
): Generator<FoundChange> {
  const essence = essenceOf(mediaType);
  if (essence !== urlencoded && !essence.startsWith('multipart/')) return;
  const [old, now] = sides;
  const names = sides.flatMap(({ value }) => Object.keys(value.encoding ?? {}));
  for (const name of new Set(names)) {
    const [before, after] = [fieldOf(name, old, comparer.old), fieldOf(name, now, comparer.now)];
    if (!before || !after) continue;
    const change: ChangeOfField = (kind, values) => ({
      ...changeOf(kind, part, { old: before.pointer, new: after.pointer }, values),
      path: [name],
    });
    if (essence === urlencoded) yield* compareStyles(before, after, change);
    else {
      yield* compareTypes(before, after, change);
      yield* compareHeaders(before, after, change);
    }
  }
}

/** Undefined for a field that the schema lacks. */
function fieldOf(
  name: string,
  { pointer, value }: Located<MediaTypeObject>,
  side: SchemaSide,
): Field | undefined {
  const property = side.merge([side.places.at(`${pointer}/schema`)]).shape.properties.get(name);
  const encoding = value.encoding?.[name];
  const own = encoding ? pointer + toPointer(['encoding', name]) : pointer;
  return property && { side, encoding: encoding ?? {}, pointer: own, schema: side.merge(property) };
}

function* compareStyles(old: Field, now: Field, change: ChangeOfField): Generator<FoundChange> {
  const [before, after] = [formOf(old), formOf(now)];
  if (before !== after) yield change('field-style-changed', { before, after });
}

/** The text of a field; without a style of its own an object is sent as JSON. */
function formOf({ encoding, schema: { types } }: Field): string {
  const { style, explode, contentType } = encoding;
  const hasType = (type: JsonType): boolean => types?.includes(type) ?? true;
  const isStyled = style !== undefined || explode !== undefined;
  const named = contentType ?? (types?.length === 1 && hasType('object') ? 'application/json' : '');
  if (!isStyled && isJsonMediaType(named)) return 'JSON';
  const form = {
    name: '',
    in: 'query' as const,
    ...(style && { style }),
    ...(explode !== undefined && { explode }),
  };
  return styleOf(form, hasType) || 'plain text';
}

/** Media types of a part; those that a side does not name are a guess of the standard. */
function* compareTypes(old: Field, now: Field, change: ChangeOfField): Generator<FoundChange> {
  const [before, after] = [typesOf(old), typesOf(now)];
  if (!before || !after) return;
  const isLikely = [old, now].some(({ encoding }) => encoding.contentType === undefined);
  const without = (types: readonly string[], others: readonly string[]): string[] =>
    types.filter((type) => !others.some((other) => covers(other, type)));
  const [lost, won] = [without(before, after), without(after, before)];
  const weight = isLikely ? ({ isLikely } as const) : {};
  if (lost.length > 0) yield { ...change('part-media-type-removed', { before: lost }), ...weight };
  if (won.length > 0) yield { ...change('part-media-type-added', { after: won }), ...weight };
}

function typesOf({ encoding: { contentType }, schema, side }: Field): readonly string[] | undefined {
  if (contentType !== undefined) return contentType.split(',').map(essenceOf);
  const type = usualType(schema, (items) => side.merge(items));
  return type === undefined ? undefined : [type];
}

/** The media type of a part that names none; undefined where its schema leaves it open. */
function usualType(schema: MergedSchema, merge: (items: Together) => MergedSchema): string | undefined {
  const [type, ...others] = schema.types ?? [];
  if (type === undefined || others.length > 0) return undefined;
  if (type === 'object') return 'application/json';
  if (type === 'array') {
    const items = schema.shape.rests.map(({ place }) => place);
    return items.length > 0 ? usualType(merge(items), merge) : undefined;
  }
  const named = schema.keyword('contentMediaType');
  if (typeof named === 'string') return essenceOf(named);
  const isBinary = schema.shape.formats.includes('binary') || schema.keyword('contentEncoding') !== undefined;
  return isBinary ? 'application/octet-stream' : 'text/plain';
}

function* compareHeaders(old: Field, now: Field, change: ChangeOfField): Generator<FoundChange> {
  const ofPart = ({ side, pointer, encoding }: Field) => headersOf(side, { pointer, value: encoding });
  const [before, after] = [ofPart(old), ofPart(now)];
  for (const [key, { name }] of before)
    if (!after.has(key)) yield change('part-header-removed', { before: name });
  for (const [key, { name, header }] of after) {
    const known = before.get(key);
    if (header.value.required === true && known?.header.value.required !== true)
      yield change('part-header-required', { after: name });
    else if (!known) yield change('part-header-added', { after: name });
  }
}

type WithHeaders = Located<{ readonly headers?: Record<string, HeaderObject | Reference> }>;

/** The headers of a response or of a part by their names in lower case. */
export function headersOf({ document }: SchemaSide, { pointer, value }: WithHeaders) {
  return new Map(
    Object.entries(value.headers ?? {})
      .filter(([name]) => name.toLowerCase() !== 'content-type')
      .map(([name, header]) => {
        const start = { pointer: pointer + toPointer(['headers', name]), value: header };
        return [name.toLowerCase(), { name, header: follow<HeaderObject>(document, start) }];
      }),
  );
}
