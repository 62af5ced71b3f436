import { fromPointer } from '../../contract/json-pointer.js';
import { isObject } from '../../contract/schema/json-equal.js';
import { tagText } from './discriminator-tags.js';
import type { MergedSchema, Together } from './merged-schema.js';

/** Unions of more branches are paired by name alone. */
const maxCompared = 40;

/** Pairs the branches of two unions, the most alike first; order means nothing. @param likeness 0 for two that can't be one branch */
export function pairBranches(
  old: readonly Together[],
  now: readonly Together[],
  likeness: (old: Together, now: Together) => number,
) {
  const named = new Map(now.map((branch) => [nameOf(branch), branch]));
  const isLarge = old.length * now.length > maxCompared * maxCompared;
  const candidates = old.flatMap((one) => {
    const name = nameOf(one);
    const same = name === undefined ? undefined : named.get(name);
    const others = isLarge ? (same ? [same] : []) : now;
    return others.map((other) => ({ one, other, score: likeness(one, other) }));
  });
  const both: [Together, Together][] = [];
  const paired = new Set<Together>();
  for (const { one, other, score } of candidates.sort((a, b) => b.score - a.score)) {
    if (score <= 0 || paired.has(one) || paired.has(other)) continue;
    both.push([one, other]);
    paired.add(one).add(other);
  }
  const isLeft = (branch: Together): boolean => !paired.has(branch);
  return { both, removed: old.filter(isLeft), added: now.filter(isLeft) };
}

/** The component that a branch refers to, or its title. */
export function nameOf(branch: Together): string | undefined {
  const schema = branch.findLast((place) => tagText(place.schema) === undefined)?.schema;
  if (!isObject(schema)) return undefined;
  if (typeof schema.$ref === 'string') return fromPointer(schema.$ref).at(-1);
  return typeof schema.title === 'string' ? schema.title : undefined;
}

/** A branch for people: its name, its values, its fields or its types. */
export function describeBranch(branch: Together, merged: MergedSchema): string {
  const name = nameOf(branch);
  const tag = tagText(branch.at(-1)?.schema);
  if (name !== undefined) return tag === undefined ? name : `${name} (${tag})`;
  if (merged.values)
    return merged.values
      .slice(0, 5)
      .map((value) => JSON.stringify(value))
      .join(' or ');
  const fields = [...merged.shape.properties.keys()].slice(0, 5);
  if (fields.length > 0) return `an object with ${fields.join(', ')}`;
  return merged.types?.join(' or ') ?? 'any value';
}

/** The fields of a branch that have one value alone, which tell it from others. */
export function tagsOf(
  merged: MergedSchema,
  mergeProperty: (property: Together) => MergedSchema,
): Map<string, unknown> {
  const tags = new Map<string, unknown>();
  for (const name of merged.shape.required) {
    const property = merged.shape.properties.get(name);
    const values = property && mergeProperty(property).values;
    if (values?.length === 1) tags.set(name, values[0]);
  }
  return tags;
}
