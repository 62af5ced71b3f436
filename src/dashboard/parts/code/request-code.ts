import { shellWord } from '../../../contract/printing/shell-word.js';
import { parsedJson } from '../text.js';

/** A request as it is needed to send it once more. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  /** A value may end in an environment variable, which has the rest of it. */
  readonly headers: readonly (readonly [name: string, value: string, variable?: string])[];
  /** Empty for none. */
  readonly body: string;
}

export const codeNames = ['curl', 'fetch', 'axios', 'HTTPie', 'openapi-fetch', '.http'] as const;
export type CodeName = (typeof codeNames)[number];

/** The service of a request, for clients that are made for one. */
export interface CodeService {
  /** The beginning of the request's address. */
  readonly address: string;
  /** The operation's path as the document writes it; without one there is no typed call. */
  readonly template: string | undefined;
}

export function requestCode(name: CodeName, request: SentRequest, service: CodeService): string {
  if (name === 'openapi-fetch') return openapiFetchCode(request, service);
  return { curl: curlCommand, fetch: fetchCode, axios: axiosCode, HTTPie: httpieCommand, '.http': httpFile }[
    name
  ](request);
}

export function curlCommand(request: SentRequest): string {
  const { url, headers, body } = request;
  const parts = [['curl', ...curlOptions(request), shellWord(url)].join(' ')];
  for (const header of headers) parts.push(`-H ${headerWord(header, ': ')}`);
  if (isWithoutType(request)) parts.push("-H 'Content-Type:'");
  // As a file's name curl would take what follows an @ in --data-binary.
  if (body !== '') parts.push(`--data-raw ${shellWord(body)}`);
  return parts.join(' \\\n  ');
}

/** A header as a word of the shell; one without a value is one to curl and HTTPie by its semicolon. */
function headerWord([name, value, variable]: SentRequest['headers'][number], colon: string): string {
  if (variable !== undefined) return `${shellWord(name + colon + value)}"$${variable}"`;
  return shellWord(value === '' ? `${name};` : name + colon + value);
}

/** The options without which curl would change the method or the address, or wait for a body that never comes. */
function curlOptions({ method, url, body }: SentRequest): string[] {
  const options: string[] = [];
  if (/[[\]{}]/.test(url)) options.push('--globoff');
  if (/\/\.{1,2}(?:[/?]|$)/.test(url)) options.push('--path-as-is');
  if (method === 'HEAD' && body === '') options.push('--head');
  else if (method !== 'GET' || body !== '') options.push(`-X ${shellWord(method)}`);
  return options;
}

/** Tells whether a body has no type, where curl and HTTPie would add one. */
function isWithoutType({ headers, body }: SentRequest): boolean {
  return body !== '' && !headers.some(([name]) => name.toLowerCase() === 'content-type');
}

/** A request of a `.http` file, as editors send them; a secret is a variable of theirs. */
function httpFile({ method, url, headers, body }: SentRequest): string {
  const lines = headers.map(
    ([name, value, variable]) => `${name}: ${value}${variable === undefined ? '' : `{{${variable}}}`}`,
  );
  return `${[`${method} ${url}`, ...lines].join('\n')}\n${body === '' ? '' : `\n${body}\n`}`;
}

function fetchCode({ method, url, headers, body }: SentRequest): string {
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${text(method)},`]),
    ...headerFields(headers),
    ...(body === '' ? [] : [`  body: ${bodyText(body)},`]),
  ];
  const given = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`;
  return `const response = await fetch(${text(url)}${given});\nconsole.log(response.status, await response.text());\n`;
}

function axiosCode({ method, url, headers, body }: SentRequest): string {
  const options = [
    `  method: ${text(method)},`,
    `  url: ${text(url)},`,
    ...headerFields(headers),
    // A text is sent as it is, where an object would be written anew.
    ...(body === '' ? [] : [`  data: ${bodyText(body)},`]),
    '  validateStatus: () => true,',
  ];
  return `import axios from 'axios';\n\nconst { status, data } = await axios.request({\n${options.join('\n')}\n});\nconsole.log(status, data);\n`;
}

