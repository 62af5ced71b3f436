import type { Schema, SchemaObject } from '../../contract/openapi.js';
import { canonicalText, isObject, jsonEqual } from '../../contract/schema/json-equal.js';
import { changeKinds } from '../change-kinds.js';
import type { Direction } from '../change.js';
import { compareNull, compareValues } from './compare-values.js';
import { refusalOf } from './discriminator-tags.js';
import { below, type Difference } from './difference.js';
import type { MergedSchema, Together } from './merged-schema.js';
import { ComparedPairs } from './compared-pairs.js';
import { branchesOf, itemAt, othersOf, patternedOf } from './merged-schema.js';
import { describeBranch, nameOf, pairBranches, tagsOf } from './pair-branches.js';
import type { SchemaSide } from './schema-side.js';

/** A place of one change may be reached in more ways than anybody reads. */
const maxPathsOfOne = 12;
const maxDepth = 40;

type Demand = Pick<Difference, 'demand' | 'isOfHolder'>;

type UnionPlace = Pick<Difference, 'path' | 'old' | 'new'>;

/** Compares schemas of two documents for messages of one direction; each pair once. */
export class SchemaComparer {
  private readonly pairs = new ComparedPairs((old, now, depth) =>
    withoutRepeats([...this.differences(this.old.merge(old), this.now.merge(now), depth + 1)]),
  );

  constructor(
    readonly old: SchemaSide,
    readonly now: SchemaSide,
    readonly direction: Direction,
  ) {}

  /** The differences of two schemas, those of their fields included; a schema that contains itself is compared once. */
  compare(old: Together, now: Together, depth = 0): readonly Difference[] {
    return this.pairs.differencesOf({ key: this.keyOf(old, now), old, now, depth });
  }

  /** The differences of the schemas at two JSON pointers. */
  compareAt(old: string, now: string): readonly Difference[] {
    return this.compare([this.old.places.at(old)], [this.now.places.at(now)]);
  }

  private keyOf(old: Together, now: Together): string {
    return `${this.old.keyOf(old)} ${this.now.keyOf(now)}`;
  }

  private *differences(old: MergedSchema, now: MergedSchema, depth: number): Generator<Difference> {
    // Before the fields, by which a subtype may be reached again: a report names the first way.
    yield* this.compareSubtypes(old, now, depth);
    // Of a union beside a schema without one only the branches are compared, each with what stands around the union.
    if (old.unions.length > 0 === now.unions.length > 0) {
      for (const { keyword, ...difference } of compareValues(old, now))
        yield { ...difference, ...this.place(old, now, keyword) };
      yield* this.compareProperties(old, now, depth);
      yield* this.compareOthers(old, now, depth);
      yield* this.compareItems(old, now, depth);
      yield* this.compareConditions(old, now);
    }
    yield* this.compareUnions(old, now, depth);
  }

  /** The place of a keyword in the compared schemas. */
  private place(old: MergedSchema, now: MergedSchema, keyword?: string) {
    return {
      path: [],
      old: this.old.pointerOf(old.holderOf(keyword), keyword),
      new: this.now.pointerOf(now.holderOf(keyword), keyword),
    };
  }

  private *compareProperties(old: MergedSchema, now: MergedSchema, depth: number): Generator<Difference> {
    const [oldShape, newShape] = [old.shape, now.shape];
    const named = [...oldShape.properties.keys(), ...newShape.properties.keys()];
    for (const name of new Set([...named, ...oldShape.required, ...newShape.required])) {
      const [before, after] = [this.property(this.old, old, name), this.property(this.now, now, name)];
      const place = { path: [name], ...this.pointersOfProperty(old, now, name) };
      const [was, is] = [before?.isRequired === true, after?.isRequired === true];
      const needsIt: Demand = { demand: { required: [name] }, isOfHolder: true };
      const needsItGone: Demand = { demand: { not: { required: [name] } }, isOfHolder: true };
      if (before && after) {
        for (const one of this.compare(before.schema ?? [], after.schema ?? [], depth))
          yield below(one, name);
        if (is && !was) yield { kind: 'property-became-required', ...place, ...needsIt };
        if (was && !is) yield { kind: 'property-became-optional', ...place };
      } else if (after && is) yield { kind: 'required-property-added', ...place, ...needsIt };
      else if (after) yield { kind: 'property-added', ...place };
      else if (before) yield { kind: this.removalKind(was, now), ...place, ...needsItGone };
    }
  }

