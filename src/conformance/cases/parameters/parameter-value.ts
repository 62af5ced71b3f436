import { follow } from '../../../contract/operations.js';
import type { Located } from '../../../contract/operations.js';
import type { ParameterObject, Schema, SchemaObject } from '../../../contract/openapi.js';
import { toPointer } from '../../../contract/json-pointer.js';
import { resolveSchema } from '../../../contract/schema/resolve-schema.js';
import { seededRandom } from '../../../contract/seeded-random.js';
import type { StatedContract } from '../../document/stated-contract.js';
import { sample } from '../generate/sample.js';

type WithExamples = ParameterObject & { example?: unknown; examples?: Record<string, { value?: unknown }> };

/** Attempts to hit a schema by chance that keeps more than the sampler knows. */
const attempts = 6;

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

/** A value that the parameter's schema accepts: of the document's examples, or else sampled. */
export function validParameter(stated: StatedContract, parameter: Located<ParameterObject>): unknown {
  const { document } = stated.contract;
  const of = parameterSchema(parameter);
  const documented = documentedValues(stated, parameter.value);
  if (of === undefined) return documented[0] ?? 'drydock';
  const random = seededRandom(1, `${parameter.value.in} ${parameter.value.name}`);
  const sampled = function* () {
    yield sample(document, of.schema, 'minimal', seededRandom());
    yield sample(document, of.schema, 'maximal', seededRandom());
    for (let attempt = 0; attempt < attempts; attempt += 1)
      yield sample(document, of.schema, 'random', random);
  };
  // What the sampler knows is right at once, and to compile a validator for each parameter of a large document takes seconds.
  if (documented.length === 0 && isPlain(resolveSchema(document, of.schema))) return sampled().next().value;
  for (const value of documented) if (acceptsText(stated, of.pointer, value)) return value;
  for (const value of sampled()) if (acceptsText(stated, of.pointer, value)) return value;
  return documented[0] ?? sample(document, of.schema, 'minimal', seededRandom());
}

/** Keywords that the sampler follows. */
const followed = new Set([
  ...['type', 'enum', 'minimum', 'maximum', 'minLength', 'maxLength'],
  ...['title', 'description', 'deprecated'],
]);

function isPlain(schema: SchemaObject): boolean {
  return Object.keys(schema).every((keyword) => followed.has(keyword) || keyword.startsWith('x-'));
}

/** Whether a value, written as text where it is one, is what the schema at a pointer accepts. */
export function acceptsText(stated: StatedContract, pointer: string, value: unknown): boolean {
  return stated.full.coercingAt(pointer)({ value: structuredClone(value) });
}

function documentedValues({ contract: { document } }: StatedContract, parameter: WithExamples): unknown[] {
  const named = Object.values(parameter.examples ?? {}).map(
    (example) => follow<{ value?: unknown }>(document, { pointer: '', value: example }).value.value,
  );
  // An empty text is no segment of a path.
  return [parameter.example, ...named].filter(
    (value) => value !== undefined && value !== null && value !== '',
  );
}
