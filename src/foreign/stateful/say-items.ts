import type { Operation } from '../../contract/operations.js';
import { isObject, jsonEqual } from '../../contract/schema/json-equal.js';
import type { MockResponse } from '../../mock/exchange/response.js';
import type { SchemaPlace } from '../../values/schema/schema-places.js';
import { chooseResponse } from '../choose-response.js';
import type { OperationCall } from '../../mock/served-operation.js';
import type { DocumentAnswers, Saying } from '../document-answers.js';
import type { ResourceOperation } from '../resources/resource.js';
import { around, partAt, type Item } from './item.js';
import type { ScopedItems } from './scoped-items.js';

/** An operation of a resource, and where it acts. */
export interface Turn {
  readonly role: ResourceOperation;
  readonly call: OperationCall;
  readonly items: ScopedItems;
  /** The id in the path, or in the body of a change under the collection's path. */
  readonly id: string | undefined;
  /** The items in the request's body. */
  readonly sent: readonly [Item, ...Item[]];
  readonly now: number;
  readonly answers: DocumentAnswers;
}

/** Parts of a response besides its body. */
interface Extras {
  /** Taken where the document has it; else its success. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @param items one, or several where the response has a list of them or none */
export function sayItems(turn: Turn, items: readonly Item[], extras: Extras = {}): MockResponse | undefined {
  const { role, answers } = turn;
  const { maker } = turn.items;
  const { generator } = answers;
  const inside = role.response ?? [];
  const itemPlaces = (places: readonly SchemaPlace[]): readonly SchemaPlace[] => {
    const at = inside.reduce((within, name) => generator.shapeOf(within).properties.get(name) ?? [], places);
    return role.isListed ? generator.shapeOf(at).rests.map(({ place }) => place) : at;
  };
  const listed = (all: readonly Item[]) => (role.isListed ? all : (all[0] ?? {}));
  const saying: Saying = {
    given: (places) => {
      const at = itemPlaces(places);
      return around(listed(items.map((item) => maker.projected(item, at))), inside);
    },
    isSaid: (body) => role.response === undefined || agree(partAt(body, inside), listed(items)),
  };
  return say(turn, saying, extras);
}

/** The response that says an item or a list; undefined where its schema doesn't allow that. */
export function say(
  { role, items, call, answers }: Turn,
  saying: Saying,
  { status, headers = {} }: Extras,
): MockResponse | undefined {
  const { operation } = role;
  // Of a change that says nothing.
  const silent = status === 200 ? 204 : undefined;
  const wanted = [call.status, status, silent].find(
    (one) => one !== undefined && operation.responses.has(String(one)),
  );
  const response = answers.saying(operation, { ...call, status: wanted }, saying);
  if (!response) return undefined;
  const namesNone = role.response === undefined || items.resource.idField === undefined;
  const isLocated = response.status === 201 || namesNone || documentsHeader(operation, 'location');
  const { Location: location, ...others } = headers;
  // A schema with the format `uri` has whole addresses alone.
  const addresses = location === undefined ? [] : [location, call.origin + location];
  const fitting = addresses.find((text) =>
    answers.mayHaveHeader(operation, response.status, 'Location', text),
  );
  const located = isLocated && location !== undefined ? { Location: fitting ?? location } : {};
  return { ...response, headers: { ...response.headers, ...others, ...located } };
}

/** Returns whether two items, or lists of them, say the same as far as both say something. */
export function agree(said: unknown, known: unknown): boolean {
  if (Array.isArray(known))
    return (
      Array.isArray(said) &&
      said.length === known.length &&
      known.every((one, index) => agree(said[index], one))
    );
  if (!isObject(said) || !isObject(known)) return false;
  return Object.entries(said).every(
    ([name, value]) => !Object.hasOwn(known, name) || isSame(value, known[name]),
  );
}

/** An id may be a number in one schema and a text in another. */
function isSame(a: unknown, b: unknown): boolean {
  return jsonEqual(a, b) || (!isObject(a) && !Array.isArray(a) && String(a) === String(b));
}

export function documentsHeader(operation: Operation, name: string): boolean {
  const { response } = chooseResponse(operation) ?? {};
  return Object.keys(response?.value.headers ?? {}).some((one) => one.toLowerCase() === name);
}
