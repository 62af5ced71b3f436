/** Questions about a request that conditions ask. */
import type { Call, Fields, Path } from '../reference-server/stages.js';

/** The value of a header, or an empty text. */
export const headerOf = ({ headers }: Call, name: string): string => String(headers[name] ?? '');

/** The Authorization header. */
export const credential = (call: Call): string => headerOf(call, 'authorization');

/** Every text of the parties and items. */
const textsOf = (call: Call): string[] =>
  [...itemsOf(call), valueAt(call.body, ['sender']), valueAt(call.body, ['receiver'])]
    .flatMap((part) => Object.values(Object(part) as Fields))
    .filter((value) => typeof value === 'string');

/** Tells whether some text of the parties and items fits. */
export const hasText = (pattern: RegExp) => (call: Call) => textsOf(call).some((text) => pattern.test(text));

/** The boxes of a request; none when it has no such list. */
export function boxesOf(call: Call): Fields[] {
  const boxes: unknown = (Object(call.body) as Fields).box_dimension;
  return Array.isArray(boxes) ? boxes.map((box) => Object(box) as Fields) : [];
}

/** The items of all boxes. */
export function itemsOf(call: Call): Fields[] {
  return boxesOf(call).flatMap(({ items }) =>
    Array.isArray(items) ? items.map((item) => Object(item) as Fields) : [],
  );
}

/** Returns the value at a place of the body. */
export function valueAt(body: unknown, path: Path): unknown {
  return path.reduce((value: unknown, step) => (Object(value) as Fields)[step], body);
}

/** A place with a star for each index: box_dimension.*.items.*.name. */
export const placeOf = (path: Path): string =>
  path.map((step) => (typeof step === 'number' ? '*' : step)).join('.');
