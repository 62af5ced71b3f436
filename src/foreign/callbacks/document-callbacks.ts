/**
 * Plans the requests that a document says its service sends. Their bodies are its examples, or are made from their schemas as
 * responses are: whoever sends them knows what is readOnly.
 */
import { getOrMake } from '../../contract/get-or-make.js';
import type { Contract } from '../../contract/contract.js';
import {
  callbacksOf,
  webhooksOf,
  type OutgoingOperation,
} from '../../contract/document/outgoing-operations.js';
import { valueAt } from '../../contract/json-pointer.js';
import type { OpenApiDocument } from '../../contract/openapi.js';
import type { Operation } from '../../contract/operations.js';
import { headerText } from '../../contract/printing/header-text.js';
import { isObject } from '../../contract/schema/json-equal.js';
import { seededRandom, type Random } from '../../contract/seeded-random.js';
import { headerOf, parseJsonBody } from '../../mock/exchange/request.js';
import type { MockResponse } from '../../mock/exchange/response.js';
import type {
  AnsweredRequest,
  OutgoingRequest,
  OutgoingRequests,
  SignaturePlace,
  Webhook,
  WebhookOrder,
} from '../../mock/outgoing-requests.js';
import { ValueGenerator } from '../../values/value-generator.js';
import { chooseMediaType } from '../choose-response.js';
import { DocumentedBody } from '../documented-body.js';
import { asText, HeaderMaker } from '../response-headers.js';
import { expandExpressions, type ExpressionFacts, type MessageFacts } from './runtime-expression.js';

/** A document may describe many; one answer sends no more. */
const maxCallbacks = 10;

