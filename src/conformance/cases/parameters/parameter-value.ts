import { examplesOf, type Located } from '../../../contract/operations.js';
import type { ParameterObject, Schema } from '../../../contract/openapi.js';
import { toPointer } from '../../../contract/json-pointer.js';
import { resolveSchema, typeOf } from '../../../contract/schema/resolve-schema.js';
import { seededRandom } from '../../../contract/seeded-random.js';
import type { StatedContract } from '../../document/stated-contract.js';

/** The schema of a parameter's value, and its pointer; undefined where the document gives none. */
export function parameterSchema({
  pointer,
  value: { schema, content },
}: Located<ParameterObject>): { pointer: string; schema: Schema } | undefined {
  if (schema !== undefined) return { pointer: `${pointer}/schema`, schema };
  const [mediaType, media] = Object.entries(content ?? {})[0] ?? [];
  if (mediaType === undefined || media?.schema === undefined) return undefined;
  return { pointer: `${pointer}${toPointer(['content', mediaType, 'schema'])}`, schema: media.schema };
}

/** A value that the parameter's schema accepts: of the document's examples, or else generated. */
export function validParameter(
  stated: StatedContract,
  { pointer, value: parameter }: Located<ParameterObject>,
): unknown {
  const of = parameterSchema({ pointer, value: parameter });
  const documented = documentedValues(stated, parameter);
  if (of === undefined) return documented[0] ?? anyText;
  const example = documented.find((value) => acceptsText(stated, of.pointer, value));
  if (example !== undefined) return example;
  const random = seededRandom(1, `${parameter.in} ${parameter.name}`);
  const made = stated.values.generate(of.pointer, { random, examples: 'accepted' }, parameter.name);
  const isTyped = typeOf(resolveSchema(stated.contract.document, of.schema)) !== undefined;
  return isTyped || typeof made !== 'object' ? made : anyText;
}

/** For a parameter of which the document says nothing. */
const anyText = 'drydock';

const attempts = [11, 12, 13, 14, 15, 16];

/** A value that the parameter's schema accepts, other than those that are known; undefined where its values are listed, or few. */
export function unknownParameter(
  stated: StatedContract,
  parameter: Located<ParameterObject>,
  known: readonly string[],
): unknown {
  const of = parameterSchema(parameter);
  if (of === undefined) return undefined;
  const schema = resolveSchema(stated.contract.document, of.schema);
  if (schema.enum !== undefined || schema.const !== undefined) return undefined;
  // Ids are counted from 1.
  const number = typeof schema.maximum === 'number' ? schema.maximum : 2_000_000_011;
  const isNumber = ['integer', 'number'].includes(typeOf(schema) ?? '');
  const made = isNumber
    ? [number]
    : attempts.map((seed) =>
        stated.values.generate(of.pointer, { random: seededRandom(seed, 'unknown'), examples: 'none' }),
      );
  return made.find(
    (value) =>
      (typeof value === 'string' || typeof value === 'number') &&
      !known.includes(String(value)) &&
      value !== '' &&
      acceptsText(stated, of.pointer, value),
  );
}

/** Returns whether a value, written as text where it is one, is what the schema at a pointer accepts. */
export function acceptsText(stated: StatedContract, pointer: string, value: unknown): boolean {
  return stated.full.coercingAt(pointer)({ value: structuredClone(value) });
}

function documentedValues({ contract: { document } }: StatedContract, parameter: ParameterObject): unknown[] {
  // An empty text is no segment of a path.
  return [...examplesOf(document, parameter).values()].filter((value) => value !== null && value !== '');
}
