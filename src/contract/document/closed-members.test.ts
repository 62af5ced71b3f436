import { describe, expect, it } from 'vitest';
import { temporaryFile } from '../../testing/temporary-folder.js';
import { ValueGenerator } from '../../values/value-generator.js';
import { loadContract } from '../load-contract.js';

const closed = (properties: object, more: object = {}): object => ({
  type: 'object',
  additionalProperties: false,
  properties,
  ...more,
});
const base = closed({ id: { type: 'string' } }, { required: ['id'] });
const priced = closed({ cost: { type: 'integer' } }, { required: ['cost'] });

async function contractWith(schemas: Record<string, object>) {
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/a': { get: { responses: { 200: { description: 'A.' } } } } },
    components: { schemas: { Base: base, Priced: priced, ...schemas } },
  };
  const contract = await loadContract(temporaryFile('api.json', JSON.stringify(document, undefined, 1)));
  const accepts = (name: string, value: unknown): boolean =>
    contract.validators.at(`/components/schemas/${name}`)(value);
  return { contract, accepts };
}

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

describe('closed members of allOf are read as one closed object', () => {
  it.each([
    ['members by name', { allOf: [ref('Base'), ref('Priced')] }],
    ['members in place', { allOf: [base, priced] }],
    [
      'a closed member beside an open one',
      { allOf: [ref('Base'), { ...priced, additionalProperties: undefined }] },
    ],
    [
      'a closed schema around an open member',
      { ...priced, allOf: [{ ...base, additionalProperties: undefined }] },
    ],
    ['a member with a description', { allOf: [{ ...ref('Base'), description: 'B.' }, ref('Priced')] }],
    ['a member of a member', { allOf: [{ allOf: [ref('Base')] }, ref('Priced')] }],
    [
      'unevaluatedProperties',
      { allOf: [{ ...base, additionalProperties: undefined, unevaluatedProperties: false }, priced] },
    ],
  ])('%s', async (_, Rate) => {
    const { contract, accepts } = await contractWith({ Rate });
    const values = [
      { id: 'a', cost: 1 },
      { id: 'a' },
      { id: 'a', cost: 'x' },
      { id: 'a', cost: 1, other: 1 },
    ];
    expect(values.map((value) => accepts('Rate', value))).toEqual([true, false, false, false]);
    expect(contract.warnings).toEqual([
      expect.stringMatching(/api\.json:\d+: the members of allOf reject each other's properties/),
    ]);
  });

  it('which stay closed where they stand alone', async () => {
    const { accepts } = await contractWith({ Rate: { allOf: [ref('Base'), ref('Priced')] } });
    expect([accepts('Base', { id: 'a' }), accepts('Base', { id: 'a', cost: 1 })]).toEqual([true, false]);
  });

  it('which is a member of another', async () => {
    const { contract, accepts } = await contractWith({
      Whole: { allOf: [ref('Rate'), closed({ note: { type: 'string' } })] },
      Rate: { allOf: [ref('Base'), ref('Priced')] },
    });
    const rate = { id: 'a', cost: 1 };
    expect(accepts('Whole', { ...rate, note: 'n' })).toBe(true);
    expect(accepts('Rate', { ...rate, note: 'n' })).toBe(false);
    expect(accepts('Whole', { ...rate, other: 1 })).toBe(false);
    expect(contract.warnings).toHaveLength(2);
  });

  it('which stays open where a member may name more', async () => {
    const choice = { oneOf: [{ properties: { x: {} }, required: ['x'] }, { required: ['y'] }] };
    const { accepts } = await contractWith({ Rate: { allOf: [base, priced, choice] } });
    expect(accepts('Rate', { id: 'a', cost: 1, y: 2 })).toBe(true);
  });
});

it('closed members that know each other’s properties stay as they are', async () => {
  const { contract } = await contractWith({
    Same: { allOf: [ref('Base'), { required: ['id'] }] },
    Outside: { allOf: [{ properties: { id: {} } }], unevaluatedProperties: false },
    Round: { allOf: [ref('Round')], properties: { a: {} } },
  });
  expect(contract.warnings).toEqual([]);
  expect(contract.document.components?.schemas?.Same).toEqual({ allOf: [ref('Base'), { required: ['id'] }] });
});

it('a property that only responses have is not required in requests, though another member requires it', async () => {
  const made = closed({ id: { allOf: [ref('Id')], readOnly: true }, name: { type: 'string' } });
  const Thing = { type: 'object', additionalProperties: false, allOf: [made], required: ['id', 'name'] };
  const { contract } = await contractWith({ Id: { type: 'string' }, Thing });
  const request = new ValueGenerator(contract.document, 'request');
  expect(request.accepts('/components/schemas/Thing', { name: 'a' })).toBe(true);
  expect(request.accepts('/components/schemas/Thing', { id: 'a' })).toBe(false);
});
