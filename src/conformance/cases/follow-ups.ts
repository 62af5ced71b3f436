import { valueAt } from '../../contract/json-pointer.js';
import { follow, type Operation } from '../../contract/operations.js';
import { header, type CompletedExchange } from '../target/exchange.js';
import type { StatedContract } from '../document/stated-contract.js';

/** An operation that can be asked for what another has just made. */
export interface FollowUp {
  readonly operation: Operation;
  /** Values of its parameters, by their names. */
  readonly values: Readonly<Record<string, unknown>>;
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
  const others = below(stated, operation).flatMap((other): FollowUp[] => {
    const name = parameterBehind(operation, other);
    const value = known.has(other.id) || name === undefined ? undefined : idIn(made, other, name);
    return value === undefined
      ? []
      : [{ operation: other, values: { [name ?? '']: value }, isLinked: false }];
  });
  return [...linked, ...others].sort(
    (a, b) => order.indexOf(a.operation.method) - order.indexOf(b.operation.method),
  );
}

/** Operations of the same path with one parameter behind it. */
function below({ contract }: StatedContract, operation: Operation): Operation[] {
  return contract.operations.filter((other) => parameterBehind(operation, other) !== undefined);
}

function parameterBehind({ path }: Operation, other: Operation): string | undefined {
  if (!order.includes(other.method) || !other.path.startsWith(`${path}/`)) return undefined;
  return /^\/\{([^{}/]+)\}$/.exec(other.path.slice(path.length))?.[1];
}

/** The value that a response has for a parameter: by its name, as `id`, or in the address that it names. */
function idIn({ json, response }: CompletedExchange, other: Operation, name: string): unknown {
  const body = json.ok ? json.value : undefined;
  const object = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const value = [object[name], object.id].find((one) => typeof one === 'string' || typeof one === 'number');
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
    return [{ operation: found, values: Object.fromEntries(entries), isLinked: true }];
  });
}

/** A runtime expression about the response (OpenAPI 3.1, Link Object), or a constant; undefined for what can't be known here. */
function evaluated(expression: unknown, { json, response }: CompletedExchange): unknown {
  if (typeof expression !== 'string' || !expression.startsWith('$')) return expression;
  const [, pointer] = /^\$response\.body#(.*)$/s.exec(expression) ?? [];
  if (pointer !== undefined) return json.ok ? valueAt(json.value, pointer) : undefined;
  const [, name] = /^\$response\.header\.(.+)$/.exec(expression) ?? [];
  return name === undefined ? undefined : header(response, name);
}
