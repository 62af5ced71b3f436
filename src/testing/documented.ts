import { expect } from 'vitest';
import { responseBodyValidator, type Contract } from '../contract/contract.js';
import { responseFor } from '../contract/operations.js';

/** The part of a response that a document describes. */
export interface DescribedResponse {
  readonly status: number;
  readonly json: unknown;
  readonly contentType: string | null;
}

/** Lists how a response of an operation breaks a document; empty when it is documented and fits. */
export function undocumented(contract: Contract, operationId: string, received: DescribedResponse): string[] {
  const operation = contract.operations.find(({ id }) => id === operationId);
  if (!operation) return [`no operation ${operationId}`];
  const response = responseFor(operation, received.status);
  if (!response) return [`no response ${received.status}`];
  const validate = responseBodyValidator(
    contract,
    operation,
    received.status,
    received.contentType ?? undefined,
  );
  if (!validate) return response.value.content ? [`no schema for ${received.contentType ?? 'nothing'}`] : [];
  return contract.validators.problems(validate, received.json, 'body').map(({ text }) => text);
}

/** Fails unless a response has the status and the document accepts it. */
export function expectDocumented(
  contract: Contract,
  operationId: string,
  status: number,
  received: { readonly status: number; readonly headers: Headers; readonly json: unknown },
): void {
  const contentType = received.headers.get('content-type');
  const problems = undocumented(contract, operationId, { ...received, contentType });
  if (received.status === status && problems.length === 0) return;
  expect([operationId, received.status, problems, received.json]).toEqual([
    operationId,
    status,
    [],
    received.json,
  ]);
}
