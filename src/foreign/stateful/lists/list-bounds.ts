import {
  fieldOf,
  includesBound,
  isTimeText,
  namedBound,
  numberOf,
  timesIn,
} from '../../../contract/prose/bound-names.js';
import type { Item, Items } from '../item.js';

/**
 * A filter for what has at least, or at most, a value in a field, such as `min_price`. What has no such value is not let pass;
 * of a day all of its times are.
 *
 * @param wanted the value of the parameter
 * @returns undefined where the parameter is no bound, or of nothing that an item has
 */
export function boundFor(
  { name, description }: { readonly name: string; readonly description?: unknown },
  wanted: unknown,
  items: Items,
): ((item: Item) => boolean) | undefined {
  const limit = numberOf(wanted);
  const bound = limit === undefined ? undefined : namedBound(name);
  if (limit === undefined || bound === undefined) return undefined;
  const isTime = isTimeText(wanted);
  const isOfKind = (value: unknown) => (isTime ? isTimeText(value) : typeof value === 'number');
  const all = [...items.values()];
  const times = bound.fields === undefined && isTime ? [...new Set(all.flatMap(timesIn))] : [];
  // A bare bound is about the only time that there is.
  const names = bound.fields ?? (times.length === 1 ? times : []);
  const field = names.find((one) => all.some((item) => isOfKind(fieldOf(item, one))));
  if (field === undefined) return undefined;
  const isDay = isTime && wanted.length === day;
  const isIncluded = includesBound(description) ?? !bound.isStrict;
  return (item) => {
    const own = fieldOf(item, field);
    const value = isOfKind(own) ? numberOf(isDay ? String(own).slice(0, day) : own) : undefined;
    if (value === undefined || value === limit) return value !== undefined && isIncluded;
    return bound.isLower ? value > limit : value < limit;
  };
}

/** Characters of a day (RFC 3339). */
const day = '2026-01-31'.length;
