import { expect } from '@jest/globals';
import { responseBodyValidator } from '../contract/contract.js';
import type { Contract } from '../contract/contract.js';
import { responseFor } from '../contract/operations.js';

/** An answer as far as a document speaks of it. */
export interface AnsweredWith {
  readonly status: number;
  readonly json: unknown;
  readonly contentType: string | null;
}

/** What a document finds wrong with an answer of an operation; empty when it is documented and fits. */
export function undocumented(contract: Contract, operationId: string, answer: AnsweredWith): string[] {
  const operation = contract.operations.find(({ id }) => id === operationId);
  if (!operation) return [`no operation ${operationId}`];
  const response = responseFor(operation, answer.status);
  if (!response) return [`no response ${answer.status}`];
  const validate = responseBodyValidator(contract, operation, answer.status, answer.contentType ?? undefined);
  if (!validate) return response.value.content ? [`no schema for ${answer.contentType ?? 'nothing'}`] : [];
  return contract.validators.problems(validate, answer.json, 'body').map(({ text }) => text);
}

/** Fails unless an answer has the status and the document accepts it. */
export function expectDocumented(
  contract: Contract,
  operationId: string,
  status: number,
  answer: { readonly status: number; readonly headers: Headers; readonly json: unknown },
): void {
  const contentType = answer.headers.get('content-type');
  const problems = undocumented(contract, operationId, { ...answer, contentType });
  expect([operationId, answer.status, problems, answer.json]).toEqual([operationId, status, [], answer.json]);
}
