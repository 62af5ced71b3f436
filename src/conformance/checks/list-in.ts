import { isObject } from '../../contract/schema/json-equal.js';
import type { CompletedExchange } from '../target/exchange.js';

/** The list that a response is, or the only one among its fields; undefined where there is none. */
export function listIn({ json, response }: CompletedExchange): readonly unknown[] | undefined {
  if (response.status !== 200 || !json.ok) return undefined;
  if (Array.isArray(json.value)) return json.value as unknown[];
  const lists = isObject(json.value) ? Object.values(json.value).filter((field) => Array.isArray(field)) : [];
  return lists.length === 1 ? (lists[0] as unknown[]) : undefined;
}
