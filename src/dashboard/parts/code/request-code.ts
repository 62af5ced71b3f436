import { shellWord } from '../../../contract/printing/shell-word.js';

/** A request as it is needed to send it once more. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
  /** A header whose end is in an environment variable: its name, and its value up to there. */
  readonly secretHeader?:
    | { readonly name: string; readonly start: string; readonly variable: string }
    | undefined;
}

export function curlCommand({ method, url, headers, body, secretHeader: secret }: SentRequest): string {
  const parts = [`curl ${method === 'GET' ? '' : `-X ${shellWord(method)} `}${shellWord(url)}`];
  for (const [name, value] of headers) parts.push(`-H ${shellWord(`${name}: ${value}`)}`);
  if (secret) parts.push(`-H ${shellWord(`${secret.name}: ${secret.start}`)}"$${secret.variable}"`);
  if (body !== undefined && body !== '') parts.push(`--data-binary ${shellWord(body)}`);
  return parts.join(' \\\n  ');
}

/** A request of a `.http` file, as editors send them; a secret is a variable of theirs. */
export function httpFile({ method, url, headers, secretHeader: secret, body }: SentRequest): string {
  const lines = [
    `${method} ${url}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(secret ? [`${secret.name}: ${secret.start}{{${secret.variable}}}`] : []),
  ];
  return `${lines.join('\n')}\n${body === undefined || body === '' ? '' : `\n${body}\n`}`;
}

export function fetchCode({ method, url, headers, secretHeader: secret, body }: SentRequest): string {
  const fields = [
    ...headers.map(([name, value]) => `    ${text(name)}: ${text(value)},`),
    ...(secret ? [`    ${text(secret.name)}: ${text(secret.start)} + process.env.${secret.variable},`] : []),
  ];
  const options = [
    `  method: ${text(method)},`,
    ...(fields.length > 0 ? ['  headers: {', ...fields, '  },'] : []),
    ...(body === undefined || body === '' ? [] : [`  body: ${text(body)},`]),
  ];
  return `const response = await fetch(${text(url)}, {\n${options.join('\n')}\n});\nconsole.log(response.status, await response.text());\n`;
}

/** A string literal; those of JSON are JavaScript's. */
function text(value: string): string {
  return JSON.stringify(value);
}
