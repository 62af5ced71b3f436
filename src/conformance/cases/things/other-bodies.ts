import { seededRandom } from '../../../contract/seeded-random.js';
import type { Operation } from '../../../contract/operations.js';
import { isObject } from '../../../contract/schema/json-equal.js';
import { isDeepStrictEqual } from 'node:util';
import { inOrder } from '../../../values/in-order.js';
import { requestMediaOf } from '../../document/request-media.js';
import { toPointer, valueAt } from '../../../contract/json-pointer.js';
import { changed, valuesIn } from '../generate/body-nodes.js';
import { isIdOfAnother } from '../other-texts.js';
import type { Planner } from '../planner.js';

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
  let withoutIds: unknown = usual;
  for (const { path } of valuesIn(usual)) {
    const name = String(path.at(-1));
    const isInList = path.some((part) => typeof part === 'number');
    if (!isIdOfAnother(name) || isKnown(name) || isInList) continue;
    if (valueAt(withoutIds, toPointer(path)) === undefined) continue;
    const less = changed(withoutIds, path, undefined);
    if (isValid(less)) withoutIds = less;
  }
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
