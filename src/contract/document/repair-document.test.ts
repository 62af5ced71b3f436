import { expect, it } from 'vitest';
import { temporaryFile } from '../../testing/temporary-folder.js';
import { requestBodyValidator } from '../contract.js';
import { loadContract } from '../load-contract.js';

const text = `openapi: 3.0.3
info: {title: T, version: "1"}
paths:
  /a:
    post:
      requestBody:
        content:
          application/json:
            schema:
      responses: {"200": {description: Done.}}
  /b:
    post:
      requestBody:
        content:
          application/json:
            schema:
              nullable: true
              properties:
                nullable: {type: boolean}
                empty:
                odd: {type: file}
                number: {type: number}
              example: {nullable: true, empty: null}
      responses: {"200": {description: Done.}}
`;
const file = temporaryFile('api.yaml', text);
const contract = await loadContract(file);
const [a, b] = contract.operations;

it('a schema that is null becomes an empty one, with a warning that has its line', () => {
  expect(requestBodyValidator(contract, a!)?.({ any: 'thing' })).toBe(true);
  expect(contract.warnings.slice(0, 2)).toEqual([
    `${file}:9: a schema that is null says nothing`,
    `${file}:20: a schema that is null says nothing`,
  ]);
});

it('nullable without type is removed, and examples and fields of that name stay', () => {
  const schema = contract.document.paths?.['/b']?.post?.requestBody as unknown as {
    content: { 'application/json': { schema: object } };
  };
  expect(schema.content['application/json'].schema).toEqual({
    properties: {
      nullable: { type: 'boolean' },
      empty: {},
      odd: { type: 'file' },
      number: { type: 'number' },
    },
    example: { nullable: true, empty: null },
  });
});

it('an unusable schema constrains nothing, and is a warning with its line', () => {
  expect(requestBodyValidator(contract, b!)?.({ number: 'x' })).toBe(true);
  expect(contract.warnings.at(-1)).toMatch(
    new RegExp(`^${file}:16: the schema constrains nothing: type must be JSONType or JSONType\\[\\]: file$`),
  );
});
