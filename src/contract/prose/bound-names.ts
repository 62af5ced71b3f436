import { isObject } from '../schema/json-equal.js';

/** A parameter of a list that lets pass what has at least, or at most, a value in a field, as its name says it. */
export interface NamedBound {
  readonly isLower: boolean;
  /** Names that the field may have; undefined for a bare bound, such as `since`, which is about the only time that an item has. */
  readonly fields: readonly string[] | undefined;
  /** True for `gt` and `lt`, which have no value itself among them. */
  readonly isStrict: boolean;
}

const lower = 'min(?:imum)?|from|since|after|start|gte?';
const upper = 'max(?:imum)?|to|until|till|before|end|lte?';

/** A bound such as `min_price`, `createdAfter`, `price[gte]` or `from`; undefined for a parameter of another name. */
export function namedBound(name: string): NamedBound | undefined {
  const snake = name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll(/[-.[\]]+/g, '_')
    .toLowerCase();
  const [, before, rest = ''] = new RegExp(`^(${lower}|${upper})_(.+)$`).exec(snake) ?? [];
  const [, head = '', tail] = new RegExp(`^(.+)_(${lower}|${upper})_?$`).exec(snake) ?? [];
  const alone = new RegExp(`^(?:${lower}|${upper})$`).test(snake) ? snake : undefined;
  const word = before ?? tail ?? alone;
  if (word === undefined) return undefined;
  const of = before === undefined ? head : rest;
  return {
    isLower: new RegExp(`^(?:${lower})$`).test(word),
    fields: alone === undefined ? [of, `${of}_at`, `${of}_on`, `${of}_date`] : undefined,
    isStrict: word === 'gt' || word === 'lt',
  };
}

/** The words of a parameter's description on the value itself: whether it is among those that pass; undefined where it has none. */
export function includesBound(description: unknown): boolean | undefined {
  if (typeof description !== 'string') return undefined;
  const including =
    /\b(?:at least|at most|at or|or (?:later|earlier|more|less|equal)|inclusive)\b|[≥≤]|[<>]=/i;
  if (including.test(description)) return true;
  return /\b(?:strictly|exclusive|more than|less than|greater than)\b/i.test(description) ? false : undefined;
}

/** The field of an item that a parameter is called after, however its words are joined. */
export function fieldOf(item: unknown, name: string): unknown {
  if (!isObject(item)) return undefined;
  const wanted = joined(name);
  return Object.entries(item).find(([field]) => joined(field) === wanted)?.[1];
}

function joined(name: string): string {
  return name.replaceAll(/[_-]|\[\]$/g, '').toLowerCase();
}

/** The fields of an item that are times. */
export function timesIn(item: unknown): string[] {
  return isObject(item) ? Object.keys(item).filter((name) => isTimeText(item[name])) : [];
}

/** Returns whether a value is a day or a time of one (RFC 3339). */
export function isTimeText(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && Number.isFinite(Date.parse(value));
}

/** A number, or a time in milliseconds since 1970; undefined for other values. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return isTimeText(value) ? Date.parse(value) : undefined;
}
