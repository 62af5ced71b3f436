import { jsonMediaType, type Located, type Operation } from '../../contract/operations.js';
import type { ParameterObject } from '../../contract/openapi.js';
import type { Part } from '../change.js';
import type { Together } from '../schema/merged-schema.js';
import type { SchemaComparer } from '../schema/schema-comparer.js';
import type { SchemaSide } from '../schema/schema-side.js';
import { changeOf, changesOf, type FoundChange } from './found-change.js';

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
  if (isRequired(now) !== isRequired(old))
    yield changeOf(
      isRequired(now) ? 'parameter-became-required' : 'parameter-became-optional',
      part,
      pointers,
    );
  const [before, after] = [styleOf(old.value), styleOf(now.value)];
  if (before !== after) yield changeOf('parameter-style-changed', part, pointers, { before, after });
  const [wasDeprecated, isDeprecated] = [old, now].map(
    ({ value }) => 'deprecated' in value && value.deprecated === true,
  );
  if (wasDeprecated !== isDeprecated)
    yield changeOf(isDeprecated === true ? 'became-deprecated' : 'no-longer-deprecated', part, pointers);
  const [one, other] = [schemaOf(comparer.old, old.value), schemaOf(comparer.now, now.value)];
  yield* changesOf(part, comparer.compare(one, other));
}

function schemaOf({ places }: SchemaSide, { schema, content }: ParameterObject): Together {
  return [places.inside(places.at(''), schema ?? content?.[jsonMediaType(content) ?? '']?.schema ?? true)];
}

/** The form of a value that takes several parts: style and explode, with the defaults of OpenAPI 3.1 (Parameter Object). */
function styleOf({ in: place, style, explode, content }: ParameterObject): string {
  if (content) return `as ${Object.keys(content).join()}`;
  const known = style ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple');
  return `style ${known}${(explode ?? known === 'form') ? ', exploded' : ''}`;
}
