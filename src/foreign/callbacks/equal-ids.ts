import { isObject } from '../../contract/schema/json-equal.js';

const identifier = /(?:^id|[_-]id|Id|ID|uuid|[Nn]umber|[Rr]eference)$/;
/** Facts that a callback reports, which may differ from those of the response. */
const changing = /^(?:status|state|type|kind|event|updated_?at|modified_?at)$/i;
const maxLevels = 4;

/**
 * The value with the identifiers of an exchange in it, so that a callback is about what the client has made: a property that is
 * called as one of the exchange's bodies and has a value of the same type takes it. A plain `id` belongs to the innermost object
 * that has one, for the outer one's is often the event's; an object that takes it is the same thing, and takes the rest as well.
 *
 * @param sources bodies, those that count first before the others
 * @param accepts whether the schema accepts a changed value; else it stays as it is
 */
export function withEqualIds(
  value: unknown,
  sources: readonly unknown[],
  accepts: (changed: unknown) => boolean,
): unknown {
  const known = Object.assign({}, ...sources.filter(isObject).toReversed()) as Record<string, unknown>;
  const changed = filled(value, known, 0);
  return changed !== value && accepts(changed) ? changed : value;
}

function filled(value: unknown, known: Readonly<Record<string, unknown>>, level: number): unknown {
  if (!isObject(value) || level >= maxLevels) return value;
  const hasInner = Object.values(value).some((one) => isObject(one) && 'id' in one);
  const isSame = 'id' in value && !hasInner && typeof known.id === typeof value.id;
  const entries = Object.entries(value).map(([name, before]) => {
    if (isObject(before)) return [name, filled(before, known, level + 1)] as const;
    const isMeant = isSame ? !changing.test(name) : identifier.test(name) && !(name === 'id' && hasInner);
    return [name, isMeant && typeof known[name] === typeof before ? known[name] : before] as const;
  });
  return entries.every(([name, after]) => after === value[name]) ? value : Object.fromEntries(entries);
}
