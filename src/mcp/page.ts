import type { JsonSchema } from './schemas.js';
import { noSuchName, type ToolArguments } from './tool.js';

/** A part of a list, and where the next part begins. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** The value of `after` for the items that follow; null at the end. */
  readonly next: string | null;
}

/** The arguments of a list that comes in pages. @param limit how many items by default */
export function pageArguments(limit: number): Readonly<Record<string, JsonSchema>> {
  return {
    limit: { type: 'integer', minimum: 1, maximum: 100, default: limit },
    after: { type: 'string', description: 'Goes on after a page: what it gave as next.' },
  };
}

/** The part of a result about the items that follow. */
export const nextSchema = {
  type: ['string', 'null'],
  description: 'Give it as after for the next page; null on the last one.',
};

/**
 * The items after the one with this key. Keys rather than positions mark the end of a page: items that are added or removed elsewhere
 * move no page.
 *
 * @param keyOf tells items apart
 * @param args those of `pageArguments`
 * @param limit how many items by default
 * @throws ToolError where no item has the key
 */
export function pageAfter<Item>(
  list: readonly Item[],
  keyOf: (item: Item) => string,
  args: Pick<ToolArguments, 'text' | 'number'>,
  limit: number,
): Page<Item> {
  const after = args.text('after');
  const from = after === undefined ? 0 : list.findIndex((item) => keyOf(item) === after) + 1;
  if (after !== undefined && from === 0) {
    const what = `The list has no ${JSON.stringify(after)} to go on after`;
    throw noSuchName(what, after, list.map(keyOf), 'give what a page gave as next.');
  }
  const end = from + (args.number('limit') ?? limit);
  const items = list.slice(from, end);
  const last = items.at(-1);
  return { items, next: last !== undefined && end < list.length ? keyOf(last) : null };
}
