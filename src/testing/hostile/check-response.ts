import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { WireResponse } from './response-stream.js';
import type { Responder } from './hostile-case.js';

/** Says in a sentence what is wrong with a response; undefined if nothing is. */
export type ResponseCheck = (
  response: WireResponse,
  responder: Responder | undefined,
  head: boolean,
) => string | undefined;

/** The schema of each status that the document names; others have that of 400 with another code. */
const schemas: Readonly<Record<number, string>> = {
  ...{ 400: 'BadRequest', 401: 'Unauthorized', 403: 'Forbidden', 404: 'NotFound', 405: 'MethodNotAllowed' },
  ...{ 413: 'ContentTooLarge', 415: 'UnsupportedMediaType', 429: 'TooManyRequests' },
};
const successes = ['CategoryListEnvelope', 'RateListEnvelope', 'OrderCreatedEnvelope', 'OrderEnvelope'];

/** Text that no response may contain: the inside of the server. */
const inside =
  /node:internal|\bat \S+ \(|\.js:\d+|\b(?:Type|Range|Syntax|Reference)Error\b|Cannot read propert/;

/**
 * Checks responses by the document: below 500, errors of the service in its envelope, those of Drydock's own paths as
 * problem details. What the parser refuses is in the envelope wherever on the service's port it was sent, and ends the connection.
 *
 * @param document openapi.yaml, parsed
 */
export function responseCheck(document: object): ResponseCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema(document, 'document');
  const refTo = (name: string) => ({ $ref: `document#/components/schemas/${name}` });
  const success = ajv.compile({ anyOf: successes.map(refTo) });
  const errors = new Map(
    Object.entries(schemas).map(([status, name]) => [Number(status), ajv.compile(refTo(`${name}Envelope`))]),
  );
  const badRequest = errors.get(400);
  return ({ status, headers, body }, responder, head) => {
    if (status >= 500) return `status ${status}`;
    const type = headers.get('content-type') ?? '';
    const text = body.toString('utf8');
    if (status >= 400 && inside.test(text))
      return `the body exposes the inside of the server: ${text.slice(0, 300)}`;
    if (responder === 'control' && headers.has('access-control-allow-origin'))
      return 'CORS on the control origin';
    if (head || status === 204 || (status >= 300 && status < 400)) return undefined;
    if (status < 300 && responder !== 'service') return undefined;
    const isProblem = type.startsWith('application/problem+json');
    if (!isProblem && !type.startsWith('application/json'))
      return `Content-Type ${type} with status ${status}`;
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      return `the body is no JSON: ${text.slice(0, 200)}`;
    }
    if (isProblem)
      return responder === 'service' ? 'problem details from the service' : problemWrong(json, status);
    if (responder === 'control') return 'an envelope from the control origin';
    if (responder === 'drydock' && headers.get('connection') !== 'close')
      return 'an envelope from the control API';
    const validate = status < 300 ? success : (errors.get(status) ?? badRequest);
    const expected = errors.has(status) || status < 300 ? json : withCode(json, '400', status);
    return validate?.(expected) ? undefined : `${ajv.errorsText(validate?.errors)} in ${text.slice(0, 300)}`;
  };
}

function withCode(json: unknown, code: string, status: number): unknown {
  const envelope = json as { response_code?: unknown };
  return envelope.response_code === String(status) ? { ...envelope, response_code: code } : json;
}

function problemWrong(json: unknown, status: number): string | undefined {
  const problem = json as Record<string, unknown>;
  const right =
    problem.status === status &&
    typeof problem.type === 'string' &&
    typeof problem.title === 'string' &&
    typeof problem.detail === 'string';
  return right ? undefined : `no problem details: ${JSON.stringify(json).slice(0, 300)}`;
}
