import { createRequire } from 'node:module';
import type { Ajv2020, CodeKeywordDefinition, KeywordCxt } from 'ajv/dist/2020.js';
import firstDuplicate from './first-duplicate.js';

const require = createRequire(import.meta.url);

/**
 * Replaces Ajv's `uniqueItems`, which compares all pairs where the schema doesn't say that the items are of a simple type: a body
 * of 1 MiB would take hours. Here each item is looked up once.
 */
export function useLinearUniqueItems(ajv: Ajv2020): void {
  const { _, str } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  // Validators that are kept as text find the function by this name: see run-time-parts.ts.
  const code = _`require("drydock-kit/first-duplicate").default`;
  const keyword: CodeKeywordDefinition = {
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    error: {
      message: ({ params: { i, j } }) =>
        str`must NOT have duplicate items (items ## ${j} and ${i} are identical)`,
      params: ({ params: { i, j } }) => _`{i: ${i}, j: ${j}}`,
    },
    code(context: KeywordCxt) {
      if (context.schema !== true) return;
      const { gen, data } = context;
      const find = gen.scopeValue('func', { ref: firstDuplicate, code });
      const found = gen.const('duplicate', _`${find}(${data})`);
      context.setParams({ i: _`${found}.place`, j: _`${found}.before` });
      context.fail(_`${found} !== undefined`);
    },
  };
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword(keyword);
}
