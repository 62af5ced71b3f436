import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { expect, it } from 'vitest';
import { fc } from '../../testing/properties/fast-check.js';
import { rateRequest } from '../../testing/rate-requests.js';
import { loadShippingContract, shippingDocument } from '../../shipping/shipping-service.js';
import { neededValidators } from '../../fetch/compile/needed-validators.js';
import { validatorModule } from './precompile-validators.js';
import type { PrecompiledValidators } from './precompiled-validators.js';
import { valueAt } from '../json-pointer.js';
import { maxErrors } from '../validation/problem-text.js';
import { ajvCompiler } from '../validation/ajv-compiler.js';
import { SchemaValidators, type ErrorObject, type ValidateFunction } from '../validation/schema-validator.js';

const { document, operations } = await loadShippingContract();
const precompiled = {} as PrecompiledValidators;
const text = validatorModule(
  shippingDocument,
  document,
  neededValidators({ file: shippingDocument, document }),
);
const run = compileFunction(text, ['exports', 'require']) as (
  exports: object,
  require: NodeJS.Require,
) => void;
run(precompiled, createRequire(import.meta.url));
const made = [...precompiled.makers].map(
  ([key, make]) => [key, make((pointer) => valueAt(document, pointer))] as const,
);
const fresh = new SchemaValidators(document, ajvCompiler());

/** Errors without what Ajv counts anew in each instance. */
const errorsOf = (validate: ValidateFunction, value: unknown): Partial<ErrorObject>[] =>
  validate(value) ? [] : (validate.errors ?? []).map(({ schemaPath: _, ...error }) => error);

const leaf = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('US', 'LBS', '1', 'ZZ', -0, 1e308, '0.0'),
);
const broken = fc
  .tuple(
    fc.dictionary(
      fc.constantFrom('box_dimension', 'weight', 'sender', 'receiver', 'extra', '__proto__'),
      leaf,
    ),
    fc.dictionary(fc.constantFrom('country_code', 'zip_code', 'state', 'city'), leaf),
    fc.dictionary(fc.constantFrom('weight', 'items', 'length'), leaf),
  )
  .map(([top, party, box]): unknown => {
    const request = rateRequest() as { sender: object; box_dimension: object[] };
    return {
      ...request,
      sender: { ...request.sender, ...party },
      box_dimension: [...request.box_dimension, { ...request.box_dimension[0], ...box }],
      ...top,
    };
  });
const envelope = fc.record({
  status: fc.oneof(fc.boolean(), leaf),
  message: fc.oneof(fc.string(), leaf),
  data: fc.oneof(fc.constant([]), fc.array(leaf, { maxLength: 3 })),
  errors: fc.oneof(fc.constant([]), fc.array(fc.string(), { maxLength: 3 }), leaf),
  response_code: fc.constantFrom('200', '201', '400', '401', '404', '429', '500', 200),
});
const values = fc.oneof(broken, envelope, leaf, fc.record({ value: leaf }));

it('a precompiled validator exists for each body and each parameter of the document', () => {
  expect(made.length).toBeGreaterThan(15);
  for (const operation of operations)
    for (const { pointer } of operation.parameters)
      expect(made.map(([key]) => key)).toContain(`~ ${pointer}/schema`);
});

it('precompiled validators find what Ajv finds, in the document’s own schemas', () => {
  let invalid = 0;
  const check = (value: unknown): void => {
    for (const [key, validate] of made) {
      const pointer = key.slice(2);
      const ajvs = key.startsWith('=') ? fresh.at(pointer) : fresh.coercingAt(pointer);
      const errors = errorsOf(validate, structuredClone(value));
      expect(errors).toEqual(errorsOf(ajvs, structuredClone(value)));
      invalid += errors.length;
    }
  };
  fc.assert(fc.property(values, check), { seed: 20_261_121, numRuns: 400 });
  expect(invalid).toBeGreaterThan(1000);
});

it('precompiled validators stop at the maximum number of errors', () => {
  const body = made.find(([key]) => key.includes('requestBody') && key.includes('get-shipping-rates'));
  const wrong = { ...(rateRequest() as object), box_dimension: Array.from({ length: 20_000 }, () => ({})) };
  expect(errorsOf(body![1], wrong).length).toBeLessThan(2 * maxErrors);
});
