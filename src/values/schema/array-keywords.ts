/** The keywords about the items of an array. */
import { canonical } from './json-values.js';
import { schemasIn } from './keyword-lists.js';
import { checkPart } from './visit.js';
import type { Evaluation, Visit } from './visit.js';

export function checkItems(evaluation: Evaluation, visit: Visit, items: readonly unknown[]): boolean {
  const { minItems, maxItems, uniqueItems } = visit.schema;
  if (typeof minItems === 'number' && items.length < minItems) return false;
  if (typeof maxItems === 'number' && items.length > maxItems) return false;
  if (uniqueItems === true && new Set(items.map(canonical)).size < items.length) return false;
  return (
    checkEach(evaluation, visit, items) &&
    checkContains(evaluation, visit, items) &&
    checkUnevaluated(evaluation, visit, items)
  );
}

function checkEach(evaluation: Evaluation, visit: Visit, items: readonly unknown[]): boolean {
  const { schema, seen } = visit;
  const prefix = schemasIn(schema.prefixItems);
  const rest = Array.isArray(schema.items) ? undefined : schema.items;
  for (const [index, item] of items.entries()) {
    const own = index < prefix.length ? prefix[index] : rest;
    if (own === undefined) continue;
    if (!checkPart(evaluation, visit, own, item)) return false;
    seen?.items.add(index);
  }
  return true;
}

function checkContains(evaluation: Evaluation, visit: Visit, items: readonly unknown[]): boolean {
  const { contains, minContains = 1, maxContains = Infinity } = visit.schema;
  if (contains === undefined) return true;
  let found = 0;
  for (const [index, item] of items.entries()) {
    if (!checkPart(evaluation, visit, contains, item)) continue;
    found += 1;
    visit.seen?.items.add(index);
  }
  return found >= Number(minContains) && found <= Number(maxContains);
}

function checkUnevaluated(evaluation: Evaluation, visit: Visit, items: readonly unknown[]): boolean {
  const { schema, seen } = visit;
  if (schema.unevaluatedItems === undefined || !seen) return true;
  return items.every((item, index) => {
    if (seen.items.has(index)) return true;
    seen.items.add(index);
    return checkPart(evaluation, visit, schema.unevaluatedItems, item);
  });
}
