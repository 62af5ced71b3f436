import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { packageFile } from '../../../contract/package-root.js';
import { fieldNamesOf, readDocument } from './read-document.js';

function namesOf(document: unknown, id: string) {
  const found = readDocument(document).operations.find((operation) => operation.id === id);
  return Object.fromEntries(found ? fieldNamesOf(found) : []);
}

describe('the names of the fields of an operation', () => {
  it('are those of its parameters, bodies and headers, each with the place that it has first', () => {
    const ours: unknown = parse(readFileSync(packageFile('openapi.yaml'), 'utf8'));
    expect(namesOf(ours, 'getShippingRates')).toMatchObject({
      ...{ weight_unit: 'request', box_dimension: 'request', quantity: 'request' },
      ...{ shipping_charge: 'response', 'Retry-After': 'response header' },
    });
  });

  it('are found in a schema that contains itself, and in one that is broken', () => {
    const tree = {
      properties: { child: { $ref: '#/components/schemas/tree' }, leaf: true, odd: null },
      anyOf: [{ properties: { other: {} } }, 5],
      additionalProperties: false,
    };
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/tree' } } };
    const operation = { operationId: 'grow', requestBody: { content }, responses: null, parameters: [null] };
    const document = { paths: { '/': { post: operation } }, components: { schemas: { tree } } };
    expect(namesOf(document, 'grow')).toEqual({
      ...{ child: 'request', leaf: 'request', odd: 'request', other: 'request' },
    });
  });
});
