/** Writes a parameter's value into a request (OpenAPI 3.1, Parameter Object, Style Values). */
import type { ParameterObject } from '../../../contract/openapi.js';
import { isContainer } from '../../../contract/schema/json-equal.js';
import { withCookie, withHeaders, type RequestParts } from '../request.js';

/** The request with a value in the parameter's place, which the path template still has where the parameter is in the path. */
export function withParameter(
  request: RequestParts,
  parameter: ParameterObject,
  value: unknown,
): RequestParts {
  const { name, in: place } = parameter;
  if (place === 'path') return { ...request, path: replaced(request.path, name, pathText(parameter, value)) };
  if (place === 'query') return withPairs(request, queryPairs(parameter, value));
  const text = plainText(parameter, value);
  if (place === 'header') return withHeaders(request, { [name]: text });
  return withCookie(request, name, encodeURIComponent(text));
}

/** The names of the parameters of a path, in its order. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
}

function replaced(path: string, name: string, text: string): string {
  // A greedy template says so beside the name.
  return [`{${name}}`, `{${name}+}`, `{+${name}}`, `{${name}*}`].reduce(
    (changing, template) => changing.replace(template, () => text),
    path,
  );
}

function withPairs(request: RequestParts, pairs: readonly (readonly [string, string])[]): RequestParts {
  if (pairs.length === 0) return request;
  const query = pairs.map(([key, value]) => `${encodedName(key)}=${encodeURIComponent(value)}`).join('&');
  return { ...request, path: `${request.path}${request.path.includes('?') ? '&' : '?'}${query}` };
}

/** Brackets are readable, and every server decodes them. */
function encodedName(name: string): string {
  return encodeURIComponent(name).replaceAll('%5B', '[').replaceAll('%5D', ']');
}

function queryPairs(parameter: ParameterObject, value: unknown): readonly (readonly [string, string])[] {
  const { name, style = 'form', content } = parameter;
  const explode = parameter.explode ?? style === 'form';
  if (content !== undefined || typeof value !== 'object' || value === null)
    return [[name, plainText(parameter, value)]];
  if (style === 'deepObject') return deepEntries({ [name]: value });
  const fields: [string, unknown][] = Array.isArray(value)
    ? value.map((element) => [name, element])
    : Object.entries(value);
  if (explode) return fields.map(([field, inner]) => [field, textOf(inner)]);
  const parts: unknown[] = Array.isArray(value) ? value : fields.flat();
  return [[name, parts.map(textOf).join(delimiters[style] ?? ',')]];
}

/** Between the parts of a list, where not commas. */
export const delimiters: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|' };

/** `{a: {b: 1}, c: [2]}` as `a[b]=1&c[]=2`, the way of forms and of `deepObject`. */
export function deepEntries(fields: object): [string, string][] {
  const visit = (name: string, value: unknown): [string, string][] => {
    if (Array.isArray(value)) return value.flatMap((element) => visit(`${name}[]`, element));
    if (typeof value === 'object' && value !== null)
      return Object.entries(value).flatMap(([field, inner]) => visit(`${name}[${field}]`, inner));
    return [[name, textOf(value)]];
  };
  return Object.entries(fields).flatMap(([name, value]) => visit(name, value));
}

function pathText(parameter: ParameterObject, value: unknown): string {
  const { name, style, explode = false } = parameter;
  const parts = partsOf(parameter, value).map(encodeURIComponent);
  if (style === 'label') return `.${parts.join(explode ? '.' : ',')}`;
  if (style === 'matrix')
    return explode ? parts.map((part) => `;${name}=${part}`).join('') : `;${name}=${parts.join(',')}`;
  return parts.join(',').replaceAll('%2C', ',').replaceAll('%3D', '=');
}

/** As in headers and cookies: lists with commas, what has a media type of its own as JSON. */
function plainText(parameter: ParameterObject, value: unknown): string {
  return partsOf(parameter, value).join(',');
}

function partsOf({ content, explode = false }: ParameterObject, value: unknown): string[] {
  if (content !== undefined) return [JSON.stringify(value)];
  if (Array.isArray(value)) return value.map(textOf);
  if (!isContainer(value)) return [textOf(value)];
  return Object.entries(value).map(([field, inner]) => `${field}${explode ? '=' : ','}${textOf(inner)}`);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
