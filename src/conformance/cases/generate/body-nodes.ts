import type { OpenApiDocument, Schema, SchemaObject } from '../../../contract/openapi.js';
import { isContainer } from '../../../contract/schema/json-equal.js';
import { resolveSchema } from '../../../contract/schema/resolve-schema.js';

/** A value inside a body that the schema describes. */
export interface BodyNode {
  readonly path: readonly (string | number)[];
  readonly schema: SchemaObject;
  readonly value: unknown;
  /** True if the object around it requires it. */
  readonly required: boolean;
}

/** Which element of an array: its index, by the array's length and how many arrays are around it. */
export type ElementChoice = 'first' | 'last' | ((length: number, depth: number) => number);

/** Every value below the root of a body, outer ones first; of each array one element. */
export function bodyNodes(
  document: OpenApiDocument,
  schema: Schema | undefined,
  body: unknown,
  element: ElementChoice,
): BodyNode[] {
  const visit = (
    at: Schema | undefined,
    value: unknown,
    path: BodyNode['path'],
    required: boolean,
  ): BodyNode[] => {
    const resolved = resolveSchema(document, at);
    // A property that only the server sends may say anything in a request.
    if (resolved.readOnly === true && path.length > 0) return [];
    const own: BodyNode[] = path.length === 0 ? [] : [{ path, schema: resolved, value, required }];
    if (Array.isArray(value)) {
      const index = indexOf(element, value.length, path);
      return value.length === 0
        ? own
        : [...own, ...visit(resolved.items, value[index], [...path, index], false)];
    }
    if (typeof value !== 'object' || value === null) return own;
    const children = Object.entries(resolved.properties ?? {})
      .filter(([name]) => Object.hasOwn(value, name))
      .map(([name, child]) =>
        visit(
          child,
          (value as Record<string, unknown>)[name],
          [...path, name],
          resolved.required?.includes(name) ?? false,
        ),
      );
    return [...own, ...children.flat()];
  };
  return visit(schema, body, [], true);
}

function indexOf(element: ElementChoice, length: number, path: BodyNode['path']): number {
  if (element === 'first') return 0;
  if (element === 'last') return length - 1;
  const depth = path.filter((segment) => typeof segment === 'number').length;
  return Math.min(element(length, depth), length - 1);
}

/** A JSON value and every value in it, outer ones first. */
export function* valuesIn(
  value: unknown,
  path: BodyNode['path'] = [],
): Generator<{ readonly path: BodyNode['path']; readonly value: unknown }, void> {
  yield { path, value };
  if (!isContainer(value)) return;
  for (const [name, child] of Object.entries(value))
    yield* valuesIn(child, [...path, Array.isArray(value) ? Number(name) : name]);
}

/** Arrays in arrays of arrays would make a body of megabytes. */
const amplifiedLevels = 2;

/** The body with every array, also those in its elements, `times` as long: the elements are repeated in order. */
export function amplified(body: unknown, times = 3, levels = amplifiedLevels): unknown {
  if (typeof body !== 'object' || body === null || levels === 0) return body;
  if (Array.isArray(body)) {
    const elements = body.map((element) => amplified(element, times, levels - 1));
    return Array.from({ length: times }, () => elements).flat();
  }
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, amplified(value, times, levels)]),
  );
}

/** The body with the value at a path replaced, or removed where it is undefined. Only what is on the path is copied. */
export function changed(body: unknown, [segment, ...rest]: BodyNode['path'], value: unknown): unknown {
  if (segment === undefined) return value;
  const copy: unknown = Array.isArray(body) ? [...(body as unknown[])] : { ...(body as object) };
  const children = copy as Record<string | number, unknown>;
  if (rest.length > 0 || value !== undefined) children[segment] = changed(children[segment], rest, value);
  else if (Array.isArray(copy)) copy.splice(Number(segment), 1);
  else Reflect.deleteProperty(children, segment);
  return copy;
}
