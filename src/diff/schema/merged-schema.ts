import type { SchemaObject } from '../../contract/openapi.js';
import { isObject } from '../../contract/schema/json-equal.js';
import { hasType, isSchemaObject, schemasIn, type JsonType } from '../../values/schema/json-values.js';
import type { SchemaPlace, SchemaPlaces } from '../../values/schema/schema-places.js';
import { Shape } from '../../values/schema/shape.js';
import { tagOf } from './discriminator-tags.js';

/** Schemas that apply to one value together. */
export type Together = readonly SchemaPlace[];

/** `oneOf` or `anyOf` of several branches, null aside. */
export interface Union {
  readonly branches: readonly SchemaPlace[];
  /** The values by which a discriminator names each branch, where it does. */
  readonly tags: readonly (SchemaPlace | undefined)[];
  readonly takesNull: boolean;
  readonly discriminator: string | undefined;
}

/** The schemas that extend a base by `allOf`, each with a reference to it. */
export type Subtypes = ReadonlyMap<SchemaObject, SchemaPlace>;

/** Keywords that are compared as conditions: how they narrow is not worked out. */
const conditionKeywords = [
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'dependentSchemas',
  'dependentRequired',
  'minContains',
  'maxContains',
] as const;

const maxSchemas = 2_000;
const allTypes: readonly JsonType[] = ['object', 'array', 'string', 'number', 'integer', 'boolean'];

/**
 * Schemas merged by meaning: references followed, `allOf` flattened, a union with null or with one branch undone. What stays apart are
 * unions and conditions.
 */
export class MergedSchema {
  readonly shape = new Shape();
  readonly unions: Union[] = [];
  readonly conditions = new Map<string, unknown[]>();
  /** The schemas that were merged, the outermost first. */
  readonly objects: SchemaObject[] = [];
  /** The same, each with what it says itself: without references, members and unions. */
  readonly own: SchemaPlace[] = [];
  private readonly seen = new Set<unknown>();
  private hasNullBranch = false;

  constructor(
    private readonly places: SchemaPlaces,
    readonly together: Together,
    private readonly withoutParts: (schema: SchemaObject) => SchemaObject,
    private readonly subtypesOf: (base: SchemaObject) => Subtypes,
  ) {
    for (const place of together) this.add(place);
    this.boundByItems();
  }

  /** Types that a value may have, null aside; a schema that names none shows them by its other keywords. Undefined for any. */
  get types(): readonly JsonType[] | undefined {
    const { shape, values } = this;
    if (values) {
      // Listed numbers that are all whole are integers.
      const spare = values.every((value) => typeof value !== 'number' || Number.isInteger(value));
      return allTypes.filter(
        (type) => type !== (spare ? 'number' : 'integer') && values.some((value) => hasType(value, type)),
      );
    }
    if (shape.isTyped) {
      const named = shape.types.filter((type) => type !== 'null');
      return named.includes('number') ? named.filter((type) => type !== 'integer') : named;
    }
    if (shape.properties.size > 0 || shape.required.size > 0 || shape.closures.length > 0) return ['object'];
    return shape.rests.length > 0 || shape.prefix.length > 0 ? ['array'] : undefined;
  }

  get takesNull(): boolean {
    const { types, values, isTyped } = this.shape;
    if (this.hasNullBranch) return true;
    if (values) return values.includes(null) && types.includes('null');
    return isTyped ? types.includes('null') : this.types === undefined;
  }

  /** The listed values, null aside. */
  get values(): readonly unknown[] | undefined {
    return this.shape.values?.filter((value) => value !== null);
  }

  /** True if fields that the schema does not name are refused. */
  get isClosed(): boolean {
    const { closures, unevaluated } = this.shape;
    return (
      closures.some(({ place }) => place.schema === false) ||
      unevaluated.some(({ schema }) => schema === false)
    );
  }

  /** The property that tells subtypes apart, in a schema that has some or is one. */
  get discriminator(): string | undefined {
    return propertyOf(this.keyword('discriminator'));
  }

  /**
   * The subtypes of a base that has a discriminator (OpenAPI 3.1.1, Discriminator Object): a value of the base is one of them. Undefined
   * for any other schema, and for a subtype itself.
   */
  get subtypes(): Union | undefined {
    for (const base of this.objects) {
      const discriminator = propertyOf(base.discriminator);
      if (discriminator === undefined || base.oneOf !== undefined || base.anyOf !== undefined) continue;
      const subtypes = this.subtypesOf(base);
      if ([...subtypes.keys()].some((subtype) => this.seen.has(subtype))) continue;
      const branches = [...subtypes.values()];
      const tags = branches.map((branch) => this.tagAt(branch, base));
      return { branches, tags, takesNull: false, discriminator };
    }
    return undefined;
  }