function httpieCommand(request: SentRequest): string {
  const { method, url, headers, body } = request;
  const parts = [`http --ignore-stdin ${shellWord(method)} ${shellWord(url)}`];
  for (const header of headers) parts.push(headerWord(header, ':'));
  if (isWithoutType(request)) parts.push('Content-Type:');
  if (body !== '') parts.push(`--raw=${shellWord(body)}`);
  return parts.join(' \\\n  ');
}

const typedMethods = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'];

function openapiFetchCode(request: SentRequest, { address, template = '/' }: CodeService): string {
  const { method, url, headers, body } = request;
  const { pathname, searchParams } = new URL(url);
  const { prefix, parameters } = partsOf(pathname, template);
  const query = Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const [first, ...more] = searchParams.getAll(name);
      return [name, more.length === 0 ? first : [first, ...more]];
    }),
  );
  const given = { ...some('path', parameters), ...some('query', query) };
  const json = parsedJson(body);
  const options = [
    ...(Object.keys(given).length === 0 ? [] : [`  params: ${jsonLiteral(given)},`]),
    ...headerFields(headers),
    ...(body === '' ? [] : [`  body: ${jsonLiteral(json ?? body)},`]),
    ...(body !== '' && json === undefined ? ['  bodySerializer: String,'] : []),
  ];
  const call = typedMethods.includes(method) ? `client.${method}(` : `client.request(${text(method)}, `;
  return [
    "import createClient from 'openapi-fetch';",
    "import type { paths } from './openapi.js'; // npx openapi-typescript openapi.yaml -o openapi.ts",
    '',
    `const client = createClient<paths>({ baseUrl: ${text(new URL(address).origin + prefix)} });`,
    `const { response, data, error } = await ${call}${text(template)}, {\n${options.join('\n')}\n});`,
    'console.log(response.status, data ?? error);\n',
  ].join('\n');
}

function some(name: string, values: Readonly<Record<string, unknown>>): Record<string, object> {
  return Object.keys(values).length === 0 ? {} : { [name]: values };
}

/** The part before an operation's own path, and the values of the parameters in it. */
function partsOf(path: string, template: string) {
  const [segments, names] = [path.split('/'), template.split('/').slice(1)];
  const own = segments.slice(-names.length);
  const parameters = names.flatMap((name, index): [string, string][] => {
    const [, parameter] = /^\{(.+)\}$/.exec(name) ?? [];
    return parameter === undefined ? [] : [[parameter, decodeURIComponent(own[index] ?? '')]];
  });
  return {
    prefix: segments.slice(0, -names.length).join('/'),
    parameters: Object.fromEntries(parameters),
  };
}

function headerFields(headers: SentRequest['headers']): string[] {
  const fields = headers.map(([name, value, variable]) => {
    const rest = variable === undefined ? '' : ` + process.env.${variable}`;
    return `${key(name)}: ${text(value)}${rest}`;
  });
  if (fields.length < 2) return fields.map((field) => `  headers: { ${field} },`);
  return ['  headers: {', ...fields.map((field) => `    ${field},`), '  },'];
}

function key(name: string): string {
  return /^\w+$/.test(name) ? name : text(name);
}

/** A value as an expression of JavaScript, for a line that is indented by two blanks. */
export function jsonLiteral(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');
}

/** A body to the character: as a value where that is how it was written. */
function bodyText(body: string): string {
  const json = parsedJson(body);
  const isSetOut = typeof json === 'object' && JSON.stringify(json, null, 2) === body;
  return isSetOut ? `JSON.stringify(${jsonLiteral(json)}, null, 2)` : text(body);
}

function text(value: string): string {
  const inner = JSON.stringify(value)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"');
  return `'${inner.replaceAll("'", String.raw`\'`)}'`;
}
