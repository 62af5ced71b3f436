import { applyPatch, type Operation } from 'rfc6902';
import { isObject } from '../../contract/schema/json-equal.js';
import type { Item } from './item.js';

/** A JSON Patch (RFC 6902) applied to an item. @returns one sentence where it can't be applied as a whole */
export function patched(item: Item, patch: readonly unknown[]): Item | string {
  const operations = patch.filter(isObject);
  if (operations.length < patch.length) return 'each entry of a JSON Patch must be an object';
  // The item lies inside another, so that a patch can replace the whole.
  const whole = { item: structuredClone(item) as unknown };
  const inside = operations.map((operation) => ({
    ...operation,
    path: `/item${String(operation.path)}`,
    ...('from' in operation ? { from: `/item${String(operation.from)}` } : {}),
  }));
  const results = applyPatch(whole, inside as unknown as Operation[]);
  const failed = results.findIndex((result) => result !== null);
  if (failed === -1) return isObject(whole.item) ? whole.item : 'the patch leaves no object';
  const { op, path } = operations[failed] ?? {};
  return `operation ${failed + 1}, ${String(op).slice(0, 20)} ${String(path).slice(0, 100)}, can't be applied`;
}