  private removalKind(wasRequired: boolean, now: MergedSchema) {
    if (this.direction === 'request') return now.isClosed ? 'property-refused' : 'property-removed';
    return wasRequired ? 'required-property-removed' : 'property-removed';
  }

  /** A property in this direction: a request has no `readOnly` ones, a response no `writeOnly` ones. */
  private property(side: SchemaSide, { shape }: MergedSchema, name: string) {
    const schema = shape.properties.get(name);
    const otherWay = this.direction === 'request' ? 'readOnly' : 'writeOnly';
    if (schema && side.merge(schema).keyword(otherWay) === true) return undefined;
    const isRequired = shape.required.has(name);
    return schema || isRequired ? { schema, isRequired } : undefined;
  }

  private pointersOfProperty(old: MergedSchema, now: MergedSchema, name: string) {
    const pointerIn = (side: SchemaSide, merged: MergedSchema): string | undefined => {
      const [place] = merged.shape.properties.get(name) ?? [];
      const own = place && typeof place.schema === 'object' ? side.pointerOf(place.schema) : undefined;
      return own ?? side.pointerOf(merged.holderOf('properties'));
    };
    return { old: pointerIn(this.old, old), new: pointerIn(this.now, now) };
  }

  /** Fields that no property names. */
  private *compareOthers(old: MergedSchema, now: MergedSchema, depth: number): Generator<Difference> {
    if (old.types?.includes('object') === false || now.types?.includes('object') === false) return;
    const place = this.place(old, now, 'additionalProperties');
    const named = Object.fromEntries([...now.shape.properties.keys()].map((name) => [name, true]));
    const patterned = Object.fromEntries(now.shape.patternProperties.map(([pattern]) => [pattern, true]));
    const others = { properties: named, patternProperties: patterned };
    const demand = { additionalProperties: false, ...others };
    if (now.isClosed && !old.isClosed) yield { kind: 'other-properties-refused', ...place, demand };
    if (old.isClosed && !now.isClosed) yield { kind: 'other-properties-allowed', ...place };
    const [before, after] = [othersOf(old), othersOf(now)];
    if (before.length + after.length > 0 && !old.isClosed && !now.isClosed)
      for (const one of this.compare(before, after, depth))
        yield ofOthers(one, (schema) => ({ ...others, additionalProperties: schema }));
    yield* this.comparePatterned(old, now, depth);
  }

  /** Fields whose names match a pattern; those of a pattern that one side lacks are among its other fields. */
  private *comparePatterned(old: MergedSchema, now: MergedSchema, depth: number): Generator<Difference> {
    const [before, after] = [patternedOf(old), patternedOf(now)];
    const place = this.place(old, now, 'patternProperties');
    for (const pattern of new Set([...before.keys(), ...after.keys()])) {
      const [was, is] = [before.get(pattern), after.get(pattern)];
      const patternDemand = (schema: Schema): SchemaObject => ({ patternProperties: { [pattern]: schema } });
      if (!is && now.isClosed)
        yield { kind: 'other-properties-refused', ...place, demand: patternDemand(false) };
      else if (!was && old.isClosed) yield { kind: 'other-properties-allowed', ...place };
      else
        for (const one of this.compare(was ?? othersOf(old), is ?? othersOf(now), depth))
          yield ofOthers(one, patternDemand);
    }
  }

  private *compareItems(old: MergedSchema, now: MergedSchema, depth: number): Generator<Difference> {
    const count = Math.max(old.shape.prefix.length, now.shape.prefix.length);
    for (let index = 0; index < count; index += 1)
      for (const one of this.compare(itemAt(old, index), itemAt(now, index), depth))
        yield below(one, String(index));
    for (const one of this.compare(itemAt(old, count), itemAt(now, count), depth)) yield below(one, '*');
  }

