/** A recorded request as text that other tools send. */
import type { SentRequest } from '../../parts/curl-command.js';

/** A request of a `.http` file, as editors send them; a secret is a variable of theirs. */
export function httpFile({ method, url, headers, secretHeader: secret, body }: SentRequest): string {
  const lines = [
    `${method} ${url}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(secret ? [`${secret.name}: ${secret.start}{{${secret.variable}}}`] : []),
  ];
  return `${lines.join('\n')}\n${body === undefined || body === '' ? '' : `\n${body}\n`}`;
}

/** A call of fetch; a secret is read from the environment. */
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
