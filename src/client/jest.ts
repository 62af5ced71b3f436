/**
 * Matchers for Jest (`drydock-kit/jest`): `expect.extend(contractMatchers)`, then
 * `await expect(response).toMatchContract('getShippingRates')`. An answer of fetch, supertest or axios will do.
 */
import type { Contract } from '../contract/contract.js';
import type { Operation } from '../contract/operations.js';
import { judgeAnswer } from '../conformance/judge-answer.js';
import type { GivenAnswer, GivenBreach } from '../conformance/judge-answer.js';
import type { Level } from '../conformance/level.js';
import { loadRules } from '../conformance/load-rules.js';
import { printableLine } from '../conformance/printable.js';
import { readGivenAnswer } from './given-answer.js';

/** What is called, when its id alone is not enough. */
export interface ContractExpectation {
  /** `operationId`, or method and path as in `GET /categories`. */
  readonly operation: string;
  /** The weakest level that counts; MUST unless told. */
  readonly level?: Level;
  /** Another document than the service's own. */
  readonly contract?: Contract;
}

export const contractMatchers = { toMatchContract };

/**
 * Whether an answer keeps the contract: status, media type, envelope, schema and every rule that needs one answer only.
 *
 * @param received an answer of fetch (its body is read from a clone), supertest or axios
 * @throws Error when `received` is no answer or the operation is unknown
 */
async function toMatchContract(received: unknown, expectation: string | ContractExpectation) {
  const {
    operation: name,
    level,
    contract: given,
  } = typeof expectation === 'string' ? ({ operation: expectation } as ContractExpectation) : expectation;
  const contract = given ?? (await ownContract());
  const answer = await readGivenAnswer(received);
  const operation = findOperation(contract, name);
  const breaches = judgeAnswer(contract, await (rules ??= loadRules()), operation, answer, level);
  return { pass: breaches.length === 0, message: () => messageFor(name, answer, breaches) };
}

let loaded: Promise<Contract> | undefined;
let rules: ReturnType<typeof loadRules> | undefined;

function ownContract(): Promise<Contract> {
  return (loaded ??= import('../index.js').then(({ loadShippingContract }) => loadShippingContract()));
}

function findOperation({ operations }: Contract, name: string): Operation {
  const found = operations.find(
    ({ id, method, path }) => id === name || `${method.toUpperCase()} ${path}` === name,
  );
  if (found) return found;
  const known = operations.map(({ id }) => id).join(', ');
  throw new Error(`toMatchContract: the document has no operation ${JSON.stringify(name)}; it has ${known}.`);
}

function messageFor(name: string, { status, body }: GivenAnswer, breaches: readonly GivenBreach[]): string {
  if (breaches.length === 0)
    return `Expected the answer of ${name} (status ${status}) to break the contract, but it keeps it.`;
  const lines = breaches.map(({ rule, actual, pointer, level }) => {
    const where = pointer === undefined ? '' : ` at ${pointer === '' ? 'the body' : pointer}`;
    return `- ${printableLine(actual)}${where}\n  ${rule.title} (${level}, ${rule.id}, section ${rule.section})`;
  });
  return `The answer of ${name} (status ${status}) breaks the contract:\n${lines.join('\n')}\nBody: ${printableLine(body.toString('utf8'), 500)}`;
}
