import { randomUUID } from 'node:crypto';
import type { Located, Operation } from '../../contract/operations.js';
import type { ParameterObject } from '../../contract/openapi.js';
import { isIdempotencyKey } from '../../contract/prose/idempotency-keys.js';
import { ordinaryParameters } from './credentials/credential.js';
import { acceptsText } from './parameters/parameter-value.js';
import type { Planner } from './planner.js';
import type { Case } from './case.js';
import { requestHeader, type RequestParts } from './request.js';

/** The header by which a server knows a repeated request, if an operation has one. */
export function idempotencyKeyOf(
  planner: Planner,
  operation: Operation,
): Located<ParameterObject> | undefined {
  return ordinaryParameters(planner.stated.contract, operation).find(({ value }) => isIdempotencyKey(value));
}

/** A valid request that no server takes for a repetition of an earlier one: its idempotency key, if it has one, is new. */
export function newRequest(
  planner: Planner,
  operation: Operation,
  values: Readonly<Record<string, unknown>> = {},
): RequestParts {
  return withNewKey(planner, operation, planner.request(operation, values));
}

/** The request with a new idempotency key, spelled under the same name, if the operation has one. */
export function withNewKey(planner: Planner, operation: Operation, request: RequestParts): RequestParts {
  const key = idempotencyKeyOf(planner, operation);
  if (key === undefined) return request;
  // Also other than in earlier runs, which the target may remember.
  const uuid = randomUUID();
  const fresh = [uuid, `drydock-${uuid.slice(-12)}`, uuid.slice(-12), uuid.replaceAll(/\D/g, '')].find(
    (value) => acceptsText(planner.stated, `${key.pointer}/schema`, value),
  );
  if (fresh === undefined) return request;
  const known = Object.keys(request.headers).find((name) => isSameName(name, key.value.name));
  return { ...request, headers: { ...request.headers, [known ?? key.value.name]: fresh } };
}

/**
 * The request of a case with a new idempotency key, where it has one that is not about the case: a target may answer each request
 * with the key of an earlier one as it answered that.
 */
export function withOwnKey(planner: Planner, item: Case, request: RequestParts): RequestParts {
  const { operation, parameter } = item;
  const key = operation && idempotencyKeyOf(planner, operation);
  if (operation === undefined || key === undefined) return request;
  const isAboutKey = parameter?.value.in === 'header' && isSameName(parameter.value.name, key.value.name);
  const hasKey = requestHeader(request, key.value.name) !== undefined;
  return isAboutKey || !hasKey ? request : withNewKey(planner, operation, request);
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