  private *compareUnions(old: MergedSchema, now: MergedSchema, depth: number): Generator<Difference> {
    const count = Math.max(old.unions.length, now.unions.length);
    if (count === 0) return;
    const found = [...this.compareBranches(old, now, count, depth)];
    // Any branch may say that the value can be null: it counts for the whole.
    const ofNull = ({ kind, path }: Difference): boolean => kind.startsWith('null-') && path.length === 0;
    const [tookNull, takesNull] = [this.takesNull(this.old, old), this.takesNull(this.now, now)];
    yield* found.filter((one) => !ofNull(one) || tookNull !== takesNull);
    const saysTypes = (one: MergedSchema): boolean => one.unions.length > 0 || one.types !== undefined;
    if (!found.some(ofNull) && saysTypes(old) && saysTypes(now))
      for (const { keyword: _keyword, ...one } of compareNull(tookNull, takesNull))
        yield { ...one, ...this.place(old, now) };
  }

  /** Returns whether a value that any of the unions' branches describes may be null. */
  private takesNull(side: SchemaSide, merged: MergedSchema, depth = 0): boolean {
    const { unions, shape } = merged;
    if (unions.length === 0 || depth > maxDepth) return merged.takesNull;
    if (shape.isTyped && !shape.types.includes('null')) return false;
    if (shape.values?.includes(null) === false) return false;
    return unions.every(
      (union) =>
        union.takesNull ||
        union.branches.some((branch) => this.takesNull(side, side.merge([branch]), depth + 1)),
    );
  }

  private *compareBranches(
    old: MergedSchema,
    now: MergedSchema,
    count: number,
    depth: number,
  ): Generator<Difference> {
    for (let index = 0; index < count; index += 1) {
      const [before, after] = [old.unions[index], now.unions[index]];
      const branches = [branchesOf(old, before, after), branchesOf(now, after, before)] as const;
      yield* this.comparePaired(...branches, this.place(old, now), depth);
      if (before && after)
        yield* compareDiscriminators(before.discriminator, after.discriminator, this.place(old, now));
    }
  }

  /** Subtypes are compared where both sides have some: what one side says of the base alone is no subtype. */
  private *compareSubtypes(old: MergedSchema, now: MergedSchema, depth: number): Generator<Difference> {
    const [before, after] = [old.subtypes, now.subtypes];
    const place = this.place(old, now, 'discriminator');
    if (before && after)
      yield* this.comparePaired(branchesOf(old, before, after), branchesOf(now, after, before), place, depth);
    if (old.unions.length + now.unions.length === 0)
      yield* compareDiscriminators(old.discriminator, now.discriminator, place);
  }

  /** Compares branches that are paired, and tells those that are left. */
  private *comparePaired(
    old: readonly Together[],
    now: readonly Together[],
    place: UnionPlace,
    depth: number,
  ): Generator<Difference> {
    const pairs = pairBranches(old, now, (one, other) => this.likeness(one, other, depth));
    for (const [one, other] of pairs.both) yield* this.compare(one, other, depth);
    for (const one of pairs.removed) {
      if (this.isCovered(one, now, 'request', depth)) continue;
      const demand = refusalOf(one.at(-1)?.schema);
      const before = describeBranch(one, this.old.merge(one));
      yield { kind: 'alternative-removed', ...place, before, ...(demand && { demand }) };
    }
    for (const one of pairs.added)
      if (!this.isCovered(one, old, 'response', depth))
        yield { kind: 'alternative-added', ...place, after: describeBranch(one, this.now.merge(one)) };
  }

  /**
   * Tells whether one of the other side's branches takes all that a branch does.
   *
   * @param lossAs the direction that a difference breaks when something is lost on the way to the other side, or from there
   */
  private isCovered(
    branch: Together,
    others: readonly Together[],
    lossAs: Direction,
    depth: number,
  ): boolean {
    return others.some((other) => {
      const [old, now] = lossAs === 'request' ? [branch, other] : [other, branch];
      // Two that are being compared say nothing yet.
      if (this.pairs.isOpen(this.keyOf(old, now))) return false;
      return this.compare(old, now, depth).every(({ kind }) => {
        const { breaks } = changeKinds[kind];
        return breaks !== lossAs && breaks !== 'both';
      });
    });
  }

