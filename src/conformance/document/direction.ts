import { followSchema } from '../../contract/schema/resolve-schema.js';
import type { Schema } from '../../contract/openapi.js';
import type { ErrorObject } from '../../contract/validation/schema-validator.js';
import type { StatedContract } from './stated-contract.js';

/**
 * Whether an error demands a property that only the other side sends: a `readOnly` one in a request, a `writeOnly` one in a
 * response (OpenAPI 3.0, Schema Object; 3.1 leaves it as it is).
 */
export function isForTheOther(
  { contract: { document } }: Pick<StatedContract, 'contract'>,
  { keyword, params, parentSchema }: ErrorObject,
  onlyThere: 'readOnly' | 'writeOnly',
): boolean {
  if (keyword !== 'required') return false;
  const { missingProperty } = params as { missingProperty: string };
  const properties = (parentSchema as { properties?: Record<string, Schema> } | undefined)?.properties ?? {};
  const property = Object.hasOwn(properties, missingProperty) ? properties[missingProperty] : undefined;
  return property !== undefined && followSchema(document, property)?.[onlyThere] === true;
}
