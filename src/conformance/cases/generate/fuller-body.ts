import { isObject } from '../../../contract/schema/json-equal.js';
import { seededRandom } from '../../../contract/seeded-random.js';
import type { Operation } from '../../../contract/operations.js';
import type { StatedContract } from '../../document/stated-contract.js';
import { proveProblems } from '../../document/prove-problems.js';

/** Fields at most that are added to one body. */
const maxAdded = 40;

/**
 * The valid body of an operation with more of what it may have: each field that it lacks, and elements for each list without any, as far as
 * the schema accepts all of them.
 */
export function fullerBody(
  stated: StatedContract,
  operation: Operation,
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { pointer } = stated.requestSchema(operation) ?? {};
  if (pointer === undefined) return body;
  const random = seededRandom(1, `more of ${operation.id}`);
  const made = stated.values.generate(pointer, { random, examples: 'accepted' });
  // An example of the whole body may lack what it need not have.
  const more = stated.values.generate(pointer, { random, fullness: 'maximal', examples: 'plain' });
  let left = maxAdded;
  const filled = (
    own: Readonly<Record<string, unknown>>,
    other: unknown,
    put: (changed: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
  ): Readonly<Record<string, unknown>> => {
    let current = own;
    for (const [name, value] of isObject(other) ? Object.entries(other) : []) {
      const there = current[name];
      if (isObject(there))
        current = { ...current, [name]: filled(there, value, (inner) => put({ ...current, [name]: inner })) };
      if ((there !== undefined && !isMore(value, there)) || left <= 0) continue;
      left -= 1;
      const more = { ...current, [name]: value };
      if (proveProblems(stated, operation, put(more), 'ASSUMED').length === 0) current = more;
    }
    return current;
  };
  return filled(
    filled(body, made, (changed) => changed),
    more,
    (changed) => changed,
  );
}

/** Returns whether a value is a list with elements, and the other one without. */
export function isMore(value: unknown, there: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && Array.isArray(there) && there.length === 0;
}
