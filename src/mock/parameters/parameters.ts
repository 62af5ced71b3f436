/** The parameters of an operation: read from a request as the document serializes them, and checked by their schemas. */
import type { Contract } from '../../contract/contract.js';
import { toPointer } from '../../contract/json-pointer.js';
import {
  follow,
  isJsonMediaType,
  jsonMediaType,
  type Located,
  type Operation,
} from '../../contract/operations.js';
import { wrongQueryStatuses } from '../../contract/prose/stated-statuses.js';
import { followSchema, resolveSchema } from '../../contract/schema/resolve-schema.js';
import type { ParameterObject, SecurityScheme } from '../../contract/openapi.js';
import type { Problem } from '../../contract/validation/problem-text.js';
import type { RequestHeaders } from '../exchange/request.js';
import { parameterText, type ParameterSources } from './parameter-styles.js';
import { TextShape } from './text-shape.js';

/** The parts of a request that carry parameters, besides its path. */
export interface ParameterSource {
  readonly headers: RequestHeaders;
  /** Without its `?`. */
  readonly query: string;
}

/** Values by location and name, of the documented types, with defaults filled in. */
export interface Parameters {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly header: Readonly<Record<string, unknown>>;
  readonly cookie: Readonly<Record<string, unknown>>;
}

export const noParameters: Parameters = { path: {}, query: {}, header: {}, cookie: {} };

export interface ReadParameters {
  readonly parameters: Parameters;
  readonly problems: readonly Problem[];
}

/**
 * Reads and checks the parameters of one operation.
 *
 * @param pathParameters as in the path, not decoded
 */
export type ParameterReader = (
  request: ParameterSource,
  pathParameters: Readonly<Record<string, string>>,
) => ReadParameters;

type Location = ParameterObject['in'];

/** The name of a parameter in a problem. */
type ParameterLabel = (location: Location, name: string) => string;

type Reader = Readonly<ReturnType<typeof prepare>>;

/** Prepares the reader of an operation's parameters; undefined where it has none. */
export function parameterReader(
  contract: Contract,
  operation: Operation,
  label: ParameterLabel = (location, name) => `${location} parameter ${name}`,
): ParameterReader | undefined {
  const readers = operation.parameters
    .filter(({ value }) => isRead(value, operation))
    .map((parameter) => prepare(contract, parameter, operation, label));
  const wrongNames = wrongQueryNames(contract, operation, label);
  if (readers.length === 0 && !wrongNames) return undefined;
  return ({ headers, query }, path) => {
    const sources = { headers, path, query: new URLSearchParams(query) };
    const values = { path: {}, query: {}, header: {}, cookie: {} } satisfies Record<
      Location,
      Record<string, unknown>
    >;
    const problems = readers.flatMap((reader) => readOne(contract, reader, sources, values[reader.location]));
    return {
      parameters: values,
      problems: wrongNames ? [...problems, ...wrongNames(sources.query)] : problems,
    };
  };
}

/**
 * Problems of the names in a query, if the document's words give them a 400: names that it does not have, and those that are
 * given twice. Undefined where nothing is said; objects may have any names.
 */
function wrongQueryNames(
  contract: Contract,
  operation: Operation,
  label: ParameterLabel,
): ((query: URLSearchParams) => Problem[]) | undefined {
  const { document, service } = contract;
  if (service !== undefined) return undefined;
  const { unknown, repeated } = wrongQueryStatuses(document, operation);
  if (unknown !== 400 && repeated !== 400) return undefined;
  const keys = Object.values(document.components?.securitySchemes ?? {}).map(
    (value) => follow<SecurityScheme>(document, { pointer: '', value }).value,
  );
  const types = new Map<string, unknown>([
    ...keys.flatMap(({ in: place, name }) => (place === 'query' && name ? [[name, 'string'] as const] : [])),
    ...operation.parameters.flatMap(({ value }) => {
      const type = resolveSchema(document, value.schema).type ?? 'object';
      return value.in === 'query' ? [[value.name, type] as const] : [];
    }),
  ]);
  const areAll = [...types.values()].every((type) => type !== 'object');
  const problem = (name: string, text: string): Problem => ({
    pointer: `/query/${name}`,
    text: `${label('query', name)} ${text}`,
  });
  return (query) =>
    [...new Set(query.keys())].flatMap((name) => {
      const type = types.get(name);
      if (type === undefined)
        return unknown === 400 && areAll ? [problem(name, 'is not in the document')] : [];
      const isTwice = type !== 'array' && type !== 'object' && query.getAll(name).length > 1;
      return isTwice && repeated === 400 ? [problem(name, 'is given more than once')] : [];
    });
}

