/** Keywords of other documents: a server that leaves one of them unchecked is failed, and one that checks them all is not. */
import { describe, expect, it } from 'vitest';
import { requestBodyValidator, type Contract } from '../../contract/contract.js';
import { loadContract } from '../../contract/load-contract.js';
import { temporaryFile } from '../../testing/temporary-folder.js';
import { runSuite } from '../testing/run-suite.js';
import { httpServer, wholeRequests } from '../testing/small-server.js';
import { jsonOf } from '../target/json-body.js';

const document = `openapi: 3.1.0
info: {title: Payments, version: "1"}
paths:
  /payments:
    post:
      operationId: pay
      requestBody:
        required: true
        content:
          application/json:
            schema: {$ref: "#/components/schemas/Payment"}
            example: {kind: card, card: "4111", cvc: "123", tags: [a, b], step: 10, share: 0.5, labels: {one: x}, codes: {one: x}, box: {a: 1}}
      responses:
        "201": {description: Paid.}
        "400": {description: Wrong.}
components:
  schemas:
    Payment:
      type: object
      additionalProperties: false
      required: [kind]
      if: {properties: {kind: {const: card}}}
      then: {required: [card]}
      else: {required: [iban]}
      dependentRequired: {card: [cvc]}
      properties:
        kind: {type: string, enum: [card, transfer]}
        card: {type: string, minLength: 4}
        iban: {type: string}
        cvc: {type: string}
        tags: {type: array, minItems: 2, uniqueItems: true, items: {type: string}}
        step: {type: integer, multipleOf: 5}
        share: {type: number, multipleOf: 0.25}
        labels: {type: object, maxProperties: 2, minProperties: 1}
        codes: {type: object, additionalProperties: {type: string}}
        box: {type: object, properties: {a: {type: integer}}, unevaluatedProperties: false}
`;

const load = (text: string): Promise<Contract> => loadContract(temporaryFile('payments.yaml', text));
const contract = await load(document);

/** Starts a server that checks bodies against a document, and returns what the suite finds by the whole one. */
async function failuresOf(checked: Contract, only: string): Promise<string[]> {
  const [operation] = checked.operations;
  const validate = operation && requestBodyValidator(checked, operation);
  if (validate === undefined) throw new Error('The document has no body.');
  const server = await httpServer(
    wholeRequests(({ url, method, headers }, text, response) => {
      if (url !== '/payments') response.writeHead(404).end();
      else if (method !== 'POST') response.writeHead(405, { Allow: 'POST' }).end();
      else if (headers['content-type']?.startsWith('application/json') !== true)
        response.writeHead(415).end();
      else response.writeHead(validate(jsonOf(text)) ? 201 : 400).end();
    }),
  );
  try {
    const { failures } = await runSuite({
      url: server.url,
      contract,
      allowWrites: true,
      only,
      key: undefined,
    });
    return failures
      .filter(({ verdict }) => verdict === 'FAIL')
      .map(({ rule, title }) => `${rule.id}: ${title}`);
  } finally {
    await server.close();
  }
}

it('a server that checks all keywords is not failed', async () => {
  expect(await failuresOf(contract, 'requests/*')).toEqual([]);
});

describe('a server is failed that leaves unchecked', () => {
  it.each<[string, string, string, string?]>([
    ['the closed body', '      additionalProperties: false\n', 'requests/invalid-value'],
    ['a field that a condition demands', '      then: {required: [card]}\n', 'requests/missing-field'],
    ['another listed value of a condition', '      else: {required: [iban]}\n', 'requests/invalid-value'],
    [
      'a field that another one demands',
      '      dependentRequired: {card: [cvc]}\n',
      'requests/missing-field',
    ],
    ['a text that is one character too short', 'minLength: 4', 'requests/invalid-value', 'minLength: 3'],
    ['a list that is one element too short', 'minItems: 2', 'requests/invalid-value', 'minItems: 1'],
    ['elements that are there twice', 'uniqueItems: true, ', 'requests/invalid-value'],
    ['the multiples of an integer', ', multipleOf: 5', 'requests/invalid-value'],
    ['the multiples of a number', ', multipleOf: 0.25', 'requests/invalid-value'],
    ['the largest number of properties', 'maxProperties: 2, ', 'requests/invalid-value'],
    ['the least number of properties', ', minProperties: 1', 'requests/invalid-value'],
    ['the type of further properties', ', additionalProperties: {type: string}', 'requests/invalid-value'],
    ['a property that no schema evaluates', ', unevaluatedProperties: false', 'requests/invalid-value'],
  ])('%s', async (_, keyword, rule, instead = '') => {
    const lenient = document.replace(keyword, instead);
    expect(lenient).not.toBe(document);
    const failures = await failuresOf(await load(lenient), rule);
    expect(failures).not.toEqual([]);
  });
});