  /** The first value of a keyword, such as `default`. */
  keyword(name: string): unknown {
    return this.objects.find((schema) => schema[name] !== undefined)?.[name];
  }

  /** The schema that has a keyword, or else the outermost one. */
  holderOf(name: string | undefined): SchemaObject | undefined {
    const holder = name === undefined ? undefined : this.objects.find((schema) => schema[name] !== undefined);
    return holder ?? this.objects[0];
  }

  private add(place: SchemaPlace): void {
    const { schema } = place;
    if (schema === false) this.shape.isImpossible = true;
    if (!isSchemaObject(schema) || this.seen.has(schema) || this.seen.size > maxSchemas) return;
    this.seen.add(schema);
    this.objects.push(schema);
    this.own.push({ schema: this.withoutParts(schema), scope: place.scope });
    this.shape.add(schema, (inner) => this.places.inside(place, inner));
    const target = typeof schema.$ref === 'string' ? this.places.follow(schema.$ref, place.scope) : undefined;
    if (target) this.add(target);
    for (const part of schemasIn(schema.allOf)) this.add(this.places.inside(place, part));
    this.addUnion(place, schema, 'oneOf');
    this.addUnion(place, schema, 'anyOf');
    for (const name of conditionKeywords)
      if (schema[name] !== undefined)
        this.conditions.set(name, [...(this.conditions.get(name) ?? []), schema[name]]);
  }

  private addUnion(place: SchemaPlace, schema: SchemaObject, keyword: 'oneOf' | 'anyOf'): void {
    const all = schemasIn(schema[keyword]).map((branch) => this.places.inside(place, branch));
    const branches = all.filter((branch) => !isNull(branch.schema));
    if (branches.length < all.length) this.hasNullBranch = true;
    const [only] = branches;
    const values = branches.map((branch) => valuesOf(branch.schema));
    const types = branches.map((branch) => typesOf(branch.schema));
    if (branches.length === 1 && only) this.add(only);
    else if (branches.length === 0) return;
    else if (values.every((one) => one !== undefined)) this.shape.add({ enum: values.flat() }, () => place);
    else if (types.every((one) => one !== undefined)) this.shape.add({ type: types.flat() }, () => place);
    else {
      const takesNull = branches.length < all.length;
      const tags = branches.map((branch) => this.tagAt(branch, schema));
      this.unions.push({ branches, tags, takesNull, discriminator: propertyOf(schema.discriminator) });
    }
  }

  private tagAt(branch: SchemaPlace, union: SchemaObject): SchemaPlace | undefined {
    const tag = tagOf(union, branch.schema);
    return tag && this.places.inside(branch, tag);
  }

  /** A schema that refuses further elements bounds their number. */
  private boundByItems(): void {
    const { shape } = this;
    const refusing = shape.rests.filter(({ place }) => place.schema === false).map(({ from }) => from);
    const isClosed =
      shape.unevaluatedItems.some(({ schema }) => schema === false) && shape.contains.length === 0;
    if (isClosed && shape.rests.length === 0) refusing.push(shape.prefix.length);
    shape.maxItems = Math.min(shape.maxItems, ...refusing);
  }
}

function isNull(schema: unknown): boolean {
  return isObject(schema) && (schema.type === 'null' || schema.const === null);
}

/** The values of a schema that only lists values; undefined for any other. */
function valuesOf(schema: unknown): readonly unknown[] | undefined {
  if (!isObject(schema) || !saysOnly(schema, ['const', 'enum', 'type'])) return undefined;
  if (Object.hasOwn(schema, 'const')) return [schema.const];
  return Array.isArray(schema.enum) ? (schema.enum as unknown[]) : undefined;
}

/** The types of a schema that only names types; undefined for any other. */
function typesOf(schema: unknown): readonly string[] | undefined {
  if (!isObject(schema) || !saysOnly(schema, ['type'])) return undefined;
  return schema.type === undefined ? undefined : ([schema.type].flat() as string[]);
}

/** Keywords for people, which constrain nothing. */
const annotations = new Set([
  'title',
  'description',
  'example',
  'examples',
  'deprecated',
  '$comment',
  'externalDocs',
  'default',
]);

function saysOnly(schema: Readonly<Record<string, unknown>>, keywords: readonly string[]): boolean {
  return Object.keys(schema).every(
    (key) => keywords.includes(key) || annotations.has(key) || key.startsWith('x-'),
  );
}

function propertyOf(discriminator: unknown): string | undefined {
  return isObject(discriminator) && typeof discriminator.propertyName === 'string'
    ? discriminator.propertyName
    : undefined;
}

/** The schemas of a merged schema's parts: branches of unions, fields that no property names, and items. */

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

export function itemAt({ shape }: MergedSchema, index: number): Together {
  return shape.prefix[index] ?? shape.rests.filter(({ from }) => from <= index).map(({ place }) => place);
}
