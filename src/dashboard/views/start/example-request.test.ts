import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { codeNames, requestCode } from '../../parts/code/request-code.js';
import { readDocument } from '../../reference/document/read-document.js';
import { callable, exampleRequest } from './example-request.js';

const document: unknown = parse(readFileSync(new URL('../../../../openapi.yaml', import.meta.url), 'utf8'));
const service = readDocument(document);
const base = `http://127.0.0.1:4010${service.basePath}`;

describe('the mocked document', () => {
  it('provides what a first call needs', () => {
    expect(service.title).toBe('Shipping and Catalog Developer Service');
    expect(service.basePath).toBe('/api/v1/developer');
    const requests = callable(service).map((operation) => exampleRequest(operation, base, 'dk_test_a'));
    expect(requests).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...{ method: 'GET', url: `${base}/categories`, headers: [['Authorization', 'Bearer dk_test_a']] },
        }),
        expect.objectContaining({
          ...{ method: 'POST', url: `${base}/get-shipping-rates`, body: expect.stringContaining('"sender"') },
        }),
        expect.objectContaining({ method: 'GET', url: expect.stringMatching(/\/orders\/DDK\w+$/) }),
      ]),
    );
  });

  it('has a key in its first call also where it asks for none, as the key chooses the sandbox', () => {
    const open = readDocument({
      paths: { '/a/{b}': { get: { parameters: [{ in: 'path', name: 'b' }] } } },
    });
    expect(callable(open).map((operation) => exampleRequest(operation, base, 'dk_test_a'))).toEqual([
      {
        method: 'GET',
        url: `${base}/a/1`,
        headers: [['Authorization', 'Bearer dk_test_a']],
        body: '',
      },
    ]);
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
    const read = readDocument(strange);
    for (const operation of callable(read))
      for (const name of codeNames) {
        const request = exampleRequest(operation, base, 'key');
        const code = requestCode(name, request, { address: base, template: operation.path });
        expect(code).toContain('http');
      }
  });
});
