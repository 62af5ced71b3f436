import { randomUUID } from 'node:crypto';
import type { Located, Operation } from '../../contract/operations.js';
import type { ParameterObject } from '../../contract/openapi.js';
import { ordinaryParameters } from './credentials/credential.js';
import { acceptsText } from './parameters/parameter-value.js';
import type { Planner } from './planner.js';
import { withHeaders, type RequestParts } from './request.js';

/** The header by which a server knows a repeated request, if an operation has one. */
export function idempotencyKeyOf(
  planner: Planner,
  operation: Operation,
): Located<ParameterObject> | undefined {
  return ordinaryParameters(planner.stated.contract, operation).find(
    ({ value }) => value.in === 'header' && /^(?:x-)?idempotency-key$/i.test(value.name),
  );
}

/** A valid request that no server takes for a repetition of an earlier one: its idempotency key, if it has one, is new. */
export function newRequest(
  planner: Planner,
  operation: Operation,
  values: Readonly<Record<string, unknown>> = {},
): RequestParts {
  const key = idempotencyKeyOf(planner, operation);
  const request = planner.request(operation, values);
  if (key === undefined) return request;
  // Also other than in earlier runs, which the target may remember.
  const uuid = randomUUID();
  const fresh = [uuid, `drydock-${uuid.slice(-12)}`, uuid.slice(-12), uuid.replaceAll(/\D/g, '')].find(
    (value) => acceptsText(planner.stated, `${key.pointer}/schema`, value),
  );
  return fresh === undefined ? request : withHeaders(request, { [key.value.name]: fresh });
}
