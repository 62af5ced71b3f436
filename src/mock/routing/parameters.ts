import type { Contract } from '../../contract/contract.js';
import { toPointer } from '../../contract/json-pointer.js';
import { jsonMediaType } from '../../contract/operations.js';
import type { Located, Operation } from '../../contract/operations.js';
import type { ParameterObject, Schema } from '../../contract/openapi.js';
import { follow } from '../../contract/operations.js';
import type { Problem } from '../../contract/validation/problem-text.js';
import type { ValidateFunction } from '../../contract/validation/schema-validator.js';
import { headerOf } from '../exchange/request.js';
import type { RequestHeaders } from '../exchange/request.js';

/** The parameters of a request by where they stand, converted to the types of their schemas. */
export interface Parameters {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly header: Readonly<Record<string, unknown>>;
  readonly cookie: Readonly<Record<string, unknown>>;
}

export const noParameters: Parameters = { path: {}, query: {}, header: {}, cookie: {} };

/** Where parameters are read from. */
export interface ParameterSource {
  readonly headers: RequestHeaders;
  /** Without its `?`. */
  readonly query: string;
}

export interface ReadParameters {
  readonly parameters: Parameters;
  readonly problems: readonly Problem[];
}

/** Reads and checks the parameters of one operation. */
export type ParameterReader = (
  request: ParameterSource,
  pathParameters: Readonly<Record<string, string>>,
) => ReadParameters;

type Place = ParameterObject['in'];

interface Reader {
  readonly name: string;
  readonly place: Place;
  readonly required: boolean;
  readonly read: (sources: Sources) => unknown;
  readonly validate: ValidateFunction | undefined;
}

interface Sources {
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: RequestHeaders;
}

/** Prepares the reader of an operation's parameters; undefined where it has none. */
export function parameterReader(contract: Contract, operation: Operation): ParameterReader | undefined {
  const readers = operation.parameters
    .filter(
      ({ value }) => !(value.in === 'header' && /^(accept|content-type|authorization)$/i.test(value.name)),
    )
    .map((parameter) => prepare(contract, parameter));
  if (readers.length === 0) return undefined;
  return ({ headers, query }, path) => {
    const sources = { path, query: new URLSearchParams(query), headers };
    const values = { path: {}, query: {}, header: {}, cookie: {} } satisfies Record<
      Place,
      Record<string, unknown>
    >;
    const problems = readers.flatMap((reader) => readOne(contract, reader, sources, values[reader.place]));
    return { parameters: values, problems };
  };
}

function readOne(
  contract: Contract,
  reader: Reader,
  sources: Sources,
  values: Record<string, unknown>,
): Problem[] {
  const { name, place } = reader;
  const label = `${place} parameter ${name}`;
  const value = reader.read(sources);
  if (value === undefined) {
    return reader.required
      ? [{ pointer: `/${place}/${name}`, text: `${label} is required, got nothing` }]
      : [];
  }
  // The validator turns text into the schema's type inside this holder.
  const holder = { value };
  const problems = reader.validate ? contract.validators.problems(reader.validate, holder, label) : [];
  values[name] = holder.value;
  return problems.map(({ pointer, text }) => ({
    pointer: `/${place}/${name}${pointer.slice('/value'.length)}`,
    text: text.replace(/^value\b/, label),
  }));
}

function prepare(contract: Contract, { value: parameter, pointer }: Located<ParameterObject>): Reader {
  const json = jsonMediaType(parameter.content);
  const at = json === undefined ? `${pointer}/schema` : pointer + toPointer(['content', json, 'schema']);
  const schema = json === undefined ? parameter.schema : parameter.content?.[json]?.schema;
  return {
    name: parameter.name,
    place: parameter.in,
    required: parameter.required ?? parameter.in === 'path',
    read: json === undefined ? readerOf(parameter, typeOf(contract, schema)) : readJson(parameter),
    validate: schema === undefined ? undefined : contract.validators.coercingAt(at),
  };
}

function typeOf(contract: Contract, schema: Schema | undefined): string | undefined {
  if (typeof schema !== 'object') return undefined;
  const target = follow<{ type?: string | string[] }>(contract.document, {
    pointer: '',
    value: schema,
  }).value;
  return [target.type].flat().find((type) => type !== 'null');
}

/** The serialisation styles of OpenAPI 3.1 (Parameter Object, Style Values). */
function readerOf(parameter: ParameterObject, type: string | undefined): Reader['read'] {
  const { name, in: place } = parameter;
  if (place === 'path')
    return ({ path }) => delimited(withoutPrefix(decoded(path[name]), parameter), parameter, type);
  if (place === 'header')
    return ({ headers }) => delimited(headerOf(headers, name.toLowerCase()), parameter, type);
  if (place === 'cookie') return ({ headers }) => delimited(cookieText(headers, name), parameter, type);
  if (parameter.style === 'deepObject') return ({ query }) => deepObject(query, name);
  const explode = parameter.explode ?? (parameter.style ?? 'form') === 'form';
  if (type === 'array' && explode) return ({ query }) => (query.has(name) ? query.getAll(name) : undefined);
  if (type === 'object' && explode)
    return ({ query }) => (query.size > 0 ? Object.fromEntries(query) : undefined);
  return ({ query }) => delimited(query.get(name) ?? undefined, parameter, type);
}

function readJson(parameter: ParameterObject): Reader['read'] {
  const readText = readerOf(parameter, 'string');
  return (sources) => {
    const text = readText(sources);
    if (typeof text !== 'string') return text;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return text;
    }
  };
}

/** What stands before the value in the styles `label` (`.red`) and `matrix` (`;color=red`). */
function withoutPrefix(text: string | undefined, { name, style }: ParameterObject): string | undefined {
  if (style === 'label') return text?.replace(/^\./, '');
  if (style === 'matrix') return text?.replace(/^;/, '').replaceAll(`;${name}=`, ',').replace(`${name}=`, '');
  return text;
}

const delimiters: Record<string, string> = {
  spaceDelimited: ' ',
  pipeDelimited: '|',
  label: '.',
  matrix: ',',
};

function delimited(text: string | undefined, parameter: ParameterObject, type: string | undefined): unknown {
  if (text === undefined || (type !== 'array' && type !== 'object')) return text;
  const parts = text === '' ? [] : text.split(delimiters[parameter.style ?? ''] ?? ',');
  if (type === 'array') return parts;
  if (parameter.explode) return Object.fromEntries(parts.map((part) => part.split('=', 2)));
  return Object.fromEntries(
    parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? '']] : [])),
  );
}

function deepObject(query: URLSearchParams, name: string): unknown {
  const entries = [...query]
    .filter(([key]) => key.startsWith(`${name}[`) && key.endsWith(']'))
    .map(([key, value]) => [key.slice(name.length + 1, -1), value]);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Percent-decoded, or as it came where the encoding is broken: then no value of the service can match it. */
function decoded(text: string | undefined): string | undefined {
  if (!text?.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function cookieText(headers: RequestHeaders, name: string): string | undefined {
  const pairs = (headerOf(headers, 'cookie') ?? '').split(';').map((pair) => pair.trim());
  return decoded(pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1));
}
