import { followSchema } from '../../contract/schema/resolve-schema.js';
import type { OpenApiDocument, Schema } from '../../contract/openapi.js';
import type { ErrorObject } from '../../contract/validation/schema-validator.js';
import type { StatedContract } from './stated-contract.js';

/**
 * Returns whether an error demands a property that only the other side sends: a `readOnly` one in a request, a `writeOnly` one in a
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
  return property !== undefined && says(document, property, onlyThere, 0);
}

/** Returns whether a schema says so, or what it is made of: some write a property as `allOf` of what it refers to. */
function says(document: OpenApiDocument, schema: Schema, keyword: string, level: number): boolean {
  const found = followSchema(document, schema);
  if (found === undefined || level > 10) return false;
  return (
    found[keyword] === true || (found.allOf ?? []).some((part) => says(document, part, keyword, level + 1))
  );
}