  /** Likeness of two branches of unions; 0 for two that can't be one. */
  private likeness(one: Together, other: Together, depth: number): number {
    const [old, now] = [this.old.merge(one), this.now.merge(other)];
    const tags = tagsOf(old, (property) => this.old.merge(property));
    const otherTags = tagsOf(now, (property) => this.now.merge(property));
    const shared = [...tags.keys()].filter((name) => otherTags.has(name));
    if (shared.some((name) => !jsonEqual(tags.get(name), otherTags.get(name)))) return 0;
    if (shared.length > 0) return 40;
    if (nameOf(one) !== undefined && nameOf(one) === nameOf(other)) return 30;
    const [types = [], otherTypes = []] = [old.types, now.types];
    if (types.length > 0 && otherTypes.length > 0 && !types.some((type) => otherTypes.includes(type)))
      return 0;
    if (this.compare(one, other, depth).length === 0) return 50;
    const names = [...old.shape.properties.keys()];
    const all = Math.max(names.length, now.shape.properties.size);
    if (all === 0) return 5;
    return (20 * names.filter((name) => now.shape.properties.has(name)).length) / all;
  }

  /** A condition is there, gone or another; its effect on the accepted values is not worked out. */
  private *compareConditions(old: MergedSchema, now: MergedSchema): Generator<Difference> {
    for (const keyword of new Set([...old.conditions.keys(), ...now.conditions.keys()])) {
      const [before, after] = [old.conditions.get(keyword), now.conditions.get(keyword)];
      const seen = { ...this.place(old, now, keyword), before: keyword, after: keyword };
      if (!before) yield { kind: 'condition-added', ...seen };
      else if (!after) yield { kind: 'condition-removed', ...seen };
      else if (this.areApart(before, after, old, now)) yield { kind: 'condition-changed', ...seen };
    }
  }

  private areApart(
    before: readonly unknown[],
    after: readonly unknown[],
    old: MergedSchema,
    now: MergedSchema,
  ): boolean {
    if (jsonEqual(before, after)) return false;
    const [scope, otherScope] = [old.together[0]?.scope, now.together[0]?.scope];
    if (!scope || !otherScope || !before.every(isSchema) || !after.every(isSchema)) return true;
    const one = before.map((schema) => ({ schema, scope }));
    const other = after.map((schema) => ({ schema, scope: otherScope }));
    return this.compare(one, other).length > 0;
  }
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'boolean' || (isObject(value) && !Object.values(value).every(isObject));
}

function* compareDiscriminators(
  before: string | undefined,
  after: string | undefined,
  place: UnionPlace,
): Generator<Difference> {
  if (before === after) return;
  yield { kind: 'discriminator-changed', ...place, before: before ?? 'none', after: after ?? 'none' };
}

/** A difference of fields that no property names: what it demands is said of the object, which knows the others. */
function ofOthers(one: Difference, demandOf: (schema: Schema) => SchemaObject): Difference {
  const difference = below(one, '*');
  if (one.path.length > 0 || one.demand === undefined) return difference;
  return { ...difference, demand: demandOf(one.demand), isOfHolder: true };
}

/** The same difference by several ways: each way once, and not endlessly many. */
function withoutRepeats(found: readonly Difference[]): readonly Difference[] {
  const paths = new Map<string, Set<string>>();
  return found.filter(({ kind, path, old, new: now, before, after }) => {
    const key = canonicalText([kind, old ?? '', now ?? '', String(before), String(after)]);
    const known = paths.get(key) ?? new Set<string>();
    paths.set(key, known);
    const way = path.join('/');
    if (known.has(way) || known.size >= maxPathsOfOne) return false;
    known.add(way);
    return true;
  });
}
