import type { Operation } from '../../contract/operations.js';

export interface OperationPairs {
  readonly both: readonly (readonly [old: Operation, now: Operation])[];
  readonly removed: readonly Operation[];
  readonly added: readonly Operation[];
}

/**
 * Pairs operations by what a client calls: the method and the path, whatever the names of its parameters, and whether its beginning
 * stands in the path or in the address of the server.
 */
export function pairOperations(old: readonly Operation[], now: readonly Operation[]): OperationPairs {
  const both: [Operation, Operation][] = [];
  let [removed, added] = [[...old], [...now]];
  for (const keyOf of [shortKey, wholeKey]) {
    const left = new Map(added.map((operation) => [keyOf(operation), operation]));
    removed = removed.filter((operation) => {
      const same = left.get(keyOf(operation));
      if (same) both.push([operation, same]);
      left.delete(keyOf(operation));
      return !same;
    });
    added = added.filter((operation) => left.get(keyOf(operation)) === operation);
  }
  return { both, removed, added };
}

function shortKey({ method, path }: Operation): string {
  return `${method} ${path.replace(/\{[^{}]*\}/g, '{}')}`;
}

function wholeKey(operation: Operation): string {
  const [base = ''] = operation.basePaths;
  return shortKey({ ...operation, path: base + operation.path });
}
