import { rule, type Breach } from '../../src/conformance/rules/rule.js';
import type { StatedContract } from '../../src/conformance/document/stated-contract.js';
import type { Schema } from '../../src/contract/openapi.js';
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
    const present = found.filter(({ value }) => value !== undefined && value !== null);
    const [breach] = present.filter(({ isReadOnly }) => !isReadOnly);
    if (breach) return { actual: `${breach.path.join('.')} is there`, pointer: toPointer(breach.path) };
    const [contradiction] = present;
    return contradiction === undefined ? 'pass' : ownMistake(contradiction.path);
  },
});

interface Place {
  readonly path: readonly (string | number)[];
  /** Undefined where it is not there. */
  readonly value: unknown;
  /** It is for responses alone, too. */
  readonly isReadOnly: boolean;
}

/** OpenAPI 3.0, Schema Object: a property may not be marked as both. */
function ownMistake(path: Place['path']): Breach {
  const actual = `${path.join('.')} is there: the document's own mistake, which marks it as readOnly and as writeOnly`;
  return { actual, level: 'ASSUMED', kind: `own mistake ${path.join('.')}`, pointer: toPointer(path) };
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
      const resolved = schemas.map((one) => resolveSchema(document, one));
      if (resolved.every(({ writeOnly }) => writeOnly === true)) {
        const isReadOnly = resolved.some(({ readOnly }) => readOnly === true);
        return [{ path: [...path, name], value: here[name], isReadOnly }];
      }
      return Object.hasOwn(here, name) ? visit(schemas[0], here[name], [...path, name]) : [];
    });
  };
  return visit(schema, value, []);
}
