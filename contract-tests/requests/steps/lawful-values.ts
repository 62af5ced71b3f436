import type { Planner } from '../../../src/conformance/cases/planner.js';
import type { SchemaObject } from '../../../src/contract/openapi.js';
import { resolveSchema, typeOf } from '../../../src/contract/schema/resolve-schema.js';

/** Values that a schema singles out: each of a list, both bounds, null. */
export function lawfulValues(planner: Planner, schema: SchemaObject): unknown[] {
  const { document } = planner.stated.contract;
  const type = typeOf(schema);
  if (type === 'array') {
    const [one, two] = lawfulValues(planner, resolveSchema(document, schema.items));
    return two === undefined ? [] : [[one, two]];
  }
  const { minimum, maximum, multipleOf, nullable } = schema as {
    minimum?: unknown;
    maximum?: unknown;
    multipleOf?: unknown;
    nullable?: unknown;
  };
  const types: unknown = schema.type;
  const allowsNull = nullable === true || (Array.isArray(types) && types.includes('null'));
  const bounds = [minimum, maximum].filter(
    (bound) => typeof bound === 'number' && Math.abs(bound) <= 1_000_000,
  );
  return [
    ...(schema.enum ?? []),
    ...(type === 'boolean' ? [true, false] : []),
    ...(schema.enum === undefined ? bounds : []),
    // An odd multiple: whoever takes a coarser step rejects it.
    ...(schema.enum === undefined && typeof multipleOf === 'number'
      ? [oddMultiple(multipleOf, minimum)]
      : []),
    ...(allowsNull ? [null] : []),
  ];
}

function oddMultiple(step: number, minimum: unknown): number {
  const least = typeof minimum === 'number' ? Math.ceil(minimum / step) : 0;
  return (least + (least % 2 === 0 ? 1 : 0)) * step;
}
