import type { Operation } from '../../../contract/operations.js';
import type { Schema } from '../../../contract/openapi.js';
import type { StatedContract } from '../../document/stated-contract.js';
import { resolveSchema } from './resolve-schema.js';

/** The names of all fields of an operation's request body, at every depth. */
export function fieldNames(stated: StatedContract, operation: Operation): string[] {
  const names = new Set<string>();
  const visit = (schema: Schema | undefined, depth: number): void => {
    const resolved = resolveSchema(stated.contract.document, schema);
    if (depth > 8) return;
    if (resolved.items !== undefined) visit(resolved.items, depth + 1);
    for (const [name, child] of Object.entries(resolved.properties ?? {})) {
      names.add(name);
      visit(child, depth + 1);
    }
  };
  visit(stated.requestSchema(operation)?.schema, 0);
  return [...names];
}
