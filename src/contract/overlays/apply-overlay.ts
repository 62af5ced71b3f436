// JSONPath (RFC 9535); the built package holds it (src/build/bundle.mjs).
import { query } from 'json-p3';
import * as yaml from 'yaml';
import { DocumentError } from '../document/document-error.js';
import { readSource } from '../files/document-files.js';
import { isObject } from '../schema/json-equal.js';

type Node = Record<string, unknown>;

/** One change of an overlay, as it stands in its file. */
interface Action {
  readonly target?: unknown;
  readonly update?: unknown;
  readonly remove?: unknown;
}

/**
 * Applies an overlay (OpenAPI Overlay 1.0) to a document, in place: `update` is merged into what a JSONPath selects, `remove` takes
 * it out.
 *
 * @param file path of the overlay, YAML or JSON
 * @returns a remark for each target that selects nothing
 * @throws DocumentError with file and line
 */
export function applyOverlay(document: unknown, file: string): string[] {
  const source = readSource(yaml, file, 'the overlay', DocumentError);
  const { overlay, actions } = Object(source.value) as { overlay?: unknown; actions?: unknown };
  if (typeof overlay !== 'string' || !/^1\.[01](\.|$)/.test(overlay) || !Array.isArray(actions))
    throw new DocumentError(
      `${file}: not an overlay: it must have "overlay": "1.0.0" and a list of actions (OpenAPI Overlay 1.0).`,
    );
  return (actions as Action[]).flatMap((action, index) => {
    const place = `${file}:${source.linesOf([`/actions/${index}`])[0]}`;
    const changed = applyAction(document, Object(action) as Action, place);
    return changed > 0 ? [] : [`${place}: ${JSON.stringify(action.target)} selects nothing in the document`];
  });
}

/** @returns how many places were changed */
function applyAction(document: unknown, { target, update, remove }: Action, place: string): number {
  const locations = select(document, target, place);
  // From the last to the first, so that no removal moves an element that is still to be removed.
  for (const location of [...locations].reverse()) {
    if (remove === true) removeAt(document, location);
    else if (update !== undefined) updateAt(document, location, update, place);
  }
  return locations.length;
}

function select(document: unknown, target: unknown, place: string): (readonly (string | number)[])[] {
  if (typeof target !== 'string')
    throw new DocumentError(`${place}: an action needs a target, a JSONPath such as $.paths['/orders'].get.`);
  try {
    return query(target, document as Parameters<typeof query>[1]).nodes.map(({ location }) => location);
  } catch (cause) {
    const why = (cause as Error).message.split('\n', 1)[0] ?? '';
    throw new DocumentError(`${place}: the target ${JSON.stringify(target)} is no JSONPath: ${why}.`, {
      cause,
    });
  }
}

function nodeAt(document: unknown, location: readonly (string | number)[]): unknown {
  return location.reduce((node, key) => (Object(node) as Record<string | number, unknown>)[key], document);
}

function removeAt(document: unknown, location: readonly (string | number)[]): void {
  const parent = nodeAt(document, location.slice(0, -1));
  const last = location.at(-1);
  if (last === undefined) return;
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else Reflect.deleteProperty(Object(parent) as object, last);
}

function updateAt(
  document: unknown,
  location: readonly (string | number)[],
  update: unknown,
  place: string,
): void {
  const selected = nodeAt(document, location);
  if (Array.isArray(selected)) selected.push(structuredClone(update));
  else if (isObject(selected) && isObject(update)) merge(selected, update);
  else
    throw new DocumentError(
      `${place}: an update needs a target that is an object or a list, and an object to merge.`,
    );
}

/** Objects are merged, lists are joined, anything else is replaced (Overlay 1.0, Action Object). */
function merge(into: Node, update: Node): void {
  for (const [key, value] of Object.entries(update)) {
    const before = Object.hasOwn(into, key) ? into[key] : undefined;
    if (isObject(before) && isObject(value)) merge(before, value);
    else if (Array.isArray(before) && Array.isArray(value))
      before.push(...(structuredClone(value) as unknown[]));
    else
      Object.defineProperty(into, key, {
        value: structuredClone(value),
        enumerable: true,
        writable: true,
        configurable: true,
      });
  }
}
