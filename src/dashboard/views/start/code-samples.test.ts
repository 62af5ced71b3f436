import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { codeSample, sampleNames } from './code-samples.js';
import { readServiceDocument } from './service-document.js';

const document: unknown = parse(readFileSync(new URL('../../../../openapi.yaml', import.meta.url), 'utf8'));
const service = readServiceDocument(document);
const base = `http://127.0.0.1:4010${service.basePath}`;

describe('the mocked document', () => {
  it('provides what the samples need', () => {
    expect(service.title).toBe('Shipping and Catalog Developer Service');
    expect(service.basePath).toBe('/api/v1/developer');
    expect(service.operations.map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining([
        'GET /categories',
        'POST /get-shipping-rates',
        'POST /create-order',
        expect.stringMatching(/^GET \/orders\/DDK\w+$/),
      ]),
    );
  });

  it.each<[unknown]>([
    [undefined],
    [{}],
    [{ paths: 1, servers: [{ url: 5 }], info: null }],
    [{ paths: { '/a/{b}': { get: { parameters: [{ $ref: '#/nowhere' }, null] }, post: null } } }],
    [
      {
        components: { parameters: { a: { $ref: '#/components/parameters/a' } } },
        paths: { '/': { get: { parameters: [{ $ref: '#/components/parameters/a' }] } } },
      },
    ],
  ])('may be anything: %j', (strange) => {
    for (const operation of readServiceDocument(strange).operations)
      for (const name of sampleNames) expect(codeSample(name, operation, base, 'key')).toContain('http');
  });
});

describe('code samples', () => {
  it.each(
    service.operations.flatMap((operation) =>
      sampleNames.map((name) => [name, operation.id, operation] as const),
    ),
  )('with %s of %s hold address, key and body', (name, _id, operation) => {
    const sample = codeSample(name, operation, base, 'dk_test_demo');
    expect(sample).toContain(base);
    expect(sample).toContain('Bearer dk_test_demo');
    if (operation.body !== undefined) {
      const [field = ''] = Object.keys(operation.body as object);
      expect(sample).toContain(`"${field}"`);
    }
  });

  it('run and send the request they show', async () => {
    const [, rates] = service.operations;
    const sample = codeSample('fetch', rates!, base, "dk_test_it's");
    const sent: unknown[] = [];
    const run = Object.getPrototypeOf(async () => Promise.resolve()) as { constructor: FunctionConstructor };
    const call = run.constructor('fetch', sample) as (fetch: unknown) => Promise<void>;
    await call((url: string, options: RequestInit) => {
      sent.push(url, JSON.parse(options.body as string), options.headers);
      return { json: () => ({}) };
    });
    expect(sent).toEqual([
      `${base}/get-shipping-rates`,
      rates!.body,
      { Authorization: "Bearer dk_test_it's", 'Content-Type': 'application/json' },
    ]);
  });
});
