/** The serialization styles of parameters (OpenAPI 3.1, Parameter Object, Style Values). */
import type { ParameterObject } from '../../contract/openapi.js';
import { bracketedValue, splitName } from './bracketed-fields.js';
import type { TextShape } from './text-shape.js';

/** The locations of parameters in a request. */
export interface ParameterSources {
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A parameter split by its style, every value still a text; undefined where the request has none. */
export type ReadText = (sources: ParameterSources) => unknown;

type Styled = Pick<ParameterObject, 'name' | 'style' | 'explode'>;

/** @param others names that are other parameters in the same location: they are no properties of an exploded object */
export function parameterText(
  parameter: ParameterObject,
  shape: TextShape,
  others: ReadonlySet<string> = new Set(),
): ReadText {
  const { name, in: location } = parameter;
  if (location === 'path') return ({ path }) => pathValue(path[name], parameter, shape);
  if (location === 'header')
    return ({ headers }) => delimited(headerText(headers[name.toLowerCase()]), parameter, shape);
  if (location === 'cookie')
    return ({ headers }) => {
      const texts = cookieTexts(headers, name).map(decoded);
      return texts.length > 1 && shape.mayBeArray ? texts : delimited(texts[0], parameter, shape);
    };
  return ({ query }) => queryValue(query, parameter, shape, others);
}

/** The value of a parameter among the fields of a query or a form. */
export function queryValue(
  query: URLSearchParams,
  parameter: Styled,
  shape: TextShape,
  others: ReadonlySet<string>,
): unknown {
  const { name, style = 'form' } = parameter;
  const explode = parameter.explode ?? style === 'form';
  const texts = query.getAll(name);
  if (texts.length === 0 && (shape.mayBeArray || shape.mayBeObject || style === 'deepObject')) {
    const bracketed = bracketedValue(fieldsWithin(query, name), shape);
    if (bracketed !== undefined) return bracketed;
    return explode && style === 'form' && shape.mayBeObject ? properties(query, shape, others) : undefined;
  }
  const isList = shape.mayBeArray && (explode || texts.length > 1);
  if (isList && (texts.length > 1 || !shape.mayBeSingle)) return texts.length === 0 ? undefined : texts;
  return explode ? texts[0] : delimited(texts[0], parameter, shape);
}

function fieldsWithin(query: URLSearchParams, name: string): [string[], string][] {
  // A name may itself end in brackets: `ids[]`.
  const base = name.endsWith('[]') ? name.slice(0, -2) : name;
  return [...query].flatMap(([key, value]): [string[], string][] => {
    if (!key.startsWith(base)) return [];
    const split = splitName(key);
    return split?.base === base ? [[split.keys, value]] : [];
  });
}

/** An exploded object has its properties as parameters of their own. */
function properties(query: URLSearchParams, shape: TextShape, others: ReadonlySet<string>): unknown {
  const names = shape.propertyNames;
  const { isOpen } = shape;
  const entries = [...query].filter(
    ([key]) => names.has(key) || (isOpen && !others.has(key) && !others.has(splitName(key)?.base ?? key)),
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

const delimiters: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|' };

/** @param delimiter between elements, or names and values in turn */
function delimited(
  text: string | undefined,
  { style = '', explode = false }: Styled,
  shape: TextShape,
  delimiter = delimiters[style] ?? ',',
): unknown {
  if (text === undefined || !(shape.mayBeArray || shape.mayBeObject)) return text;
  if (shape.mayBeSingle && !text.includes(delimiter)) return text;
  const parts = text === '' ? [] : text.split(delimiter).map((part) => part.trim());
  if (shape.mayBeArray && !(explode && shape.mayBeObject)) return parts;
  return explode ? pairs(parts) : inTurn(parts);
}

/** `R=100` → `R`, `100`. */
function pairs(parts: readonly string[]): Record<string, string> {
  const split = (part: string): [string, string] => {
    const at = part.indexOf('=');
    return at === -1 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
  };
  return Object.fromEntries(parts.map(split));
}

function inTurn(parts: readonly string[]): Record<string, string> {
  const entries = parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? '']] : []));
  return Object.fromEntries(entries) as Record<string, string>;
}

/** A delimiter that is encoded is data, unless none is written as it is: then the client encoded the whole value. */
function pathValue(raw: string | undefined, parameter: ParameterObject, shape: TextShape): unknown {
  if (raw === undefined) return undefined;
  const text = withoutPrefix(raw, parameter);
  const whole = () => delimited(decoded(text), parameter, shape, delimiterOf(decoded(text), parameter));
  const delimiter = delimiterOf(text, parameter);
  if (!text.includes('%') || !text.includes(delimiter)) return whole();
  const value = delimited(text, parameter, shape, delimiter);
  if (typeof value !== 'object' || value === null) return whole();
  if (Array.isArray(value)) return value.map((part: string) => decoded(part));
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [decoded(key), decoded(String(part))]),
  );
}

/** Some clients write `.a.b` or `;x=a;x=b` for an array whether it explodes or not. */
function delimiterOf(text: string, { style, explode = false }: ParameterObject): string {
  const exploded = style === 'label' ? '.' : style === 'matrix' ? ';' : ',';
  return explode || !text.includes(',') ? exploded : ',';
}

/** The value without the prefix of the styles `label` (`.red`) and `matrix` (`;color=red`). */
function withoutPrefix(text: string, { name, style }: ParameterObject): string {
  if (style === 'label') return text.replace(/^\./, '');
  if (style !== 'matrix') return text;
  const parts = text.replace(/^;/, '').split(';');
  return parts.map((part) => (part.startsWith(`${name}=`) ? part.slice(name.length + 1) : part)).join(';');
}

/** Percent-decoded, or as received where the encoding is broken: then it matches no value of the service. */
function decoded(text: string): string {
  if (!text.includes('%')) return text;
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
  return cookieTexts(headers, name)[0];
}

function cookieTexts(headers: ParameterSources['headers'], name: string): string[] {
  const pairsSent = (headerText(headers.cookie) ?? '').split(';').map((pair) => pair.trim());
  return pairsSent.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
}
