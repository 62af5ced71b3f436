/** Sends requests to a reference server, and says what openapi.yaml expects of the responses. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { parse } from 'yaml';
import { DEFAULT_KEYS } from '../reference-server/keys.js';
import type { RunningServer } from '../reference-server/reference-server.js';
import type { Fields } from '../reference-server/stages.js';
import {
  askRates,
  askWith,
  forbiddenRates,
  listCategories,
  TWO_BOXES,
  unknownPath,
  withKey,
} from '../variations/requests.js';
import type { Step } from '../variations/variation.js';

export const openapi = parse(readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8')) as Fields;
const ajv = ajvOf(openapi);
const statedAjv = ajvOf(withoutAssumptions(openapi) as Fields);

function ajvOf(document: Fields): Ajv2020 {
  const instance = new Ajv2020({ strict: false, allErrors: true });
  formats.default(instance);
  instance.addSchema(document, 'openapi.yaml');
  return instance;
}

/** A copy without the keywords that are assumed, and without the form of timestamps: any of ISO 8601 keeps section 2.2. */
function withoutAssumptions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAssumptions);
  if (typeof value !== 'object' || value === null) return value;
  const { keywords = {} } = Object((value as Fields)['x-source']) as { keywords?: Record<string, Fields> };
  const isLoose = (name: string) =>
    Object.hasOwn(keywords[name] ?? {}, 'assumed') ||
    ((value as Fields).format === 'date-time' && ['format', 'pattern'].includes(name));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isLoose(name))
      .map(([name, inner]) => [name, withoutAssumptions(inner)]),
  );
}

/** Lists how a body breaks a schema of openapi.yaml. */
export function breaches(schema: string, body: unknown): string[] {
  return breachesOf(ajv, schema, body);
}

/** Lists how a body breaks what a schema takes from the specification, assumptions aside. */
export function statedBreaches(schema: string, body: unknown): string[] {
  return breachesOf(statedAjv, schema, body);
}

function breachesOf(validators: Ajv2020, schema: string, body: unknown): string[] {
  const validate = validators.getSchema(`openapi.yaml#/components/schemas/${schema}`);
  if (!validate) throw new Error(`openapi.yaml has no schema ${schema}`);
  void validate(body);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}

/** Sends a step on a kept connection, as a client would; the keys of the step are exchanged for those of the server. */
export async function send({ url }: RunningServer, step: Step, keys = DEFAULT_KEYS) {
  const wanted: Record<string, string | null> = {
    Authorization: `Bearer ${DEFAULT_KEYS.valid}`,
    ...step.headers,
  };
  const headers: Record<string, string> = { 'Accept-Encoding': 'gzip, deflate, br' };
  for (const [name, value] of Object.entries(wanted)) {
    const kind = (['valid', 'expired', 'limited'] as const).find((each) =>
      value?.endsWith(DEFAULT_KEYS[each]),
    );
    if (value !== null) headers[name] = kind ? value.replace(DEFAULT_KEYS[kind], keys[kind]) : value;
  }
  const response = await responseTo(() =>
    request(url + step.path, { method: step.method, headers }).end(step.body),
  );
  const { statusCode: status = 0, headers: received } = response;
  const bytes = decoded(await buffer(response), received['content-encoding']);
  return { status, type: received['content-type'], body: JSON.parse(bytes.toString('utf8')) as Fields };
}

/** A server may close a kept connection at any time: then the request is sent once more (RFC 9112 9.3.1). */
async function responseTo(send: () => ClientRequest): Promise<IncomingMessage> {
  const sent = send();
  try {
    return await responseOf(sent);
  } catch (error) {
    if (!sent.reusedSocket) throw error;
    return responseOf(send());
  }
}

async function responseOf(sent: ClientRequest): Promise<IncomingMessage> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}

/** @throws Error for a coding that the request does not accept */
function decoded(bytes: Buffer, coding = 'identity'): Buffer {
  if (coding === 'identity') return bytes;
  if (coding === 'gzip' || coding === 'x-gzip') return gunzipSync(bytes);
  if (coding === 'deflate') return inflateSync(bytes);
  if (coding === 'br') return brotliDecompressSync(bytes);
  throw new Error(`A response has the content coding ${coding}, which was not asked for.`);
}

/** One request of each kind, with the status and the schema of its response. */
export const expectedResponses: [string, Step, number, string][] = [
  ['the category list', listCategories, 200, 'CategoryListEnvelope'],
  ['rates of one box', askRates(), 200, 'RateListEnvelope'],
  ['rates of two boxes', askRates(TWO_BOXES), 200, 'RateListEnvelope'],
  ['rates of what nobody carries', askWith('weight', 90_000), 200, 'RateListEnvelope'],
  ['no key', withKey(null), 401, 'UnauthorizedEnvelope'],
  ['an unknown key', withKey('Bearer nobody'), 401, 'UnauthorizedEnvelope'],
  ['an expired key', withKey(`Bearer ${DEFAULT_KEYS.expired}`), 401, 'UnauthorizedEnvelope'],
  ['another scheme', withKey(`Basic ${DEFAULT_KEYS.valid}`), 401, 'UnauthorizedEnvelope'],
  ['an invalid request without a key', withKey(null, askRates('{')), 401, 'UnauthorizedEnvelope'],
  ['a limited key', forbiddenRates, 403, 'ForbiddenEnvelope'],
  ['categories for a limited key', withKey(`Bearer ${DEFAULT_KEYS.limited}`), 200, 'CategoryListEnvelope'],
  ['an unknown path', unknownPath, 404, 'NotFoundEnvelope'],
  ['a wrong method', { method: 'DELETE', path: '/categories' }, 405, 'MethodNotAllowedEnvelope'],
  ['an unknown order', { method: 'GET', path: '/orders/TRK1' }, 404, 'NotFoundEnvelope'],
];
