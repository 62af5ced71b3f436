import type { OpenApiDocument, Schema, SchemaObject } from '../../../contract/openapi.js';
import { resolveSchema } from '../../../contract/schema/resolve-schema.js';

/** A value inside a body that the schema describes. */
export interface BodyNode {
  readonly path: readonly (string | number)[];
  readonly schema: SchemaObject;
  readonly value: unknown;
  /** Whether the object around it requires it. */
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
    // What only the server sends may say anything in a request.
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

/** The body with every array `times` as long, its elements repeated in order. */
export function amplified(body: unknown, times = 3): unknown {
  if (Array.isArray(body)) {
    const elements = body.map((element) => amplified(element, times));
    return Array.from({ length: times }, () => structuredClone(elements)).flat();
  }
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, amplified(value, times)]));
}

/** A copy of the body with the value at a path replaced, or removed where it is undefined. */
export function changed(body: unknown, path: BodyNode['path'], value: unknown): unknown {
  const copy: unknown = structuredClone(body);
  const last = path.at(-1);
  if (last === undefined) return value;
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((at, segment) => (at as Record<string, unknown>)[segment], copy);
  if (value !== undefined) (parent as Record<string, unknown>)[last] = value;
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else Reflect.deleteProperty(parent as object, last);
  return copy;
}
