import { examplesOf, type Located, type Operation } from '../../contract/operations.js';
import type { ParameterObject } from '../../contract/openapi.js';
import { seededRandom } from '../../contract/seeded-random.js';
import { isObject } from '../../contract/schema/json-equal.js';
import { resolveSchema } from '../../contract/schema/resolve-schema.js';
import { inOrder } from '../../values/in-order.js';
import { proveProblems } from '../document/prove-problems.js';
import type { StatedContract } from '../document/stated-contract.js';
import { ordinaryParameters } from './credentials/credential.js';
import { otherBody } from './bodies/other-body.js';
import { requestMediaOf, type RequestMedia } from '../document/request-media.js';
import type { MadeUpIds } from './made-up-ids.js';
import { withParameter } from './parameters/parameter-text.js';
import { validParameter } from './parameters/parameter-value.js';
import { withHeaders, withJson, type RequestParts } from './request.js';

/** The content codings that a plain client asks for. */
export const ordinaryCodings = 'gzip, deflate';

/** Headers of a plain client: no preference for JSON. */
const plainHeaders = { Accept: '*/*', 'Accept-Encoding': ordinaryCodings, 'User-Agent': 'drydock-kit' };

/** Which values parameters get, where not their own. */
export interface ParameterChoice {
  /** Take the place of the documented values in the path. */
  readonly madeUpIds?: MadeUpIds | undefined;
  /** A parameter that is left out; in the path its template stays. */
  readonly without?: ParameterObject;
  /** By the parameter's name. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/**
 * A valid request of an operation without a key: its required parameters, and its valid body if it takes one.
 *
 * @param body the valid one
 */
export function validRequest(
  stated: StatedContract,
  operation: Operation,
  body: unknown,
  { madeUpIds, without, values = {} }: ParameterChoice = {},
): RequestParts {
  const bare = { method: operation.method.toUpperCase(), path: operation.path, headers: { ...plainHeaders } };
  const wanted = ordinaryParameters(stated.contract, operation).filter(
    ({ value }) => value.required === true && !(value.in === without?.in && value.name === without.name),
  );
  const valueOf = (parameter: Located<ParameterObject>): unknown =>
    values[parameter.value.name] ?? valueFor(stated, parameter, madeUpIds);
  const inQuery = wanted.filter(({ value }) => value.in === 'query');
  const ranged = inOrder(Object.fromEntries(inQuery.map((one) => [one.value.name, valueOf(one)])));
  const queried = (isObject(ranged) ? ranged : {}) as Readonly<Record<string, unknown>>;
  const request = wanted.reduce<RequestParts>(
    (changing, parameter) =>
      withParameter(
        changing,
        parameter.value,
        parameter.value.in === 'query' ? queried[parameter.value.name] : valueOf(parameter),
      ),
    bare,
  );
  return withValidBody(stated, operation, request, body);
}

/** A valid body: the first valid example, or else one generated from the schema; valid where some attempt hits it. */
export function validBody(stated: StatedContract, operation: Operation): unknown {
  const example = validExamples(stated, operation)[0] ?? formExample(stated, operation);
  if (example !== undefined) return example[1];
  const { pointer = '' } = requestMediaOf(operation) ?? {};
  const random = seededRandom(1, operation.id);
  let first: unknown;
  for (const fullness of attempts) {
    const made = stated.values.generate(`${pointer}/schema`, { random, fullness, examples: 'accepted' });
    // A schema can't say that a stay ends after it begins.
    for (const body of [inOrder(made), made])
      if (proveProblems(stated, operation, body, 'ASSUMED').length === 0) return body;
    first ??= made;
  }
  return first;
}

const attempts = [undefined, 'minimal', 'random'] as const;

/** The documented examples of an operation's body that its schema accepts, by name. */
export function validExamples(
  stated: StatedContract,
  operation: Operation,
): readonly (readonly [name: string, body: unknown])[] {
  const media = requestMediaOf(operation)?.media;
  if (media === undefined || stated.requestSchema(operation) === undefined) return [];
  return [...examplesOf(stated.contract.document, media)].filter(
    ([, body]) => proveProblems(stated, operation, body, 'ASSUMED').length === 0,
  );
}

/** The first documented example of a form that its schema accepts. */
function formExample(
  stated: StatedContract,
  operation: Operation,
): readonly [name: string, body: unknown] | undefined {
  const { kind, media, pointer = '' } = requestMediaOf(operation) ?? {};
  if ((kind !== 'form' && kind !== 'multipart') || media?.schema === undefined) return undefined;
  const accepts = stated.full.formAt(`${pointer}/schema`);
  return [...examplesOf(stated.contract.document, media)].find(
    ([, body]) => isObject(body) && accepts({ value: structuredClone(body) }),
  );
}

/** Returns whether the document says too little for a valid body: of XML without an example, for one. */
export function lacksBody(stated: StatedContract, operation: Operation): boolean {
  const media = requestMediaOf(operation);
  if (media === undefined || isJson(media) || operation.requestBody?.value.required !== true) return false;
  return otherBody(stated.contract.document, media, validBody(stated, operation)) === undefined;
}

function isJson({ kind }: RequestMedia): boolean {
  return kind === 'json' || kind === 'merge-patch' || kind === 'json-patch';
}

function withValidBody(
  stated: StatedContract,
  operation: Operation,
  request: RequestParts,
  body: unknown,
): RequestParts {
  const media = requestMediaOf(operation);
  if (media === undefined) return request;
  if (isJson(media)) {
    const typed = withHeaders(request, { 'Content-Type': media.contentType });
    if (stated.requestSchema(operation) !== undefined) return withJson(typed, body);
    // The targets of a JSON Patch are not documented, and one without operations changes nothing.
    return media.kind === 'json-patch' ? withJson(typed, []) : request;
  }
  const other = otherBody(stated.contract.document, media, body);
  if (other === undefined) return request;
  return { ...withHeaders(request, { 'Content-Type': other.contentType }), body: other.bytes };
}

function valueFor(
  stated: StatedContract,
  parameter: Located<ParameterObject>,
  madeUpIds: MadeUpIds | undefined,
): unknown {
  const madeUp =
    parameter.value.in === 'path'
      ? madeUpIds?.next(parameter.value, (schema) => resolveSchema(stated.contract.document, schema))
      : undefined;
  return madeUp ?? validParameter(stated, parameter);
}
