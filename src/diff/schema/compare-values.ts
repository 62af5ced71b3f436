/** Compares what two merged schemas say of a value itself: types, listed values, bounds, texts and annotations. */
import type { SchemaObject } from '../../contract/openapi.js';
import { canonicalText, jsonEqual } from '../../contract/schema/json-equal.js';
import { isMultiple, type JsonType } from '../../values/schema/json-values.js';
import type { Shape } from '../../values/schema/shape.js';
import type { SchemaChangeName } from '../change-kinds.js';
import type { Difference } from './difference.js';
import type { MergedSchema } from './merged-schema.js';
import { schemaTest } from './schema-test.js';

/** A difference of the value itself; the keyword says where it stands. */
export interface ValueDifference extends Omit<Difference, 'path' | 'old' | 'new'> {
  readonly keyword: string;
}

/** A difference with the demand of OLD on the value, where that is a schema of its own. */
interface Constrained extends ValueDifference {
  readonly demandOfOld?: SchemaObject;
}

export function* compareValues(old: MergedSchema, now: MergedSchema): Generator<ValueDifference> {
  // The branches of a union say what a value may be.
  const hasUnion = old.unions.length > 0 || now.unions.length > 0;
  if (!hasUnion && old.types !== undefined && now.types !== undefined)
    yield* compareNull(old.takesNull, now.takesNull);
  for (const constrained of compareConstraints(old, now)) {
    const { demandOfOld: _demandOfOld, ...difference } = constrained;
    if (!isMoot(constrained, old, now)) yield difference;
  }
  yield* compareListed(old, now);
  yield* compareContent(old, now);
  yield* compareAnnotations(old, now);
}

function* compareConstraints(old: MergedSchema, now: MergedSchema): Generator<Constrained> {
  yield* compareTypes(old, now);
  yield* compareBounds(old.shape, now.shape);
  yield* compareTexts(old.shape, now.shape);
}

/** Returns whether one side lists its values, and the other side's constraint takes each of them: then the list says it all. */
function isMoot(
  { demand, demandOfOld }: Pick<Constrained, 'demand' | 'demandOfOld'>,
  { values: before }: MergedSchema,
  { values: after }: MergedSchema,
): boolean {
  if ((before === undefined) === (after === undefined)) return false;
  const [values, constraint] = before ? [before, demand] : [after ?? [], demandOfOld];
  return constraint !== undefined && values.every(schemaTest(constraint));
}

function* compareTypes(old: MergedSchema, now: MergedSchema): Generator<Constrained> {
  if (old.unions.length > 0 || now.unions.length > 0) return;
  const [before, after] = [old.types, now.types];
  // Listed values say it better than their types.
  if (old.shape.values && now.shape.values) return;
  const lost = (before ?? everything).filter((type) => !covers(after, type));
  const won = (after ?? everything).filter((type) => !covers(before, type));
  const sides = {
    ...{ keyword: 'type', before: before ?? 'any value', after: after ?? 'any value' },
    ...(before && { demandOfOld: { type: [...before, 'null'] } }),
  };
  const demand = after && { demand: { type: [...after, 'null'] } };
  if (lost.length > 0 && won.length > 0) yield { kind: 'type-changed', ...sides, ...demand };
  else if (lost.length > 0) yield { kind: 'type-narrowed', ...sides, ...demand };
  else if (won.length > 0) yield { kind: 'type-widened', ...sides };
}

export function compareNull(tookNull: boolean, takesNull: boolean): ValueDifference[] {
  if (tookNull === takesNull) return [];
  return takesNull
    ? [{ kind: 'null-allowed', keyword: 'type', demand: {} }]
    : [{ kind: 'null-forbidden', keyword: 'type', demand: { not: { type: 'null' } } }];
}

const everything: readonly JsonType[] = ['object', 'array', 'string', 'number', 'boolean'];

function covers(types: readonly JsonType[] | undefined, type: JsonType): boolean {
  return types === undefined || types.includes(type) || (type === 'integer' && types.includes('number'));
}

