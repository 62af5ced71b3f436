import { beforeAll, describe, expect, it } from 'vitest';
import { responseBodyValidator, type Contract } from '../contract/contract.js';
import { loadShippingContract, shippingScenarios } from '../shipping/shipping-service.js';
import { loadScenarios } from './files/load-scenarios.js';
import { effectOf } from './plan-effect.js';
import { ScenarioCatalogue } from './scenario-catalogue.js';
import type { ForcedAnswer, Scenario } from './scenario.js';

let contract: Contract;
let catalogue: ScenarioCatalogue;
beforeAll(async () => {
  contract = await loadShippingContract();
  catalogue = new ScenarioCatalogue(contract, loadScenarios(shippingScenarios, contract).scenarios);
});

function forced(scenario: Scenario | undefined, operationId: string): ForcedAnswer | undefined {
  return scenario && effectOf(scenario, 1, { operationId }, () => 0)?.answer;
}

function jsonOf(answer: ForcedAnswer | undefined): unknown {
  return answer?.content && 'json' in answer.content.body ? answer.content.body.json : undefined;
}

describe('the catalogue', () => {
  it('has every error of every operation, answered as the document wants', () => {
    const tried: string[] = [];
    for (const operation of contract.operations) {
      for (const code of operation.responses.keys()) {
        if (!/^[45]/.test(code)) continue;
        const scenario = catalogue.find(`status-${code}`);
        expect(scenario?.operations.has(operation.id)).toBe(true);
        const answer = forced(scenario, operation.id);
        expect(answer?.status).toBe(Number(code));
        const validate = responseBodyValidator(contract, operation, Number(code), answer?.content?.mediaType);
        expect(validate?.(jsonOf(answer))).toBe(true);
        tried.push(`${operation.id} ${code}`);
      }
    }
    // Each operation documents these at least.
    for (const { id } of contract.operations)
      expect(tried).toEqual(
        expect.arrayContaining([400, 401, 403, 404, 429, 500].map((code) => `${id} ${code}`)),
      );
  });

  it('leaves out operations that do not document the status', () => {
    const withBody = contract.operations.filter(({ requestBody }) => requestBody).map(({ id }) => id);
    expect([...catalogue.find('status-413')!.operations]).toEqual(withBody);
    expect(withBody.length).toBeLessThan(contract.operations.length);
  });

  it("answers each operation with its own example and the status's own headers", () => {
    const order = forced(catalogue.find('status-404'), 'getOrder');
    expect(jsonOf(order)).toMatchObject({ message: 'Order not found' });
    const categories = forced(catalogue.find('status-404'), 'listCategories');
    expect(jsonOf(categories)).toMatchObject({ message: 'Resource not found' });
    expect(forced(catalogue.find('status-429'), 'getOrder')?.headers).toEqual({ 'Retry-After': '60' });
    expect(forced(catalogue.find('status-401'), 'getOrder')?.headers).toEqual({
      'WWW-Authenticate': 'Bearer',
    });
  });

  it('keeps status-CODE whatever folder is loaded', () => {
    const bare = new ScenarioCatalogue(contract, new Map());
    expect(bare.names()).toEqual(
      [400, 401, 403, 404, 405, 408, 413, 415, 422, 429, 500, 502, 503, 504].map(
        (status) => `status-${status}`,
      ),
    );
    expect(bare.find('flaky')).toBeUndefined();
  });

  it('knows no other names', () => {
    for (const name of ['status-200', 'status-418', 'status-4040', 'normal', '', '__proto__', 'constructor'])
      expect(catalogue.find(name)).toBeUndefined();
  });

  it('lists what a person needs to choose', () => {
    const list = catalogue.list();
    expect(list).toHaveLength(catalogue.names().length);
    expect(list.find(({ name }) => name === 'flaky')).toEqual({
      name: 'flaky',
      title: '500, 500, then normal',
      advice: expect.stringContaining('third request succeeds'),
      does: '2 × 500, then normal',
      operations: 'all',
      source: 'scenarios/flaky.yaml',
      breaksContract: false,
    });
    expect(list.find(({ name }) => name === 'status-415')).toEqual({
      name: 'status-415',
      title: 'Answers 415 Unsupported Media Type',
      advice: expect.any(String),
      does: '415',
      operations: contract.operations.filter(({ requestBody }) => requestBody).map(({ id }) => id),
      source: 'document',
      breaksContract: false,
    });
  });

  it('finds near names, normal among them', () => {
    expect(catalogue.nearest('flakey')[0]).toBe('flaky');
    expect(catalogue.nearest('nromal')[0]).toBe('normal');
  });
});

it.each([408, 422, 500, 502, 503, 504])(
  'has status-%i in every document, in the shape of its other errors',
  (status) => {
    const operation = contract.operations[0]!;
    const responses = new Map([...operation.responses].filter(([code]) => code === '200' || code === '404'));
    const other = new ScenarioCatalogue(
      { ...contract, operations: [{ ...operation, responses }] },
      new Map(),
    );
    const answer = forced(other.find(`status-${status}`), operation.id);
    expect(answer?.status).toBe(status);
    expect(jsonOf(answer)).toMatchObject({ status: false, data: [], response_code: String(status) });
    expect(other.find('status-403')).toBeUndefined();
  },
);

it('finds what another document has only as a class or by default', () => {
  const operation = contract.operations[0]!;
  const [, response] = [...operation.responses].find(([code]) => code === '404')!;
  const other = { ...contract, operations: [{ ...operation, responses: new Map([['4XX', response]]) }] };
  const found = new ScenarioCatalogue(other, new Map());
  expect(found.names()).not.toContain('status-404');
  expect(forced(found.find('status-404'), operation.id)?.status).toBe(404);
  expect(found.find('status-505')).toBeUndefined();
});
