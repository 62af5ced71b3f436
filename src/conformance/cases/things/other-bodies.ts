import { seededRandom } from '../../../contract/seeded-random.js';
import type { Operation } from '../../../contract/operations.js';
import { isObject } from '../../../contract/schema/json-equal.js';
import { isDeepStrictEqual } from 'node:util';
import { inOrder } from '../../../values/in-order.js';
import { requestMediaOf } from '../../document/request-media.js';
import { isIdOfAnother } from '../other-texts.js';
import type { Planner } from '../planner.js';
import { withoutField } from './changed-body.js';

/** Random bodies, where the usual ones are refused. */
const seeds = [1, 2, 3];

/**
 * Other valid bodies of an operation, for a target that refuses the usual one: without ids of what may not be there, with what is required alone,
 * and some with more or less of what is optional.
 *
 * @param isKnown says of a name whether ids of such things are known
 */
export function otherBodies(
  planner: Planner,
  operation: Operation,
  usual: unknown,
  isKnown: (name: string) => boolean,
): unknown[] {
  const media = requestMediaOf(operation);
  if (media === undefined || !isObject(usual)) return [];
  const { stated } = planner;
  const isValid = (body: unknown): boolean =>
    planner.withBody.includes(operation)
      ? planner.accepts(operation, body)
      : stated.full.formAt(`${media.pointer}/schema`)({ value: structuredClone(body) });
  const loose = pathsOf(usual).filter((path) => isLooseId(path, isKnown));
  const withoutIds = loose.reduce<unknown>((body, path) => {
    const less = withoutField(body, path);
    return isValid(less) ? less : body;
  }, usual);
  const made = [['minimal', 0] as const, ...seeds.map((seed) => ['random', seed] as const)].map(
    ([fullness, seed]) =>
      inOrder(
        stated.values.generate(`${media.pointer}/schema`, {
          ...{ random: seededRandom(seed, operation.id), fullness, examples: 'accepted' },
        }),
      ),
  );
  const bodies: unknown[] = [];
  for (const body of [withoutIds, ...made])
    if (![usual, ...bodies].some((one) => isDeepStrictEqual(one, body)) && isValid(body)) bodies.push(body);
  return bodies;
}

function isLooseId(path: readonly string[], isKnown: (name: string) => boolean): boolean {
  const name = path.at(-1) ?? '';
  return isIdOfAnother(name) && !isKnown(name);
}

function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  const below = isObject(value)
    ? Object.entries(value).flatMap(([name, child]) => pathsOf(child, [...path, name]))
    : [];
  return path.length === 0 ? below : [path, ...below];
}