function* compareListed(old: MergedSchema, now: MergedSchema): Generator<ValueDifference> {
  const [before, after] = [old.values, now.values];
  if (!before && after)
    yield { kind: 'enum-introduced', keyword: 'enum', after, demand: { enum: [...after, null] } };
  if (before && !after) yield { kind: 'enum-lifted', keyword: 'enum', before };
  if (!before || !after) return;
  const lost = without(before, after);
  const won = without(after, before);
  if (lost.length > 0)
    yield { kind: 'enum-values-removed', keyword: 'enum', before: lost, demand: { not: { enum: lost } } };
  if (won.length > 0) yield { kind: 'enum-values-added', keyword: 'enum', after: won };
}

function without(values: readonly unknown[], others: readonly unknown[]): unknown[] {
  const known = new Set(others.map(canonicalText));
  return values.filter((value) => !known.has(canonicalText(value)));
}

type Side = 'lower' | 'upper';

const lengths = [
  ...(['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'] as const),
];

function* compareBounds(old: Shape, now: Shape): Generator<Constrained> {
  // Listed values bound themselves.
  if (old.values && now.values) return;
  yield* compareLimits(lowerLimit(old), lowerLimit(now), 'lower');
  yield* compareLimits(upperLimit(old), upperLimit(now), 'upper');
  for (const keyword of lengths) {
    const [before, after] = [old[keyword], now[keyword]];
    if (before === after) continue;
    const kind = boundKind(keyword.startsWith('min') ? 'lower' : 'upper', after > before);
    const demand = {
      ...(Number.isFinite(after) && { demand: { [keyword]: after } }),
      ...(Number.isFinite(before) && { demandOfOld: { [keyword]: before } }),
    };
    yield {
      kind,
      keyword,
      before: lengthText(keyword, before),
      after: lengthText(keyword, after),
      ...demand,
    };
  }
}

function boundKind(side: Side, isRaised: boolean): SchemaChangeName {
  return isRaised ? `${side}-bound-raised` : `${side}-bound-lowered`;
}

interface Limit {
  readonly keyword: string;
  readonly value: number;
  readonly isExclusive: boolean;
}

function* compareLimits(old: Limit, now: Limit, side: Side): Generator<Constrained> {
  if (old.value === now.value && (old.isExclusive === now.isExclusive || !Number.isFinite(old.value))) return;
  const outward = side === 'lower' ? -1 : 1;
  const isNarrower = old.value === now.value ? now.isExclusive : (now.value - old.value) * outward < 0;
  const isRaised = isNarrower === (side === 'lower');
  const demand = {
    ...(Number.isFinite(now.value) && { demand: { [now.keyword]: now.value } }),
    ...(Number.isFinite(old.value) && { demandOfOld: { [old.keyword]: old.value } }),
  };
  const keyword = Number.isFinite(now.value) ? now.keyword : old.keyword;
  const [before, after] = [limitText(old), limitText(now)];
  yield { kind: boundKind(side, isRaised), keyword, before, after, ...demand };
}

/** Of whole numbers, `exclusiveMinimum: 0` is `minimum: 1`. */
function lowerLimit({ minimum, above, types }: Shape): Limit {
  if (above >= minimum && types.includes('number'))
    return { keyword: 'exclusiveMinimum', value: above, isExclusive: true };
  return { keyword: 'minimum', value: Math.max(minimum, Math.floor(above) + 1), isExclusive: false };
}

function upperLimit({ maximum, below, types }: Shape): Limit {
  if (below <= maximum && types.includes('number'))
    return { keyword: 'exclusiveMaximum', value: below, isExclusive: true };
  return { keyword: 'maximum', value: Math.min(maximum, Math.ceil(below) - 1), isExclusive: false };
}

function limitText({ keyword, value }: Limit): string {
  return Number.isFinite(value) ? `${keyword} ${value}` : `without a ${keyword.replace('exclusiveM', 'm')}`;
}

function lengthText(keyword: string, value: number): string {
  const isBound = Number.isFinite(value) && (value !== 0 || keyword.startsWith('max'));
  return isBound ? `${keyword} ${value}` : `without a ${keyword}`;
}

