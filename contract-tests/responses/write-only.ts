import { rule } from '../../src/conformance/rules/rule.js';
import type { StatedContract } from '../../src/conformance/document/stated-contract.js';
import type { Schema, SchemaObject } from '../../src/contract/openapi.js';
import { isObject } from '../../src/contract/schema/json-equal.js';
import { toPointer, valueAt } from '../../src/contract/json-pointer.js';
import { followSchema, resolveSchema } from '../../src/contract/schema/resolve-schema.js';

/** Elements at most of one list that are looked into. */
const maxElements = 20;
/** Objects in objects in objects. */
const maxDepth = 8;

export default rule({
  title: 'A response has no value that is for requests alone.',
  level: 'MUST',
  section: 'document',
  // JSON Schema Validation 9.4: such a value is never present when the instance is retrieved.
  sentence: 'The properties that the document marks as writeOnly.',
  expected: ['no property that the document marks as writeOnly, unless it is null'],
  appliesTo: { document: 'other' },
  check({ operation, response, json, request }, { stated }) {
    if (operation?.method.toUpperCase() !== request.method || response.status >= 300 || !json.ok)
      return undefined;
    const pointer = stated.responseSchema(operation, response.status);
    const schema = pointer === undefined ? undefined : (valueAt(stated.contract.document, pointer) as Schema);
    const found = schema === undefined ? undefined : writeOnlyIn(stated, schema, json.value);
    if (found === undefined || found.length === 0) return undefined;
    const [present] = found.filter(({ value }) => value !== undefined && value !== null);
    return present === undefined
      ? 'pass'
      : { actual: `${present.path.join('.')} is there`, pointer: toPointer(present.path) };
  },
});

interface Place {
  readonly path: readonly (string | number)[];
  /** Undefined where it is not there. */
  readonly value: unknown;
}

/** The properties that are marked so in all branches that have them, wherever the value may have one. */
function writeOnlyIn(
  { contract: { document } }: StatedContract,
  schema: Schema | undefined,
  value: unknown,
): readonly Place[] {
  const visit = (at: Schema | undefined, here: unknown, path: Place['path']): Place[] => {
    if (at === undefined || path.length > maxDepth) return [];
    const { oneOf, anyOf, ...own } = followSchema(document, at) ?? {};
    const branches = [own, ...(oneOf ?? anyOf ?? [])].map((one) => resolveSchema(document, one));
    if (Array.isArray(here)) {
      const { items } = branches.find((one) => one.items !== undefined) ?? {};
      return here.slice(0, maxElements).flatMap((one: unknown, index) => visit(items, one, [...path, index]));
    }
    if (!isObject(here)) return [];
    const names = new Set(branches.flatMap((one) => Object.keys(one.properties ?? {})));
    return [...names].flatMap((name): Place[] => {
      const schemas = branches.flatMap(({ properties = {} }): Schema[] => {
        const { [name]: property } = properties as Record<string, Schema | undefined>;
        return property === undefined ? [] : [property];
      });
      if (schemas.every((one) => isWriteOnly(resolveSchema(document, one))))
        return [{ path: [...path, name], value: here[name] }];
      return Object.hasOwn(here, name) ? visit(schemas[0], here[name], [...path, name]) : [];
    });
  };
  return visit(schema, value, []);
}

/** A property that is readOnly too has a document that contradicts itself (OpenAPI 3.0, Schema Object: it may not be both). */
function isWriteOnly({ readOnly, writeOnly }: SchemaObject): boolean {
  return writeOnly === true && readOnly !== true;
}
