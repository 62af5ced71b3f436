import { examplesOf, follow, jsonMediaType } from '../../contract/operations.js';
import type { Operation } from '../../contract/operations.js';
import type { ParameterObject } from '../../contract/openapi.js';
import { seededRandom } from '../../contract/seeded-random.js';
import { resolveSchema } from '../../contract/schema/resolve-schema.js';
import type { StatedContract } from '../document/stated-contract.js';
import { sample } from './generate/sample.js';
import type { MadeUpIds } from './made-up-ids.js';
import { withJson } from './request.js';
import type { RequestParts } from './request.js';

/** What a plain client sends: no preference for JSON. */
const plainHeaders = { Accept: '*/*', 'Accept-Encoding': 'gzip, deflate', 'User-Agent': 'drydock-kit' };

/**
 * A valid request of an operation without a key: its required parameters, and its valid body if it takes one.
 *
 * @param madeUpIds take the place of the documented values in the path
 */
export function validRequest(
  stated: StatedContract,
  operation: Operation,
  madeUpIds?: MadeUpIds,
): RequestParts {
  const { path, headers } = withParameters(stated, operation, madeUpIds);
  const bare = { method: operation.method.toUpperCase(), path, headers: { ...plainHeaders, ...headers } };
  if (stated.requestSchema(operation) === undefined) return bare;
  const typed = { ...bare, headers: { ...bare.headers, 'Content-Type': 'application/json' } };
  return withJson(typed, validBody(stated, operation));
}

/** A valid body: the first valid example, or else one generated from the schema. */
export function validBody(stated: StatedContract, operation: Operation): unknown {
  const example = validExamples(stated, operation)[0];
  if (example !== undefined) return example[1];
  const schema = stated.requestSchema(operation)?.schema;
  return sample(stated.contract.document, schema, 'maximal', seededRandom());
}

/** The documented examples of an operation's body that its schema accepts, by name. */
export function validExamples(
  stated: StatedContract,
  operation: Operation,
): readonly (readonly [name: string, body: unknown])[] {
  const schema = stated.requestSchema(operation);
  const content = operation.requestBody?.value.content;
  const mediaType = jsonMediaType(content);
  const media = mediaType === undefined ? undefined : content?.[mediaType];
  if (schema === undefined || media === undefined) return [];
  const validate = stated.full.at(schema.pointer);
  return [...examplesOf(stated.contract.document, media)].filter(([, body]) => validate(body));
}

function withParameters(stated: StatedContract, operation: Operation, madeUpIds: MadeUpIds | undefined) {
  const headers: Record<string, string> = {};
  const query: string[] = [];
  let path = operation.path;
  for (const { value: parameter } of operation.parameters) {
    if (parameter.required !== true) continue;
    const madeUp =
      parameter.in === 'path'
        ? madeUpIds?.next(parameter, (schema) => resolveSchema(stated.contract.document, schema))
        : undefined;
    const value = madeUp ?? parameterValue(stated, parameter);
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, encodeURIComponent(value));
    if (parameter.in === 'query')
      query.push(`${encodeURIComponent(parameter.name)}=${encodeURIComponent(value)}`);
    if (parameter.in === 'header') headers[parameter.name] = value;
  }
  return { path: query.length > 0 ? `${path}?${query.join('&')}` : path, headers };
}

type WithExamples = ParameterObject & { example?: unknown; examples?: Record<string, { value?: unknown }> };

function parameterValue({ contract }: StatedContract, parameter: WithExamples): string {
  const { document } = contract;
  const named = Object.values(parameter.examples ?? {})[0];
  const example =
    parameter.example ??
    (named && follow<{ value?: unknown }>(document, { pointer: '', value: named }).value.value);
  const value = example ?? sample(document, parameter.schema, 'minimal', seededRandom());
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
