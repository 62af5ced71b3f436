/** A request that works when it is pasted into a terminal, for the start to show. */
import { shellWord } from '../contract/printing/shell-word.js';
import type { OpenApiDocument, ParameterObject, SchemaObject } from '../contract/openapi.js';
import { examplesOf } from '../contract/operations.js';
import { resolveSchema, typeOf } from '../contract/schema/resolve-schema.js';
import { schemeReaders, type SchemeReader } from '../mock/identity/identity-reader.js';
import type { Mock } from '../mock/mock.js';
import type { ServedOperation } from '../mock/served-operation.js';

/** The key that it brings. */
const key = 'dk_test_demo';
/** Operations that are tried: what they need is compiled for that. */
const maxTried = 20;

/**
 * A curl line for the first operation whose request can be made up: one that reads, with as few parameters as there are.
 *
 * @param origin scheme, host and port
 * @param authorityFile the authority that curl has to trust
 * @returns undefined where no operation is as simple
 */
export function firstCurl(mock: Mock, origin: string, authorityFile?: string): string | undefined {
  const request = firstRequest(mock);
  if (!request) return undefined;
  const headers = request.headers.map((header) => ` -H ${shellWord(header)}`);
  const trust = authorityFile === undefined ? '' : `--cacert ${shellWord(authorityFile)} `;
  return `curl ${trust}${shellWord(origin + request.target)}${headers.join('')}`;
}

/** Shows where the first operation that needs a key expects it, such as `X-Api-Key: dk_test_demo`; undefined if none needs one. */
export function keyPlace({ contract }: Mock): string | undefined {
  const schemes = schemeReaders(contract.document);
  const [name] = contract.operations.flatMap(({ security }) => security.flatMap(Object.keys));
  return name === undefined ? undefined : schemes.get(name)?.wanted;
}

interface FirstRequest {
  readonly target: string;
  readonly headers: readonly string[];
}

function firstRequest({ contract, operations }: Mock): FirstRequest | undefined {
  const schemes = schemeReaders(contract.document);
  const simplest = operations
    .filter(({ operation }) => operation.method === 'get')
    .sort((a, b) => neededParameters(a).length - neededParameters(b).length)
    .slice(0, maxTried);
  for (const served of simplest) {
    const request = requestFor(contract.document, served, schemes);
    if (request) return request;
  }
  return undefined;
}

function neededParameters({ operation }: ServedOperation): ParameterObject[] {
  return operation.parameters
    .map(({ value }) => value)
    .filter(({ in: location, required }) => location === 'path' || required === true);
}

/** Undefined where the values that were made up are not valid. */
function requestFor(
  document: OpenApiDocument,
  served: ServedOperation,
  schemes: ReadonlyMap<string, SchemeReader>,
): FirstRequest | undefined {
  const { operation } = served;
  const path = new Map<string, string>();
  const query = new URLSearchParams();
  const headers: string[] = [];
  const sent: Record<string, string> = {};
  for (const parameter of neededParameters(served)) {
    const value = sampleText(document, parameter);
    if (parameter.in === 'path') path.set(parameter.name, encodeURIComponent(value));
    else if (parameter.in === 'query') query.append(parameter.name, value);
    else if (parameter.in === 'header') {
      headers.push(`${parameter.name}: ${value}`);
      sent[parameter.name.toLowerCase()] = value;
    } else return undefined;
  }
  const read = served.readParameters?.({ headers: sent, query: String(query) }, Object.fromEntries(path));
  if (read && read.problems.length > 0) return undefined;
  for (const name of Object.keys(operation.security[0] ?? {})) {
    const scheme = schemes.get(name);
    if (scheme?.queryName !== undefined) query.append(scheme.queryName, key);
    else if (scheme?.header) headers.push(scheme.header(key));
  }
  const filled = operation.path
    .slice(operation.prefix.length)
    .replace(/\{([^{}]*)\}/g, (_, name: string) => path.get(name) ?? 'x');
  const search = query.size > 0 ? `?${String(query)}` : '';
  return { target: operation.prefix + (operation.basePaths[0] ?? '') + filled + search, headers };
}

function sampleText(document: OpenApiDocument, parameter: ParameterObject): string {
  const schema = resolveSchema(document, parameter.schema);
  const [example] = examplesOf(document, parameter).values();
  const value: unknown =
    example ?? schema.example ?? schema.examples?.[0] ?? schema.const ?? schema.default ?? schema.enum?.[0];
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  return madeUp(schema);
}

function madeUp(schema: SchemaObject): string {
  if (schema.format === 'uuid') return '00000000-0000-4000-8000-000000000000';
  if (schema.format === 'date') return '2026-01-15';
  if (schema.format === 'date-time') return '2026-01-15T09:30:00Z';
  const type = typeOf(schema);
  if (type === 'integer' || type === 'number') return String(Math.max(1, schema.minimum ?? 1));
  return type === 'boolean' ? 'true' : 'demo'.padEnd(schema.minLength ?? 0, 'o');
}
