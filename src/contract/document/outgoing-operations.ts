/** Requests that a service sends by itself (OpenAPI 3.1, `webhooks` and Callback Object), each described as an operation. */
import { toPointer, valueAt } from '../json-pointer.js';
import { httpMethods, type OpenApiDocument, type PathItem } from '../openapi.js';
import { follow, operationAt, type Operation } from '../operations.js';
import { isObject, membersOf } from '../schema/json-equal.js';

/** A webhook or callback, with its request as the document describes it. */
export interface OutgoingOperation {
  readonly name: string;
  /** The address of a callback, which has runtime expressions; empty for a webhook. */
  readonly address: string;
  /** Its path is a phrase, such as `webhook shipped`. */
  readonly operation: Operation;
}

/** That of OpenAPI 3.1, and the extension that documents of 3.0 have for it. */
const webhookPlaces = ['webhooks', 'x-webhooks'] as const;

export function webhooksOf(document: OpenApiDocument): readonly OutgoingOperation[] {
  const known = new Set<string>();
  return webhookPlaces.flatMap((place) =>
    Object.entries(membersOf(valueAt(document, `/${place}`))).flatMap(([name, item]) => {
      // A document may state its webhooks in both places, for readers of either version.
      if (known.has(name)) return [];
      known.add(name);
      return described(
        document,
        { name, address: '', path: `webhook ${name}` },
        toPointer([place, name]),
        item,
      );
    }),
  );
}

/** The callbacks of an operation. */
export function callbacksOf(document: OpenApiDocument, { path, pointer }: Operation): OutgoingOperation[] {
  const { callbacks } = membersOf(valueAt(document, pointer));
  return Object.entries(membersOf(callbacks)).flatMap(([name, callback]) => {
    if (!isObject(callback)) return [];
    const start = { pointer: pointer + toPointer(['callbacks', name]), value: callback };
    const at = follow<Record<string, unknown>>(document, start);
    return Object.entries(at.value).flatMap(([address, item]) => {
      if (address.startsWith('x-')) return [];
      const naming = { name, address, path: `callback ${name} of ${path}` };
      return described(document, naming, at.pointer + toPointer([address]), item);
    });
  });
}

/** The operations of a path item, each a request by itself. */
function described(
  document: OpenApiDocument,
  { name, address, path }: { readonly name: string; readonly address: string; readonly path: string },
  pointer: string,
  item: unknown,
): readonly OutgoingOperation[] {
  if (!isObject(item)) return [];
  const located = follow<PathItem>(document, { pointer, value: item });
  return httpMethods
    .filter((method) => isObject(located.value[method]))
    .map((method) => ({ name, address, operation: operationAt(document, path, method, located) }));
}
