import type { SentRequest } from '../../parts/code/request-code.js';
import { fieldsOf, listOf, resolve, textOf, type Fields } from '../document/fields.js';
import { examplesOf, textOfExample, type ReferenceOperation } from '../document/read-document.js';

/** The state of an operation's form: a text for each parameter, by location and name. */
export interface RequestDraft {
  readonly values: Readonly<Record<string, string>>;
  readonly mediaType: string;
  readonly body: string;
}

export function fieldKey(parameter: Fields): string {
  return `${textOf(parameter.in)} ${textOf(parameter.name)}`;
}

/** Required parameters and the body begin with an example. */
export function firstDraft({ root, parameters, fields }: ReferenceOperation): RequestDraft {
  const values = parameters.map((parameter) => {
    const [example] = parameter.required === true ? examplesOf(root, parameter) : [];
    const given = textOfExample(example?.value);
    return [fieldKey(parameter), given === '' && parameter.in === 'path' ? '1' : given];
  });
  const content = fieldsOf(resolve(root, fields.requestBody).content);
  const mediaType =
    Object.keys(content).find((type) => type.includes('json')) ?? Object.keys(content)[0] ?? '';
  const [example] = examplesOf(root, fieldsOf(content[mediaType]));
  return {
    values: Object.fromEntries(values) as Record<string, string>,
    mediaType,
    body: textOfExample(example?.value),
  };
}

/** @param server the address to try it at, such as `http://127.0.0.1:4010/api` */
export function requestOf(
  operation: ReferenceOperation,
  { values, mediaType, body }: RequestDraft,
  server: string,
  key: string,
  scenario: string,
): SentRequest {
  const valueOf = (place: string, name: string): string => values[`${place} ${name}`] ?? '';
  const path = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(valueOf('path', name)),
  );
  const query = new URLSearchParams();
  const headers: [string, string][] = [];
  for (const parameter of operation.parameters) {
    const name = textOf(parameter.name);
    const value = valueOf(textOf(parameter.in), name);
    if (value === '') continue;
    if (parameter.in === 'query') query.append(name, value);
    if (parameter.in === 'header') headers.push([name, value]);
  }
  const place = keyLocation(operation);
  if (place && key !== '') {
    if (place.in === 'query') query.append(place.name, key);
    else headers.push([place.name, place.start + key]);
  }
  if (scenario !== '') headers.push(['X-Mock-Scenario', scenario]);
  if (body !== '' && mediaType !== '') headers.push(['Content-Type', mediaType]);
  const search = query.toString();
  return {
    method: operation.method,
    url: `${server.replace(/\/$/, '')}${path}${search === '' ? '' : `?${search}`}`,
    headers,
    body,
  };
}

interface KeyLocation {
  readonly in: 'header' | 'query';
  readonly name: string;
  /** The text before the key, such as `Bearer `. */
  readonly start: string;
}

/** The location of an operation's key, by the first scheme that it names; undefined without one. */
export function keyLocation({ root, fields }: ReferenceOperation): KeyLocation | undefined {
  const [first] = listOf(fields.security ?? root.security).map(fieldsOf);
  const [name] = Object.keys(first ?? {});
  if (name === undefined) return undefined;
  const scheme = resolve(root, fieldsOf(fieldsOf(root.components).securitySchemes)[name]);
  if (scheme.type === 'apiKey')
    return { in: scheme.in === 'query' ? 'query' : 'header', name: textOf(scheme.name), start: '' };
  const basic = textOf(scheme.scheme).toLowerCase() === 'basic';
  return { in: 'header', name: 'Authorization', start: basic ? 'Basic ' : 'Bearer ' };
}
