import { expect, test } from 'vitest';
import { loadContract } from '../../contract/load-contract.js';
import type { Schema } from '../../contract/openapi.js';
import { temporaryFile } from '../../testing/temporary-folder.js';
import { StatedContract } from './stated-contract.js';

const id: Schema = { type: 'string', readOnly: true };
const secret: Schema = { allOf: [{ $ref: '#/components/schemas/Code' }] };
const vehicle = (kind: string, own: string): Schema => ({
  type: 'object',
  additionalProperties: false,
  required: ['id', 'kind', 'code', own],
  properties: { id, kind: { type: 'string', enum: [kind] }, code: secret, [own]: { type: 'integer' } },
});
const document = {
  openapi: '3.0.3',
  info: { title: 'Fleet', version: '1' },
  paths: { '/vehicles': { get: { responses: { 200: { description: 'All of them.' } } } } },
  components: {
    schemas: {
      Code: { type: 'string', writeOnly: true },
      Car: vehicle('car', 'doors'),
      Van: vehicle('van', 'seats'),
      Vehicle: {
        oneOf: [{ $ref: '#/components/schemas/Car' }, { $ref: '#/components/schemas/Van' }],
        discriminator: { propertyName: 'kind' },
      },
    },
  },
};
const stated = StatedContract.of(await loadContract(temporaryFile('fleet.json', JSON.stringify(document))));
const at = '/components/schemas/Vehicle';

test('a branch of a union need not have what only the other side sends', () => {
  expect(stated.errors(at, 'MUST', 'writeOnly', { id: 'V1', kind: 'car', doors: 5 })).toEqual([]);
  expect(stated.errors(at, 'MUST', 'readOnly', { kind: 'van', code: '1234', seats: 3 })).toEqual([]);
});

test('a union without a branch that fits has the errors of the branch that was meant', () => {
  const errors = stated.errors(at, 'MUST', 'writeOnly', { id: 'V1', kind: 'car', doors: 'five' });
  expect(errors?.map(({ instancePath, keyword }) => [instancePath, keyword])).toEqual([['/doors', 'type']]);
});
