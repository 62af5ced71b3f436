import type { SchemaObject } from '../../../contract/openapi.js';
import type { Operation } from '../../../contract/operations.js';
import { isObject } from '../../../contract/schema/json-equal.js';
import { followSchema, resolveSchema } from '../../../contract/schema/resolve-schema.js';
import { shown } from '../../../contract/validation/problem-text.js';
import { seededRandom } from '../../../contract/seeded-random.js';
import { proveProblems } from '../../document/prove-problems.js';
import type { StatedContract } from '../../document/stated-contract.js';

/** A valid body of a branch that an operation's usual body does not take. */
export interface BranchBody {
  /** The property that tells the branch from the others, such as `kind is "van"`. */
  readonly name: string;
  /** The schema of the body with this branch alone. */
  readonly schema: SchemaObject;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Branches at most of one body. */
const maxBranches = 6;

/**
 * Bodies of the other branches of a `oneOf` or `anyOf` whose `discriminator` tells them apart (OpenAPI 3.1, Discriminator Object). Where a
 * branch has a field of the usual body, it gets its value: it may name something that is there.
 */
export function branchBodies(stated: StatedContract, operation: Operation, usual: unknown): BranchBody[] {
  const { document } = stated.contract;
  const { schema } = stated.requestSchema(operation) ?? {};
  const union = schema === undefined ? undefined : followSchema(document, schema);
  const { oneOf, anyOf, discriminator, ...own } = union ?? {};
  const { propertyName: property } = (discriminator ?? {}) as { propertyName?: string };
  const branches = oneOf ?? anyOf ?? [];
  if (property === undefined || !isObject(usual) || branches.length < 2) return [];
  return branches
    .flatMap((branch): BranchBody[] => {
      const target = followSchema(document, branch);
      const pointer = target && stated.pointerOf(target);
      if (pointer === undefined) return [];
      const random = seededRandom(1, `branch of ${operation.id}`);
      const made = stated.values.generate(pointer, { random, examples: 'accepted' });
      if (!isObject(made) || made[property] === usual[property]) return [];
      const kept = Object.entries(usual).filter(([name]) => name !== property && Object.hasOwn(made, name));
      const body = [made, { ...made, ...Object.fromEntries(kept) }].findLast(
        (one) => proveProblems(stated, operation, one, 'ASSUMED').length === 0,
      );
      if (body === undefined) return [];
      const whole = resolveSchema(document, { ...own, allOf: [...(own.allOf ?? []), branch] });
      return [{ name: `${property} is ${shown(made[property])}`, schema: whole, body }];
    })
    .slice(0, maxBranches);
}
