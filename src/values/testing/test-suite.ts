import { createRequire } from 'node:module';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import { ValueGenerator } from '../value-generator.js';

/** A schema of the JSON Schema Test Suite, with data that it accepts and data that it doesn't. */
export interface SuiteGroup {
  readonly name: string;
  readonly schema: object | boolean;
  readonly valid: readonly unknown[];
  readonly invalid: readonly unknown[];
}

const require = createRequire(import.meta.url);

/** Every group of the suite that has a valid case. */
export const suiteGroups = (
  require('./generated/json-schema-test-suite.json') as { readonly groups: readonly SuiteGroup[] }
).groups;

/** Groups of whose schemas no valid value is made with every seed, or which neither Ajv nor the evaluator can judge. */
export const unsatisfiedGroups: readonly string[] = [
  "not: collect annotations inside a 'not', even if collection is disabled",
  'idn-hostname: validation of internationalized host names',
  'iri: validation of IRIs',
  'refRemote: remote HTTP ref with different $id',
  'refRemote: remote HTTP ref with different URN $id',
  'refRemote: remote HTTP ref with nested absolute ref',
];

const asciiFormats = {
  iri: 'uri',
  'iri-reference': 'uri-reference',
  'idn-email': 'email',
  'idn-hostname': 'hostname',
};

type Accepts = (value: unknown) => boolean;

/** Ajv, which is not the evaluator that the generator uses itself. */
function suiteAjv(): Ajv2020 {
  const { Ajv2020: Ajv } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const addFormats = require('ajv-formats') as (ajv: Ajv2020) => Ajv2020;
  const ajv = new Ajv({ strict: false, validateSchema: false, logger: false, addUsedSchema: false });
  addFormats(ajv);
  // Of these formats ajv-formats knows the part in ASCII only.
  for (const [format, ascii] of Object.entries(asciiFormats))
    ajv.addFormat(format, ajv.formats[ascii] ?? true);
  return ajv;
}

const ajv = suiteAjv();

/**
 * The judge of a value: Ajv where it rejects all invalid data of the group and not all of the valid data, else the generator's
 * own evaluator where that does. Undefined where neither does.
 */
export function judgeOf({ schema, valid, invalid }: SuiteGroup): Accepts | undefined {
  const own = new ValueGenerator(schema);
  const isRight = (accepts: Accepts): boolean => {
    try {
      return valid.some(accepts) && !invalid.some(accepts);
    } catch {
      return false;
    }
  };
  return [byAjv(schema), (value: unknown) => own.accepts('', value)].find(
    (accepts) => accepts !== undefined && isRight(accepts),
  );
}

function byAjv(schema: object | boolean): Accepts | undefined {
  try {
    return ajv.compile(schema);
  } catch {
    return undefined;
  } finally {
    ajv.removeSchema();
  }
}
