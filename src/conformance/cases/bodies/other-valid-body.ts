import { seededRandom } from '../../../contract/seeded-random.js';
import type { Operation } from '../../../contract/operations.js';
import { isObject } from '../../../contract/schema/json-equal.js';
import type { Planner } from '../planner.js';

const attempts = [1, 2, 3, 4, 5, 6];

/** A field of a resource, and the value that a request gives it. */
export type SentField = readonly [name: string, value: unknown];

/**
 * A valid body that gives a resource another value in at least one of its fields.
 *
 * @param current the resource as it is read
 * @returns the body, and the fields of the resource that it changes; undefined where none was found
 */
export function changingBody(
  planner: Planner,
  operation: Operation,
  current: Readonly<Record<string, unknown>>,
): { body: unknown; changed: readonly SentField[] } | undefined {
  const { pointer } = planner.stated.requestSchema(operation) ?? {};
  if (pointer === undefined) return undefined;
  const made = attempts.map((seed) =>
    planner.stated.values.generate(pointer, {
      random: seededRandom(seed, `change by ${operation.id}`),
      fullness: 'maximal',
      examples: 'plain',
    }),
  );
  for (const body of [planner.body(operation), ...made]) {
    if (!isObject(body) || !planner.accepts(operation, body)) continue;
    const changed = Object.entries(body).filter(
      ([name, value]) => isPlain(value) && isPlain(current[name]) && current[name] !== value,
    );
    if (changed.length > 0) return { body, changed };
  }
  return undefined;
}

function isPlain(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
