import SwaggerParser from '@apidevtools/swagger-parser';
import { describe, expect, it } from 'vitest';
import { requestBodyValidator, responseBodyValidator } from './contract.js';
import { loadShippingContract, shippingDocument, shippingService } from '../shipping/shipping-service.js';
import { examplesOf, jsonMediaType } from './operations.js';
import type { MediaTypeObject } from './openapi.js';

const contract = await loadShippingContract();
const errorStatuses = ['400', '401', '403', '404', '429', '500'];

function examplesIn(content: Record<string, MediaTypeObject> | undefined) {
  const media = content?.[jsonMediaType(content) ?? ''];
  return media ? [...examplesOf(contract.document, media)] : [];
}

it('openapi.yaml is valid OpenAPI 3.1 for swagger-parser, and loads without a warning', async () => {
  const api = await SwaggerParser.validate(shippingDocument);
  expect(api).toMatchObject({ openapi: '3.1.0' });
  expect(contract.warnings).toEqual([]);
});

it('openapi.yaml is served under its prefix and at the root', () => {
  expect(contract.basePaths).toEqual(['/api/v1/developer', '']);
  expect(contract.service).toBe(shippingService().name);
});

describe.each(contract.operations.map((operation) => [operation.id, operation] as const))(
  '%s',
  (_, operation) => {
    it('documents a success and every error of the specification', () => {
      const statuses = [...operation.responses.keys()];
      expect(statuses).toEqual(expect.arrayContaining(errorStatuses));
      expect(statuses.filter((status) => status.startsWith('2'))).toHaveLength(1);
    });

    it('has an example for each response, valid against its schema, in the envelope of its status', () => {
      for (const [status, { value }] of operation.responses) {
        const validate = responseBodyValidator(contract, operation, Number(status));
        const examples = examplesIn(value.content);
        expect([status, examples.length]).not.toEqual([status, 0]);
        for (const [name, example] of examples) {
          const problems = validate ? contract.validators.problems(validate, example, 'body') : ['no schema'];
          expect([status, name, problems]).toEqual([status, name, []]);
          expect(example).toMatchObject({ status: status.startsWith('2'), response_code: status });
        }
      }
    });

    it('has valid examples of its request, where it takes one', () => {
      const validate = requestBodyValidator(contract, operation);
      expect(validate !== undefined).toBe(operation.requestBody !== undefined);
      if (!validate) return;
      const examples = examplesIn(operation.requestBody?.value.content);
      expect(examples.length).toBeGreaterThan(0);
      for (const [name, example] of examples)
        expect([name, contract.validators.problems(validate, example, 'body')]).toEqual([name, []]);
    });

    it('refuses an error envelope that claims success, has data or lists no error', () => {
      for (const status of errorStatuses) {
        const validate = responseBodyValidator(contract, operation, Number(status));
        const right = { status: false, message: '', data: [], errors: ['why'], response_code: status };
        const wrong = [{ status: true }, { data: [1] }, { errors: [] }, { response_code: '418' }];
        expect(validate?.(right)).toBe(true);
        for (const change of wrong)
          expect([change, validate?.({ ...right, ...change })]).toEqual([change, false]);
      }
    });
  },
);
