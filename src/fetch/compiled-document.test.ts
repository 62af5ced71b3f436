/** A document of somebody else's, compiled beforehand, answers as the server does. */
import { beforeAll, describe, expect, it } from 'vitest';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CliProcess } from '../testing/cli-process.js';
import { packageFile } from '../contract/package-root.js';
import { startMock } from '../testing/mock-server.js';
import { temporaryFolder } from '../testing/temporary-folder.js';
import { createFetchHandler, type CompiledDocument, type FetchHandler } from './index.js';

const folder = temporaryFolder();
/** With what Ajv alone would be slow for or unable to say: patterns, unions, one-way properties, unique items, formats. */
const shop = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: '/shop' }],
  paths: {
    '/items/{id}': {
      get: {
        operationId: 'getItem',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
          {
            name: 'tag',
            in: 'query',
            schema: { type: 'array', items: { type: 'string', pattern: '^(a+)+$' } },
          },
        ],
        responses: {
          200: {
            description: 'ok',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } },
          },
        },
      },
    },
    '/items': {
      post: {
        operationId: 'addItem',
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/Item' } },
            'application/x-www-form-urlencoded': { schema: { $ref: '#/components/schemas/Item' } },
          },
        },
        responses: {
          201: {
            description: 'made',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } },
          },
          400: {
            description: 'wrong',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Item: {
        type: 'object',
        required: ['id', 'name', 'kind', 'tags'],
        properties: {
          id: { type: 'integer', readOnly: true },
          name: { type: 'string', minLength: 2 },
          home: { type: 'string', format: 'uri' },
          tags: { type: 'array', uniqueItems: true, items: { type: ['string', 'object'] } },
          kind: {
            oneOf: [
              { type: 'object', required: ['cat'], properties: { cat: { const: true } } },
              {
                type: 'object',
                required: ['dog', 'size'],
                properties: { dog: { const: true }, size: { type: 'integer' } },
              },
            ],
          },
        },
      },
      Problem: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
    },
  },
};
const file = join(folder, 'shop.json');
writeFileSync(file, JSON.stringify(shop));

async function compiled(name: string): Promise<CompiledDocument> {
  const module = (await import(pathToFileURL(join(folder, name)).href)) as { default: CompiledDocument };
  return module.default;
}

async function runCli(args: readonly string[]) {
  const { exitCode: code, out, err } = await new CliProcess(args).finished;
  return { code, stdout: out.join('\n'), stderr: err.join('\n') };
}

let handler: FetchHandler;
beforeAll(async () => {
  const { code, stdout } = await runCli(['compile', file, '--output', join(folder, 'shop.mjs')]);
  expect([code, stdout]).toEqual([0, `Compiled 2 operations of ${file} into ${join(folder, 'shop.mjs')}.`]);
  handler = createFetchHandler({ document: await compiled('shop.mjs'), seed: 5 });
});

const json = { 'Content-Type': 'application/json' };
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const dog = { dog: true, size: 1 };
const calls: readonly [string, string, RequestInit][] = [
  ['a value made from the schema', '/items/4', {}],
  ['a parameter of a wrong type', '/items/x?tag=aaaa', {}],
  ['a pattern that backtracks', `/items/4?tag=${'a'.repeat(60)}!`, {}],
  [
    'a valid body without what is read only',
    '/items',
    { method: 'POST', headers: json, body: JSON.stringify({ name: 'ab', kind: dog, tags: [] }) },
  ],
  [
    'the nearest branch of a union',
    '/items',
    { method: 'POST', headers: json, body: JSON.stringify({ name: 'ab', kind: { dog: true }, tags: [] }) },
  ],
  [
    'items that are not unique',
    '/items',
    {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ name: 'a', kind: dog, tags: [{ a: 1 }, 'x', { a: 1 }], home: 'no uri' }),
    },
  ],
  ['a form', '/items', { method: 'POST', headers: form, body: 'name=ab&tags=a&tags=a&kind[dog]=true' }],
  ['an error that the document does not have', '/items', { method: 'PUT' }],
  ['a forced error', '/items', { method: 'POST', headers: { ...json, Prefer: 'code=400' }, body: '{}' }],
];

describe('a compiled document', () => {
  it.each(calls)('gives the same as over HTTP: %s', async (_, path, init) => {
    const server = await running();
    const [served, handled] = await Promise.all([
      fetch(server.url + path, init),
      handler(server.url + path, init),
    ]);
    expect([handled.status, await handled.text()]).toEqual([served.status, await served.text()]);
  });

  it('is remembered as over HTTP', async () => {
    const options = { seed: 5, stateful: true, clock: '2026-01-01T00:00:00Z' } as const;
    const { url } = await startMock({ ...options, spec: file });
    const remembering = createFetchHandler({ ...options, document: await compiled('shop.mjs') });
    const answers = async (send: (address: string, init: RequestInit) => Promise<Response>) => {
      const body = JSON.stringify({ name: 'Rex', kind: dog, tags: ['a'] });
      const made = await send(`${url}/items`, { method: 'POST', headers: json, body });
      const item = (await made.json()) as { readonly id: number };
      const at = `${url}/items/${item.id}`;
      const elsewhere = { headers: { 'X-Mock-Sandbox': 'elsewhere' } };
      const [read, other] = [await send(at, {}), await send(at, elsewhere)];
      const statuses = [made, read, other].map(({ status }) => status);
      return { statuses, location: made.headers.get('location'), item, read: await read.json() };
    };
    const served = await answers((address, init) => fetch(address, init));
    expect(served.read).toEqual({ id: served.item.id, name: 'Rex', kind: dog, tags: ['a'] });
    expect(served.statuses).toEqual([201, 200, 404]);
    expect(await answers((address, init) => handler(address, init))).not.toEqual(served);
    expect(await answers((address, init) => remembering(address, init))).toEqual(served);
  });

  it('is written as CommonJS, TypeScript or to standard output by its name', async () => {
    for (const [name, start] of [
      ['shop.cjs', 'module.exports ='],
      ['shop.ts', 'export default compiled;'],
    ] as const) {
      expect((await runCli(['compile', file, '--output', join(folder, name)])).code).toBe(0);
      expect(readFileSync(join(folder, name), 'utf8')).toContain(start);
    }
    expect((await runCli(['compile', file])).stdout).toContain('export default {');
  });

  it.each([
    [['compile'], 'drydock compile needs an OpenAPI document'],
    [
      ['compile', file, '--output', 'x.json'],
      '--output must end with .js or .mjs or .cjs or .ts, got "x.json".',
    ],
  ])('is refused by one sentence: %j', async (args, sentence) => {
    const { code, stderr } = await runCli(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
    expect(existsSync(packageFile('x.json'))).toBe(false);
  });
});

let server: Promise<{ url: string }> | undefined;
function running(): Promise<{ url: string }> {
  return (server ??= startMock({ spec: file, seed: 5 }));
}