function readOne(
  contract: Contract,
  { name, location, label, required, mayBeEmpty, byDefault, read, validate }: Reader,
  sources: ParameterSources,
  values: Record<string, unknown>,
): Problem[] {
  const value = read(sources);
  if (value === undefined) {
    if (byDefault !== undefined) values[name] = byDefault;
    if (!required) return [];
    const elsewhere = isElsewhere(name, sources) ? elsewhereText : '';
    return [{ pointer: `/${location}/${name}`, text: `${label} is required, got nothing${elsewhere}` }];
  }
  if (value === '' && mayBeEmpty) {
    values[name] = value;
    return [];
  }
  // The validator turns text into the schema's type inside this holder.
  const holder = { value };
  const problems = validate ? contract.validators.problems(validate, holder, label) : [];
  values[name] = holder.value;
  return problems.map(({ pointer, text }) => ({
    pointer: `/${location}/${name}${pointer.slice('/value'.length)}`,
    text: text.replace(/^value\b/, label),
  }));
}

/** Tells whether a credential that the document has as a parameter is in Authorization, where official clients send it. */
function isElsewhere(name: string, { headers }: ParameterSources): boolean {
  return /token|key|secret/i.test(name) && headers.authorization !== undefined;
}

const elsewhereText = '; the credential is in Authorization, where the document does not look for it';

/** Documents may name others, such as those of Swagger 2.0 and OpenAPI 3.2. */
const readPlaces: ReadonlySet<string> = new Set(['query', 'cookie']);

/** Some headers have a meaning of their own (OpenAPI 3.1, Parameter Object); a path parameter needs a place in the path. */
function isRead({ in: location, name }: ParameterObject, { path }: Operation): boolean {
  if (location === 'header') return !/^(accept|content-type|authorization)$/i.test(name);
  if (location === 'path') return path.includes(`{${name}}`);
  return readPlaces.has(location);
}

function prepare(
  contract: Contract,
  { value: parameter, pointer }: Located<ParameterObject>,
  operation: Operation,
  label: ParameterLabel,
) {
  const mediaType = jsonMediaType(parameter.content) ?? Object.keys(parameter.content ?? {})[0];
  const isContent = mediaType !== undefined;
  const schema = isContent ? parameter.content?.[mediaType]?.schema : parameter.schema;
  const at = pointer + toPointer(isContent ? ['content', mediaType, 'schema'] : ['schema']);
  const shape = new TextShape(contract.document, isContent ? [] : [schema]);
  const names = operation.parameters.flatMap(({ value }) => (value.in === parameter.in ? [value.name] : []));
  const read = parameterText(parameter, shape, new Set(names.filter((name) => name !== parameter.name)));
  return {
    name: parameter.name,
    location: parameter.in,
    label: label(parameter.in, parameter.name),
    required: parameter.required ?? parameter.in === 'path',
    /** True if a text that is empty is valid whatever the schema. */
    mayBeEmpty: parameter.allowEmptyValue === true,
    byDefault: schema === undefined ? undefined : followSchema(contract.document, schema)?.default,
    read:
      isContent && isJsonMediaType(mediaType)
        ? (sources: ParameterSources) => parsedJson(read(sources))
        : read,
    validate: schema === undefined ? undefined : contract.validators.coercingAt(at),
  };
}

/** A text that is not JSON stays a text, and fails validation by the schema. */
function parsedJson(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
