import { describe, expect, it } from 'vitest';
import { loadShippingContract } from '../../shipping/shipping-service.js';
import { proveProblems } from './prove-problems.js';
import { StatedContract } from './stated-contract.js';
import { statedDocument } from './stated-document.js';

const contract = new StatedContract(await loadShippingContract());
const rates = contract.contract.operations.find(({ id }) => id === 'getShippingRates')!;
const example = Object.values(rates.requestBody!.value.content!['application/json']!.examples!)[0] as {
  value: Record<string, unknown>;
};
const problems = (change: object, level: 'MUST' | 'ASSUMED') =>
  proveProblems(contract, rates, { ...example.value, ...change }, level).map(({ pointer }) => pointer);

describe('the stated reading of the document', () => {
  it.each<[string, object]>([
    ['another unit', { weight_unit: 'STONE' }],
    ['another type of delivery', { delivery_type: 'drone' }],
  ])('drops what is only assumed: %s', (_, change) => {
    expect(problems(change, 'MUST')).toEqual([]);
    expect(problems(change, 'ASSUMED')).toHaveLength(1);
  });

  it.each<[string, object, string]>([
    ['a weight of 0', { weight: 0 }, '/weight'],
    ['no boxes', { box_dimension: [] }, '/box_dimension'],
    ['a unit that is no text', { weight_unit: 5 }, '/weight_unit'],
    ['no sender', { sender: undefined }, '/sender'],
  ])('keeps what is stated: %s', (_, change, pointer) => {
    const body: unknown = JSON.parse(JSON.stringify({ ...example.value, ...change }));
    expect(proveProblems(contract, rates, body, 'MUST').map((problem) => problem.pointer)).toEqual([pointer]);
  });

  it('marks the operations that are assumed', () => {
    const levels = Object.fromEntries(
      contract.contract.operations.map((operation) => [operation.id, contract.levelOf(operation)]),
    );
    expect(levels).toMatchObject({
      ...{ listCategories: 'MUST', getShippingRates: 'MUST' },
      ...{ createOrder: 'ASSUMED', getOrder: 'ASSUMED' },
    });
  });

  it('leaves a document without x-source unchanged', () => {
    const plain = {
      openapi: '3.1.0',
      info: { title: 'a', version: '1' },
      components: {
        schemas: { A: { type: 'object', required: ['b'], properties: { b: { enum: [1], 'x-a': 1 } } } },
      },
    };
    expect(statedDocument(plain)).toEqual(plain);
  });
});
