import { jsonMediaType, type Located, type Operation } from '../../contract/operations.js';
import type { ParameterObject } from '../../contract/openapi.js';
import type { JsonType } from '../../values/schema/json-values.js';
import type { Part } from '../change.js';
import type { Together } from '../schema/merged-schema.js';
import type { SchemaComparer } from '../schema/schema-comparer.js';
import type { SchemaSide } from '../schema/schema-side.js';
import { changeOf, changeOfState, changesOf, type FoundChange } from './found-change.js';

type Parameter = Located<ParameterObject>;

export function* compareParameters(
  old: Operation,
  now: Operation,
  comparer: SchemaComparer,
): Generator<FoundChange> {
  const [before, after] = [byKey(old), byKey(now)];
  for (const [key, parameter] of before) {
    const other = after.get(key);
    if (other) yield* compareOne(parameter, other, comparer);
    else yield changeOf('parameter-removed', partOf(parameter), { old: parameter.pointer, new: now.pointer });
  }
  for (const [key, parameter] of after) {
    if (before.has(key)) continue;
    const kind = isRequired(parameter) ? 'required-parameter-added' : 'parameter-added';
    yield changeOf(kind, partOf(parameter), { old: old.pointer, new: parameter.pointer });
  }
}

/** Parameters of a path are known by their order, headers whatever their case. */
function byKey({ parameters, path }: Operation): Map<string, Parameter> {
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  return new Map(
    parameters
      .filter(
        ({ value }) =>
          !(value.in === 'header' && /^(?:accept|content-type|authorization)$/i.test(value.name)),
      )
      .map((parameter) => {
        const { in: place, name } = parameter.value;
        const key =
          place === 'path' ? String(names.indexOf(name)) : place === 'header' ? name.toLowerCase() : name;
        return [`${place} ${key}`, parameter];
      }),
  );
}

function partOf({ value }: Parameter): Part {
  return { kind: 'parameter', in: value.in, name: value.name };
}

function isRequired({ value }: Parameter): boolean {
  return value.in === 'path' || value.required === true;
}

function* compareOne(old: Parameter, now: Parameter, comparer: SchemaComparer): Generator<FoundChange> {
  const part = partOf(old);
  const pointers = { old: old.pointer, new: now.pointer };
  const stateOf = (is: (parameter: Parameter) => boolean) => [is(old), is(now)] as const;
  const requirement = ['parameter-became-required', 'parameter-became-optional'] as const;
  yield* changeOfState(stateOf(isRequired), requirement, part, pointers);
  const [one, other] = [schemaOf(comparer.old, old.value), schemaOf(comparer.now, now.value)];
  const types = [comparer.old.merge(one).types, comparer.now.merge(other).types];
  const hasContent = [old, now].some(({ value }) => value.content !== undefined);
  const hasParts = (type: JsonType): boolean =>
    hasContent || types.some((some) => some?.includes(type) ?? true);
  const [before, after] = [styleOf(old.value, hasParts), styleOf(now.value, hasParts)];
  if (before !== after) yield changeOf('parameter-style-changed', part, pointers, { before, after });
  yield* compareFreedoms(old, now);
  const deprecated = stateOf(({ value }) => 'deprecated' in value && value.deprecated === true);
  yield* changeOfState(deprecated, ['became-deprecated', 'no-longer-deprecated'], part, pointers);
  for (const found of changesOf(part, comparer.compare(one, other)))
    yield isWiderText(found, [old, now]) ? { ...found, kind: 'type-widened' } : found;
}

/** Characters and values that a text of the query may have by leave of the document alone (OpenAPI 3.1, Parameter Object). */
function* compareFreedoms(old: Parameter, now: Parameter): Generator<FoundChange> {
  const [part, pointers] = [partOf(old), { old: old.pointer, new: now.pointer }];
  const has = ({ value }: Parameter, name: 'allowReserved' | 'allowEmptyValue'): boolean =>
    value.in === 'query' && value.content === undefined && value[name] === true;
  const reserved = [has(old, 'allowReserved'), has(now, 'allowReserved')] as const;
  const ofReserved = ['reserved-characters-allowed', 'reserved-characters-refused'] as const;
  yield* changeOfState(reserved, ofReserved, part, pointers);
  const empty = [has(old, 'allowEmptyValue'), has(now, 'allowEmptyValue')] as const;
  for (const change of changeOfState(empty, ['empty-value-allowed', 'empty-value-refused'], part, pointers))
    yield { ...change, demand: { not: { const: '' } } };
}

const scalars: readonly unknown[] = ['string', 'number', 'integer', 'boolean'];

/** Returns whether a number or boolean became a text, which it was on its way already. */
function isWiderText({ kind, path, before, after }: FoundChange, sides: readonly Parameter[]): boolean {
  const isText = sides.every(({ value }) => value.content === undefined);
  if (kind !== 'type-changed' || !isText || path.some((step) => step !== '*')) return false;
  if (!Array.isArray(before) || !Array.isArray(after) || !after.includes('string')) return false;
  return before.every((type) => scalars.includes(type) || after.includes(type));
}

function schemaOf({ places }: SchemaSide, { schema, content }: ParameterObject): Together {
  return [places.inside(places.at(''), schema ?? content?.[jsonMediaType(content) ?? '']?.schema ?? true)];
}

/**
 * The form of a value that takes several parts: style and explode, with the defaults of OpenAPI 3.1 (Parameter Object). Empty where all
 * styles send a value alike.
 *
 * @param hasParts whether a value may be of a type that has parts
 */
export function styleOf(
  { in: place, style, explode, content }: ParameterObject,
  hasParts: (type: JsonType) => boolean,
): string {
  if (content) return `as ${Object.keys(content).join()}`;
  const known = style ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple');
  const [isArray, isObject] = [hasParts('array'), hasParts('object')];
  const hasPrefix = known === 'label' || known === 'matrix';
  if (!isArray && !isObject) return hasPrefix ? `style ${known}` : '';
  const isExploded = explode ?? known === 'form';
  const isAlike = known === 'deepObject' || (known === 'simple' && !isObject);
  return `style ${known}${isExploded && !isAlike ? ', exploded' : ''}`;
}
