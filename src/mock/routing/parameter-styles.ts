/** The serialization styles of parameters (OpenAPI 3.1, Parameter Object, Style Values). */
import type { ParameterObject } from '../../contract/openapi.js';

/** The locations of parameters in a request. */
export interface ParameterSources {
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A parameter split by its style, every value still a text; undefined where the request has none. */
export type ReadText = (sources: ParameterSources) => unknown;

/** @param type the type of the parameter's schema: only arrays and objects are split */
export function parameterText(parameter: ParameterObject, type: string | undefined): ReadText {
  const { name, in: location } = parameter;
  if (location === 'path')
    return ({ path }) => delimited(withoutPrefix(decoded(path[name]), parameter), parameter, type);
  if (location === 'header')
    return ({ headers }) => delimited(headerText(headers[name.toLowerCase()]), parameter, type);
  if (location === 'cookie')
    return ({ headers }) => delimited(decoded(cookieText(headers, name)), parameter, type);
  return queryText(parameter, type);
}

function queryText(parameter: ParameterObject, type: string | undefined): ReadText {
  const { name } = parameter;
  if (parameter.style === 'deepObject') return ({ query }) => deepObject(query, name);
  const explode = parameter.explode ?? (parameter.style ?? 'form') === 'form';
  if (type === 'array' && explode) return ({ query }) => (query.has(name) ? query.getAll(name) : undefined);
  if (type === 'object' && explode)
    return ({ query }) => (query.size > 0 ? Object.fromEntries(query) : undefined);
  return ({ query }) => delimited(query.get(name) ?? undefined, parameter, type);
}

/** The prefix of the value in the styles `label` (`.red`) and `matrix` (`;color=red`). */
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

/** Percent-decoded, or as received where the encoding is broken: then it matches no value of the service. */
function decoded(text: string | undefined): string | undefined {
  if (!text?.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value;
}

/** A cookie's value as received. */
export function cookieText(headers: ParameterSources['headers'], name: string): string | undefined {
  const pairs = (headerText(headers.cookie) ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
