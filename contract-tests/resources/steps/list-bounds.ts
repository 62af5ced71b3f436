import type { Conclusion } from '../../../src/conformance/rules/rule.js';
import {
  fieldOf,
  includesBound,
  isTimeText,
  namedBound,
  numberOf,
  timesIn,
} from '../../../src/contract/prose/bound-names.js';
import { canonicalText, isObject } from '../../../src/contract/schema/json-equal.js';
import { shown } from '../../../src/contract/validation/problem-text.js';
import { sizeOf, type ListParameter, type ListReader } from './list-reader.js';
import { otherValues } from './other-bodies.js';

/** A filter that lets pass what has at least, or at most, a value in a field. */
interface Bound {
  readonly filter: ListParameter;
  readonly isLower: boolean;
  /** The name of the field in the items. */
  readonly field: string;
  readonly isTime: boolean;
  /** The description's words on the value itself; undefined where it has none. */
  readonly isInclusive: boolean | undefined;
}

const day = 86_400_000;

/** Items that a filter for a bound lets pass on its wrong side, and those that it loses on the right one. */
export async function judgeBounds(list: ListReader): Promise<Conclusion[]> {
  const conclusions: Conclusion[] = [];
  for (const filter of list.parameters) {
    const found = boundOf(filter, list.plain);
    if (found !== undefined) conclusions.push(...(await judgeBound(list, found)));
  }
  return conclusions;
}

async function judgeBound(list: ListReader, bound: Bound): Promise<Conclusion[]> {
  const { filter, field, isLower, isTime, isInclusive } = bound;
  const { name } = filter.parameter;
  const valueIn = (item: unknown) => numberOf(fieldOf(item, field));
  const distinct = (items: readonly unknown[]) =>
    [...new Set(items.map(valueIn))].filter((one) => one !== undefined).sort((a, b) => a - b);
  const size = sizeOf(list)?.parameter;
  const maximum = size?.schema.maximum;
  const all =
    size === undefined || typeof maximum !== 'number' ? [] : [[size, Math.min(maximum, 100)] as const];
  if (distinct(list.plain).length < 3) await vary(list, field);
  const plain = (await list.read(all, 'the list with several values'))?.items ?? list.plain;
  const values = distinct(plain);
  const middle = values[Math.floor(values.length / 2)];
  if (values.length < 2 || middle === undefined || plain.some((item) => valueIn(item) === undefined))
    return [];
  const item = plain.find((one) => valueIn(one) === middle);
  const full = fieldOf(item, field);
  const sent = isTime && filter.one.format === 'date' ? String(full).slice(0, 10) : full;
  const page = await list.read([...all, [filter, sent]], `the parameter ${name} is ${shown(sent)}`);
  if (page?.items === undefined) return [];
  const { exchange, items } = page;
  // A day may be one of another time zone.
  const slack = isTime && filter.one.format === 'date' ? 2 * day : 0;
  const isBeyond = (one: unknown, distance: number) => {
    const value = valueIn(one);
    if (value === undefined) return false;
    return isLower ? value < middle - distance : value > middle + distance;
  };
  const other = items.find((one) => isBeyond(one, slack));
  if (plain.some((one) => isBeyond(one, slack)) && other === undefined) list.hasShownEffect = true;
  const said = `${field} is ${shown(fieldOf(other, field))} in the list`;
  if (other !== undefined) return [{ exchange, breach: { actual: said, kind: `${field} beyond ${name}` } }];
  const equal = items.find((one) => valueIn(one) === middle);
  if (equal !== undefined && isInclusive === false && !isTime)
    return [{ exchange, breach: { actual: `${field} is ${shown(fieldOf(equal, field))} in the list` } }];
  const isInside = (one: unknown) => {
    const value = valueIn(one) ?? middle;
    if (value === middle) return isInclusive === true && !isTime;
    return isLower ? value > middle + slack : value < middle - slack;
  };
  const lost = lostOf(plain, items, isInside);
  if (lost === undefined) return [{ exchange, breach: 'pass' }];
  const again = (await list.read(all, 'the list with several values, again'))?.items;
  if (again === undefined || canonicalText(again) !== canonicalText(plain)) return [];
  const actual = `what has ${field} ${shown(fieldOf(lost, field))} is not in the list`;
  return [{ exchange, before: list.reading, breach: { actual, kind: `lost by ${name}` } }];
}

/** Items that a page lacks although something of it comes later in the whole list, in the same order. */
function lostOf(
  plain: readonly unknown[],
  items: readonly unknown[],
  isWanted: (item: unknown) => boolean,
): unknown {
  const there = items.map(canonicalText);
  const places = plain.map((item) => there.indexOf(canonicalText(item)));
  const found = places.filter((place) => place >= 0);
  const isOrdered = found.every((place, index) => index === 0 || place > (found[index - 1] ?? 0));
  const last = places.findLastIndex((place) => place >= 0);
  return isOrdered
    ? plain.find((item, index) => index < last && places[index] === -1 && isWanted(item))
    : undefined;
}

/** Makes things that differ in a number. */
async function vary(list: ListReader, field: string): Promise<void> {
  const { maker, planner } = list;
  const body = maker && planner.body(maker);
  if (maker === undefined || !isObject(body)) return;
  const values = otherValues(planner, { type: 'number', minimum: 0 }, body[field] ?? 1).slice(0, 3);
  for (const value of values.map((one) => Math.round(Number(one))))
    if (planner.accepts(maker, { ...body, [field]: value }))
      await list.make(`one whose ${field} is ${value}`, { ...body, [field]: value });
}

/** A parameter such as `min_price`, `created_after` or `from`, with the field of all items that it is about. */
function boundOf(filter: ListParameter, items: readonly unknown[]): Bound | undefined {
  const { parameter, one } = filter;
  const { name } = parameter;
  const isNumber = one.type === 'integer' || one.type === 'number';
  const isTime = one.type === 'string' && (one.format === 'date-time' || one.format === 'date');
  if ((!isNumber && !isTime) || filter.schema.type === 'array' || items.length < 2) return undefined;
  const named = namedBound(name);
  if (named === undefined || (named.fields === undefined && !isTime)) return undefined;
  const names = named.fields ?? timesIn(items[0]);
  // A bare bound is about the only time that there is.
  if (named.fields === undefined && names.length !== 1) return undefined;
  const isOfKind = (value: unknown) => (isTime ? isTimeText(value) : typeof value === 'number');
  const field = names.find((one) => items.every((item) => isOfKind(fieldOf(item, one))));
  if (field === undefined) return undefined;
  return {
    ...{ filter, field, isTime, isLower: named.isLower },
    isInclusive: includesBound((parameter as { description?: unknown }).description),
  };
}
