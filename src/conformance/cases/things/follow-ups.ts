import { valueAt } from '../../../contract/json-pointer.js';
import { follow, type Operation } from '../../../contract/operations.js';
import { isContainer } from '../../../contract/schema/json-equal.js';
import { header, type CompletedExchange } from '../../target/exchange.js';
import type { StatedContract } from '../../document/stated-contract.js';
import { jsonOf } from '../../target/json-body.js';
import { percentDecoded } from '../request.js';

/** An operation that can be asked for what another has just made. */
export interface FollowUp {
  readonly operation: Operation;
  /** Values of its parameters, by their names. */
  readonly values: Readonly<Record<string, unknown>>;
  /** That of what was made: the value of the last parameter of the path. */
  readonly id: unknown;
  /** True if the document says so by a link, and not only by the paths. */
  readonly isLinked: boolean;
}

interface Link {
  readonly operationId?: string;
  readonly operationRef?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

const order = ['get', 'head', 'put', 'patch', 'delete'];

/** Returns whether any operation may be asked for what this one makes. */
export function hasFollowUps(stated: StatedContract, operation: Operation): boolean {
  if (operation.method !== 'post') return false;
  const links = [...operation.responses.values()].some(({ value }) => 'links' in value);
  return links || below(stated, operation).length > 0;
}

/**
 * Requests that are possible once a POST has made something: operations that its response links to, and those of the same path with
 * one parameter more, for which the response has a value. What removes it comes last.
 */
export function followUpsOf(stated: StatedContract, made: CompletedExchange): FollowUp[] {
  const { operation } = made;
  if (operation === undefined) return [];
  const linked = linkedTo(stated, operation, made);
  const known = new Set(linked.map(({ operation: { id } }) => id));
  const before = pathValues(operation, made.request.path);
  const others = below(stated, operation).flatMap((other): FollowUp[] => {
    const [, name = ''] = /\{([^{}/]+)\}$/.exec(other.path) ?? [];
    const id = known.has(other.id) ? undefined : idIn(made, other, name);
    return id === undefined
      ? []
      : [{ operation: other, values: { ...before, [name]: id }, id, isLinked: false }];
  });
  return [...linked, ...others].sort(
    (a, b) => order.indexOf(a.operation.method) - order.indexOf(b.operation.method),
  );
}

/**
 * Operations of the same path with one parameter behind it, or where there is none, of the last part of the path alone: what
 * `/authors/{author}/books` makes may be read at `/books/{book}`.
 */
function below({ contract }: StatedContract, { path }: Operation): Operation[] {
  const startingWith = (start: string) =>
    contract.operations.filter((other) => parameterBehind(start, other) !== undefined);
  const own = startingWith(path);
  const last = path.slice(path.lastIndexOf('/'));
  return own.length > 0 || last === path || last.includes('{') ? own : startingWith(last);
}

/** The parameter of an operation whose path is that of a list with one parameter more. */
function parameterBehind(list: string, other: Operation): string | undefined {
  if (!order.includes(other.method) || !other.path.startsWith(`${list}/`)) return undefined;
  return /^\/\{([^{}/]+)\}$/.exec(other.path.slice(list.length))?.[1];
}

/** The values of the parameters of an operation's path in the path of a request. */
export function pathValues({ path }: Operation, sent: string): Readonly<Record<string, string>> {
  const parts = percentEncodedParts(sent);
  return Object.fromEntries(
    path.split('/').flatMap((part, index) => {
      const [, name] = /^\{([^{}]+)\}$/.exec(part) ?? [];
      const value = parts[index];
      return name === undefined || value === undefined ? [] : [[name, percentDecoded(value)]];
    }),
  );
}

function percentEncodedParts(sent: string): string[] {
  return (sent.split(/[?#]/, 1)[0] ?? '').split('/');
}

/** The value that a response has for a parameter: by its name, as `id`, or in the address that it names. */
function idIn({ json, response }: CompletedExchange, other: Operation, name: string): unknown {
  const body = json.ok && isContainer(json.value) ? json.value : {};
  const value = [body[name], body.id].find((one) => typeof one === 'string' || typeof one === 'number');
  if (value !== undefined && value !== '') return value;
  const location = header(response, 'location')?.split(/[?#]/, 1)[0] ?? '';
  const [, parent, last] = /^(.*)\/([^/]+)$/.exec(location) ?? [];
  const isBelow = parent?.endsWith(other.path.slice(0, other.path.lastIndexOf('/'))) === true;
  return isBelow ? decodeURIComponent(last ?? '') : undefined;
}

function linkedTo({ contract }: StatedContract, operation: Operation, made: CompletedExchange): FollowUp[] {
  const { document, operations } = contract;
  const response = operation.responses.get(String(made.response.status))?.value as
    | { links?: Record<string, object> }
    | undefined;
  return Object.values(response?.links ?? {}).flatMap((one): FollowUp[] => {
    const link = follow<Link>(document, { pointer: '', value: one }).value;
    const found = operations.find(
      ({ id, pointer }) =>
        id === link.operationId || `#${pointer}` === decodeURIComponent(link.operationRef ?? ''),
    );
    if (found === undefined || !order.includes(found.method)) return [];
    const entries = Object.entries(link.parameters ?? {}).map(
      ([name, expression]) => [name.replace(/^\w+\./, ''), evaluated(expression, made)] as const,
    );
    if (entries.length === 0 || entries.some(([, value]) => value === undefined)) return [];
    const values = Object.fromEntries(entries);
    const [, last = ''] = /^.*\{([^{}/]+)\}/.exec(found.path) ?? [];
    return [{ operation: found, values, id: values[last] ?? entries.at(-1)?.[1], isLinked: true }];
  });
}

/** A runtime expression (OpenAPI 3.1, Link Object), or a constant; undefined for what can't be known here. */
function evaluated(expression: unknown, made: CompletedExchange): unknown {
  if (typeof expression !== 'string' || !expression.startsWith('$')) return expression;
  const { json, response, request, operation } = made;
  const [, segment] = /^\$request\.path\.(.+)$/.exec(expression) ?? [];
  if (segment !== undefined) return operation && pathValues(operation, request.path)[segment];
  const [, sent] = /^\$request\.body#(.*)$/s.exec(expression) ?? [];
  if (sent !== undefined) return valueAt(jsonOf(request.body), sent);
  const [, pointer] = /^\$response\.body#(.*)$/s.exec(expression) ?? [];
  if (pointer !== undefined) return json.ok ? valueAt(json.value, pointer) : undefined;
  const [, name] = /^\$response\.header\.(.+)$/.exec(expression) ?? [];
  return name === undefined ? undefined : header(response, name);
}
