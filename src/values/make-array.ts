import { randomInteger } from '../contract/seeded-random.js';
import { canonicalText } from '../contract/schema/json-equal.js';
import type { SchemaPlace } from './schema/schema-places.js';
import type { Shape } from './schema/shape.js';
import { nothing, type At, type Extent, type Made, type Maker } from './maker.js';

const maxItems = 1_000;
const maxTries = 30;

/** Makes an array of a shape; undefined where it can't have as many items as it must. */
export function makeArray(maker: Maker, shape: Shape, at: At, extent: Extent): Made {
  const given = Array.isArray(at.given) ? (at.given as readonly unknown[]) : undefined;
  const count = itemCount(maker, shape, at, extent, given);
  if (count > maxItems) return nothing;
  const items: unknown[] = [];
  const seen = new Set<string>();
  for (let index = 0; index < count; index += 1) {
    const places = placesAt(shape, index);
    const inner = { ...at, depth: at.depth + 1, room: at.room / Math.max(1, count), given: given?.[index] };
    const item = makeItem(maker, shape, places, { ...inner, ordinal: index }, seen);
    if (item === nothing) break;
    items.push(item);
  }
  return items.length < shape.minItems && !maker.isLenient ? nothing : items;
}

function itemCount(
  maker: Maker,
  shape: Shape,
  at: At,
  extent: Extent,
  given: readonly unknown[] | undefined,
): number {
  const { contains, rests, prefix, unevaluatedItems } = shape;
  const needed = Math.max(shape.minItems, ...contains.map(({ min }) => min), 0);
  const isClosed = rests.some(({ place }) => place.schema === false);
  const isClosedBehind = rests.length === 0 && unevaluatedItems.some(({ schema }) => schema === false);
  const isFull = isClosed || isClosedBehind;
  const max = Math.min(shape.maxItems, isFull ? Math.max(prefix.length, needed) : Infinity);
  const usual = given?.length ?? Math.max(prefix.length, usualCount(maker, at, needed));
  const isRandom = extent === 'mixed' && maker.fullness === 'random';
  const wanted = extent === 'bare' ? 0 : isRandom ? randomInteger(maker.random, 0, usual) : usual;
  return Math.max(needed, Math.min(wanted, max));
}

function usualCount({ fullness }: Maker, { depth, room }: At, needed: number): number {
  if (room < 1) return 0;
  if (fullness !== undefined) return needed + 3;
  return depth === 0 ? 3 : depth === 1 ? 2 : 1;
}

function placesAt(shape: Shape, index: number): SchemaPlace[] {
  const own = shape.prefix[index] ?? [];
  const rest = shape.rests.filter(({ from }) => index >= from).map(({ place }) => place);
  const needed = shape.contains.filter(({ min }) => index < min).map(({ place }) => place);
  const places = [...own, ...rest, ...needed];
  return places.length > 0 ? places : [...shape.unevaluatedItems];
}

/** An item; one that is not there yet where items must differ. */
function makeItem(
  maker: Maker,
  { uniqueItems }: Shape,
  places: readonly SchemaPlace[],
  at: At,
  seen: Set<string>,
): Made {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const given = tries === 0 ? at.given : undefined;
    const item = maker.make(places, { ...at, given, ordinal: at.ordinal + tries, isListed: true });
    if (item === nothing || !uniqueItems) return item;
    const key = canonicalText(item);
    if (seen.has(key)) continue;
    seen.add(key);
    return item;
  }
  return nothing;
}