/** Addresses whose host comes from the request: the expression is the first, or the first behind the scheme. */
const startsInRequest = /^(?:\{?|https?:\/\/\{)\$request\./i;

/** Headers that would be credentials. */
const credentials = new Set(['authorization', 'proxy-authorization', 'cookie']);

export class DocumentCallbacks implements OutgoingRequests {
  private readonly generator: ValueGenerator;
  private readWebhooks: readonly OutgoingOperation[] | undefined;
  private readonly byOperation = new Map<string, readonly OutgoingOperation[]>();

  constructor(
    private readonly contract: Contract,
    private readonly seed: number,
  ) {
    this.generator = new ValueGenerator(contract.document, 'response', contract.validators.patternWork);
  }

  get webhooks(): readonly Webhook[] {
    return this.fired.map(({ name, operation: { method, summary } }) => {
      return { name, summary, method: method.toUpperCase() };
    });
  }

  /** The webhooks, read when they are first asked for. */
  private get fired(): readonly OutgoingOperation[] {
    return (this.readWebhooks ??= webhooksOf(this.contract.document));
  }

  callbacksOf(request: AnsweredRequest, response: MockResponse): readonly OutgoingRequest[] {
    const { operation, sandbox, id } = request;
    const known = getOrMake(this.byOperation, operation.pointer, () =>
      callbacksOf(this.contract.document, operation).slice(0, maxCallbacks),
    );
    if (known.length === 0) return [];
    const facts = factsOf(request, response);
    return known.flatMap((one) => {
      const url = expandExpressions(one.address, facts);
      if (url === undefined) return [];
      const random = seededRandom(this.seed, sandbox, one.operation.pointer, id);
      return this.request(one, url, random, [facts.response.body, facts.request.body]);
    });
  }

  webhook({ name, url, sandbox, body, turn }: WebhookOrder): OutgoingRequest | undefined {
    const found = this.fired.find((one) => one.name === name);
    if (!found) return undefined;
    return this.request(found, url, seededRandom(this.seed, sandbox, name, turn), [], body);
  }

  private request(
    { name, address, operation }: OutgoingOperation,
    url: string,
    random: Random,
    sources: readonly unknown[],
    given?: unknown,
  ): OutgoingRequest {
    const { type, body } = this.bodyOf(operation, random, sources, given);
    const ofBody = type === undefined ? {} : { 'Content-Type': type };
    return {
      ...{ name, url, body },
      // A webhook has none: whoever fires it says where to.
      isDocumentsAddress: address !== '' && !startsInRequest.test(address),
      method: operation.method.toUpperCase(),
      headers: { ...this.headersOf(operation, random), ...ofBody },
      signature: signatureOf(this.contract.document, operation),
    };
  }

  private bodyOf(
    { requestBody }: Operation,
    random: Random,
    sources: readonly unknown[],
    given: unknown,
  ): { readonly type: string | undefined; readonly body: OutgoingRequest['body'] } {
    const { generator } = this;
    const mediaType = chooseMediaType(requestBody?.value.content, undefined);
    if (!requestBody || !mediaType)
      return given === undefined
        ? { type: undefined, body: undefined }
        : { type: 'application/json', body: JSON.stringify(given) };
    const body = new DocumentedBody(this.contract.document, generator, requestBody, mediaType);
    const type = body.mediaType;
    if (given !== undefined) return { type, body: body.write([given]) };
    const { schema, example } = body;
    if (schema === undefined || body.media.schema === undefined) return { type, body: body.write([example]) };
    const accepts = (value: unknown): boolean => generator.accepts(schema, value);
    const isTaken = example !== undefined && accepts(example);
    const wish = { random, examples: 'accepted', given: example } as const;
    const made = isTaken ? example : generator.generate(schema, wish);
    return { type, body: body.write([withEqualIds(made, sources, accepts)]) };
  }

  private headersOf({ parameters }: Operation, random: Random): Record<string, string> {
    const headers: Record<string, string> = {};
    const maker = new HeaderMaker(this.contract.document, this.generator);
    for (const { pointer, value } of parameters) {
      const { name, required = false } = value;
      const isSent = required || value.example !== undefined || value.examples !== undefined;
      if (value.in !== 'header' || !isSent || credentials.has(name.toLowerCase())) continue;
      const wish = { random, examples: 'accepted' } as const;
      const made = maker.valueOf(name, { pointer, value }, wish);
      const plain = headerText(name, asText(made));
      if (plain !== undefined && name.toLowerCase() !== 'host') headers[name] = plain;
    }
    return headers;
  }
}

/** `x-drydock-signature: {header: X-Hub-Signature-256, prefix: sha256=, encoding: hex}`. */
function signatureOf(document: OpenApiDocument, { pointer }: Operation): SignaturePlace | undefined {
  const given = (valueAt(document, pointer) as Record<string, unknown> | undefined)?.['x-drydock-signature'];
  if (!isObject(given)) return undefined;
  const { header, prefix = '', encoding = 'hex' } = given;
  if (typeof header !== 'string' || typeof prefix !== 'string') return undefined;
  if (headerText(header, prefix) !== prefix) return undefined;
  return { header, prefix, encoding: encoding === 'base64' ? 'base64' : 'hex' };
}

function factsOf(
  { method, url, headers, query, path, value }: AnsweredRequest,
  response: MockResponse,
): ExpressionFacts {
  const parameters = new URLSearchParams(query);
  const responseHeaders = new Map(
    Object.entries(response.headers).map(([name, text]) => [name.toLowerCase(), text]),
  );
  const nowhere = (): undefined => undefined;
  const asked: MessageFacts = {
    header: (name) => headerOf(headers, name),
    query: (name) => parameters.get(name) ?? undefined,
    path: (name) => (Object.hasOwn(path, name) ? path[name] : undefined),
    body: value,
  };
  const { body } = response;
  const answered: MessageFacts = {
    header: (name) => responseHeaders.get(name),
    query: nowhere,
    path: nowhere,
    body: jsonIn(typeof body === 'string' ? new TextEncoder().encode(body) : body),
  };
  return { method, url, request: asked, response: answered, statusCode: response.status };
}

function jsonIn(bytes: Uint8Array | undefined): unknown {
  if (!bytes || bytes.length === 0) return undefined;
  const parsed = parseJsonBody(bytes);
  return 'value' in parsed ? parsed.value : undefined;
}

const identifier = /(?:^id|[_-]id|Id|ID|uuid|[Nn]umber|[Rr]eference)$/;
/** Facts that a callback reports, which may differ from those of the response. */
const changing = /^(?:status|state|type|kind|event|updated_?at|modified_?at)$/i;
const maxLevels = 4;

/**
 * The value with the identifiers of an exchange in it, so that a callback is about what the client has made: a property that is
 * called as one of the exchange's bodies and has a value of the same type takes it. A plain `id` belongs to the innermost object
 * that has one, for the outer one's is often the event's; an object that takes it is the same thing, and takes the rest as well.
 *
 * @param sources bodies, those that count first before the others
 * @param accepts whether the schema accepts a changed value; else it stays as it is
 */
function withEqualIds(
  value: unknown,
  sources: readonly unknown[],
  accepts: (changed: unknown) => boolean,
): unknown {
  const known = Object.assign({}, ...sources.filter(isObject).toReversed()) as Record<string, unknown>;
  const changed = filled(value, known, 0);
  return changed !== value && accepts(changed) ? changed : value;
}

function filled(value: unknown, known: Readonly<Record<string, unknown>>, level: number): unknown {
  if (!isObject(value) || level >= maxLevels) return value;
  const hasInner = Object.values(value).some((one) => isObject(one) && 'id' in one);
  const isSame = 'id' in value && !hasInner && typeof known.id === typeof value.id;
  const entries = Object.entries(value).map(([name, before]) => {
    if (isObject(before)) return [name, filled(before, known, level + 1)] as const;
    const isMeant = isSame ? !changing.test(name) : identifier.test(name) && !(name === 'id' && hasInner);
    return [name, isMeant && typeof known[name] === typeof before ? known[name] : before] as const;
  });
  return entries.every(([name, after]) => after === value[name]) ? value : Object.fromEntries(entries);
}
