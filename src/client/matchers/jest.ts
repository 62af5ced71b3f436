/**
 * Matchers for Jest (`drydock-kit/jest`): `expect.extend(contractMatchers)`, then
 * `await expect(response).toMatchContract('getShippingRates')`. Takes responses of fetch, supertest and axios.
 */
import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operations.js';
import type { Level } from '../../conformance/level.js';
import { printableLine } from '../../conformance/printable.js';
import { evaluateResponse } from '../../conformance/rules/evaluate-response.js';
import type { ReceivedResponse, ResponseBreach } from '../../conformance/rules/evaluate-response.js';
import { loadRules } from '../../conformance/rules/load-rules.js';
import type { Redactor } from '../../secrets/redactor.js';
import type { OperationName } from '../types.js';
import { readGivenAnswer, redactorFor } from './given-answer.js';

/** An operation: its id, or method and path as in `GET /categories`. */
export type ExpectedOperation = OperationName | `${Uppercase<string>} /${string}`;

/** Expectation of a response, for when the id of the operation is not enough. */
export type ContractExpectation = {
  /** The weakest level that counts; MUST by default. */
  readonly level?: Level;
} & (
  | {
      /** `operationId`, or method and path as in `GET /categories`. */
      readonly operation: ExpectedOperation;
      /** The service's own document. */
      readonly contract?: never;
    }
  | {
      /** `operationId`, or method and path, of the other document. */
      readonly operation: string;
      /** Another document than the service's own. */
      readonly contract: Contract;
    }
);

/** The matchers as they are called. */
export interface ContractMatchers {
  /**
   * Checks a response against the contract: status, media type, envelope, schema and every rule that one response is enough
   * for. Await it.
   *
   * @param expectation the operation: its id or `METHOD /path`; or more about what is expected
   */
  toMatchContract(expectation: ExpectedOperation | ContractExpectation): Promise<void>;
}

/* oxlint-disable typescript/no-namespace, typescript/no-empty-object-type, typescript/ban-ts-comment -- as Jest's own types declare them */
declare global {
  namespace jest {
    interface Matchers<R, T = {}> extends ContractMatchers {}
  }
}

/** @ts-ignore: a project that has only Jest's globals may not have the module behind `@jest/globals`. */
declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends ContractMatchers {}
}

/** For `expect.extend(contractMatchers)` in Jest, Vitest and Playwright. */
export const contractMatchers = { toMatchContract };

/**
 * Checks a response against the contract: status, media type, envelope, schema and every rule that one response is enough
 * for.
 *
 * @param received a response of fetch (its body is read from a clone), supertest or axios
 * @throws Error when `received` is not a response or the operation is unknown
 */
async function toMatchContract(received: unknown, expectation: ExpectedOperation | ContractExpectation) {
  const { operation: name, level, contract: given } = asExpectation(expectation);
  const contract = given ?? (await ownContract());
  const response = await readGivenAnswer(received);
  const operation = findOperation(contract, name);
  const breaches = evaluateResponse(contract, await ownRules(), operation, response, level);
  return {
    pass: breaches.length === 0,
    message: () => messageFor(name, response, breaches, redactorFor(received, contract)),
  };
}

function asExpectation(expectation: ExpectedOperation | ContractExpectation): ContractExpectation {
  return typeof expectation === 'string' ? { operation: expectation } : expectation;
}

const ownContract = once(async () =>
  (await import('../../shipping/shipping-service.js')).loadShippingContract(),
);
const ownRules = once(() => loadRules());

/** Loads at the first call, for all calls of a test process. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => (loading ??= load());
}

function findOperation({ operations }: Contract, name: string): Operation {
  const found = operations.find(
    ({ id, method, path }) => id === name || `${method.toUpperCase()} ${path}` === name,
  );
  if (found) return found;
  const known = operations.map(({ id }) => id).join(', ');
  throw new Error(`toMatchContract: the document has no operation ${JSON.stringify(name)}; it has ${known}.`);
}

/** So many characters of a body are looked at, of which a line is shown. */
const excerpt = 4000;

function messageFor(
  name: string,
  { status, body }: ReceivedResponse,
  breaches: readonly ResponseBreach[],
  redactor: Redactor,
): string {
  if (breaches.length === 0)
    return `Expected the response of ${name} (status ${status}) to break the contract, but it matches.`;
  const lines = breaches.map(({ rule, actual, pointer, level }) => {
    const where = pointer === undefined ? '' : ` at ${pointer === '' ? 'the body' : pointer}`;
    return `- ${printableLine(redactor.text(actual))}${redactor.text(where)}\n  ${rule.title} (${level}, ${rule.id}, section ${rule.section})`;
  });
  const shownBody = printableLine(redactor.text(body.toString('utf8'), excerpt), 500);
  return `The response of ${name} (status ${status}) breaks the contract:\n${lines.join('\n')}\nBody: ${shownBody}`;
}
