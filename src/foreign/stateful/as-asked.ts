import type { Operation } from '../../contract/operations.js';
import { isObject } from '../../contract/schema/json-equal.js';
import type { Item } from './item.js';
import { pageOf } from './lists/list-query.js';

/**
 * The body of an operation that no resource has, as the request asks for it: the page of its list, or the values that a change
 * sends. The document alone has made the rest of it.
 *
 * @returns undefined where the request says nothing of it
 */
export function asAsked(
  body: unknown,
  operation: Operation,
  call: { readonly body: unknown; readonly query: Readonly<Record<string, unknown>> },
): unknown {
  if (operation.method === 'get')
    return Object.keys(call.query).length === 0 ? undefined : paged(body, operation, call.query);
  return isObject(body) && isObject(call.body) ? withSent(body, call.body) : undefined;
}

/** The list may be the only one in an object. */
function paged(body: unknown, operation: Operation, query: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(body)) {
    const items = new Map(body.map((item, index) => [String(index), item as Item]));
    return pageOf(items, operation, query).items;
  }
  const lists = isObject(body) ? Object.entries(body).filter(([, value]) => Array.isArray(value)) : [];
  const [[name, list] = ['']] = lists;
  return lists.length === 1 ? { ...(body as Item), [name]: paged(list, operation, query) } : undefined;
}

function withSent(body: Item, sent: Item): Item {
  const same = Object.entries(sent).filter(
    ([name, value]) => Object.hasOwn(body, name) && ['string', 'number', 'boolean'].includes(typeof value),
  );
  return { ...body, ...Object.fromEntries(same) };
}