/** Widths of numbers: most servers and clients take what fits all the same. */
const numericFormats: ReadonlySet<unknown> = new Set(['int32', 'int64', 'float', 'double']);

/** The format that takes all that another one does. */
const widerFormat: Readonly<Record<string, string>> = { int32: 'int64', float: 'double' };

function* compareTexts(old: Shape, now: Shape): Generator<Constrained> {
  yield* compareSets(old.patterns, now.patterns, 'pattern');
  const isWider = (one: string, other: string): boolean => widerFormat[one] === other;
  for (const one of compareSets(formatsOf(old), formatsOf(now), 'format', isWider))
    yield numericFormats.has(one.after ?? one.before) ? { ...one, isLikely: true } : one;
  const multiples = compareSets(old.multiplesOf, now.multiplesOf, 'multipleOf', isMultiple);
  for (const one of multiples)
    if (!isOfWholeNumbers(one.kind === 'multiple-added' ? old : now, one.after ?? one.before)) yield one;
  if (now.uniqueItems && !old.uniqueItems)
    yield { kind: 'unique-items-required', keyword: 'uniqueItems', demand: { uniqueItems: true } };
  if (old.uniqueItems && !now.uniqueItems) yield { kind: 'unique-items-lifted', keyword: 'uniqueItems' };
}

/** Returns whether whole numbers alone are left, each of which is a multiple of this one. */
function isOfWholeNumbers({ types }: Shape, multiple: unknown): boolean {
  return types.includes('integer') && !types.includes('number') && isMultiple(1, Number(multiple));
}

/** @param implies true if what has the first of two has the other as well */
function* compareSets<T extends string | number>(
  old: readonly T[],
  now: readonly T[],
  keyword: 'pattern' | 'format' | 'multipleOf',
  implies: (one: T, other: T) => boolean = () => false,
): Generator<Constrained> {
  const name = keyword === 'multipleOf' ? 'multiple' : keyword;
  const isSaidBy = (all: readonly T[], one: T): boolean =>
    all.some((other) => other === one || implies(other, one));
  for (const after of new Set(now))
    if (!isSaidBy(old, after)) yield { kind: `${name}-added`, keyword, after, demand: { [keyword]: after } };
  for (const before of new Set(old))
    if (!isSaidBy(now, before))
      yield { kind: `${name}-removed`, keyword, before, demandOfOld: { [keyword]: before } };
}

/** The format by which OpenAPI 3.0 names a content encoding. */
const base64Format = 'byte';

function formatsOf({ formats }: Shape): string[] {
  return formats.filter((format) => format !== base64Format);
}

/** Bytes in a text: a side that says nothing of them may have had them all the same. */
function* compareContent(old: MergedSchema, now: MergedSchema): Generator<ValueDifference> {
  if ([old, now].some(({ types }) => types?.includes('string') === false)) return;
  for (const keyword of ['contentEncoding', 'contentMediaType'] as const) {
    const [before, after] = [contentOf(old, keyword), contentOf(now, keyword)];
    if (before === after) continue;
    const textOf = (value: string | undefined): string =>
      value === undefined ? `without a ${keyword}` : `${keyword} ${value}`;
    const sides = { before: textOf(before), after: textOf(after) };
    const isCertain = before !== undefined && after !== undefined;
    yield { kind: 'content-changed', keyword, ...sides, ...(!isCertain && { isLikely: true }) };
  }
}

function contentOf(merged: MergedSchema, keyword: string): string | undefined {
  const named = merged.keyword(keyword);
  if (typeof named === 'string') return named.toLowerCase();
  return keyword === 'contentEncoding' && merged.shape.formats.includes(base64Format) ? 'base64' : undefined;
}

function* compareAnnotations(old: MergedSchema, now: MergedSchema): Generator<ValueDifference> {
  const [before, after] = [old.keyword('default'), now.keyword('default')];
  if (!jsonEqual(before, after)) yield { kind: 'default-changed', keyword: 'default', before, after };
  const [was, is] = [old.keyword('deprecated') === true, now.keyword('deprecated') === true];
  if (was !== is) yield { kind: is ? 'became-deprecated' : 'no-longer-deprecated', keyword: 'deprecated' };
}
