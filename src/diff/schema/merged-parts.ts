/** The schemas of a merged schema's parts: branches of unions, fields that no property names, and items. */
import { isObject } from '../../contract/schema/json-equal.js';
import type { MergedSchema, Together, Union } from './merged-schema.js';

/** The branches of a union, whole ones where the other schema has none: that is a union of one branch. */
export function branchesOf(
  { together, own }: MergedSchema,
  union: Union | undefined,
  other: Union | undefined,
): readonly Together[] {
  if (!union) return [together];
  const isTagged = union.discriminator !== undefined && union.discriminator === other?.discriminator;
  return union.branches.map((branch, index) => {
    const tag = isTagged ? union.tags[index] : undefined;
    return [...(other ? [] : own), branch, ...(tag ? [tag] : [])];
  });
}

/** The schemas of the fields that no property names, where they have any. */
export function othersOf({ shape }: MergedSchema): Together {
  return [...shape.closures.map(({ place }) => place), ...shape.unevaluated].filter(({ schema }) =>
    isObject(schema),
  );
}

/** The schemas of the fields whose names match a pattern. */
export function patternedOf({ shape }: MergedSchema): Map<string, Together> {
  const found = new Map<string, Together>();
  for (const [pattern, place] of shape.patternProperties)
    found.set(pattern, [...(found.get(pattern) ?? []), place]);
  return found;
}

/** The schemas of the item at an index. */
export function itemAt({ shape }: MergedSchema, index: number): Together {
  return shape.prefix[index] ?? shape.rests.filter(({ from }) => from <= index).map(({ place }) => place);
}
