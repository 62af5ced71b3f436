/** Samples of the same call in common languages and tools. */
import { curlCommand } from '../../parts/code/request-code.js';
import type { KeyHeader, ServiceOperation } from './service-document.js';

export const sampleNames = ['curl', 'fetch', 'openapi-fetch', 'axios'] as const;
export type SampleName = (typeof sampleNames)[number];

/** @param base the service's address, without a slash at its end */
export function codeSample(name: SampleName, operation: ServiceOperation, base: string, key: string): string {
  return writers[name](operation, base, key);
}

type Writer = (operation: ServiceOperation, base: string, key: string) => string;

const writers: Readonly<Record<SampleName, Writer>> = {
  curl: ({ method, path, body, keyHeader }, base, key) =>
    curlCommand({
      method,
      url: base + path,
      headers: [
        [keyHeader.name, keyHeader.prefix + key],
        ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
      ],
      body: body === undefined ? undefined : JSON.stringify(body, null, 2),
    }),

  fetch: ({ method, path, body, keyHeader }, base, key) => {
    const options = [
      ...(method === 'GET' ? [] : [`  method: ${quoted(method)},`]),
      body === undefined
        ? `  headers: { ${keyField(keyHeader, key)} },`
        : `  headers: {\n    ${keyField(keyHeader, key)},\n    'Content-Type': 'application/json',\n  },`,
      ...(body === undefined ? [] : [`  body: JSON.stringify(${literal(body, 2)}),`]),
    ];
    return `const response = await fetch(${quoted(base + path)}, {\n${options.join('\n')}\n});\nconst body = await response.json();`;
  },

  'openapi-fetch': ({ method, template, pathParameters, body, keyHeader }, base, key) => {
    const parameters = Object.keys(pathParameters).length > 0;
    const options = [
      ...(parameters ? [`  params: { path: ${literal(pathParameters, 2)} },`] : []),
      ...(body === undefined ? [] : [`  body: ${literal(body, 2)},`]),
    ];
    const given = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`;
    return [
      "import createClient from 'openapi-fetch';",
      "import type { paths } from './openapi.js'; // npx openapi-typescript openapi.yaml -o openapi.ts",
      '',
      'const client = createClient<paths>({',
      `  baseUrl: ${quoted(base)},`,
      `  headers: { ${keyField(keyHeader, key)} },`,
      '});',
      `const { data, error } = await client.${method}(${quoted(template)}${given});`,
    ].join('\n');
  },

  axios: ({ method, path, body, keyHeader }, base, key) => {
    const given = body === undefined ? '' : `, ${literal(body, 0)}`;
    return [
      "import axios from 'axios';",
      '',
      'const service = axios.create({',
      `  baseURL: ${quoted(base)},`,
      `  headers: { ${keyField(keyHeader, key)} },`,
      '  validateStatus: () => true, // errors are answers too',
      '});',
      `const { status, data } = await service.${method.toLowerCase()}(${quoted(path)}${given});`,
    ].join('\n');
  },
};

function keyField({ name, prefix }: KeyHeader, key: string): string {
  return `${/^\w+$/.test(name) ? name : quoted(name)}: ${quoted(prefix + key)}`;
}

function quoted(text: string): string {
  const inner = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`);
  return `'${inner}'`;
}

function literal(value: unknown, indent: number): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(indent)}`);
}
