/**
 * Responds to an operation without a handler with an example of the document, or with a value made from its schema. What
 * is sent follows from the document, the seed and the path of the request alone, never from what was asked before.
 */
import { LRUCache } from 'lru-cache';
import type { Contract } from '../contract/contract.js';
import { headerText } from '../contract/printing/header-text.js';
import {
  isJsonMediaType,
  jsonMediaType,
  responseFor,
  schemaPointer,
  type Operation,
} from '../contract/operations.js';
import { isObject } from '../contract/schema/json-equal.js';
import { seededRandom } from '../contract/seeded-random.js';
import { byteLength, jsonOf, plainResponse, type MockResponse } from '../mock/exchange/response.js';
import type { OperationAnswerer, OperationCall } from '../mock/served-operation.js';
import type { HandlerError } from '../mock/service-definition.js';
import type { SchemaPlace } from '../values/schema/schema-places.js';
import { ValueGenerator, type Wish } from '../values/value-generator.js';
import { refusalOf, type Answer } from './answer.js';
import { isAcceptable, satisfiableAccept, chooseMediaType, chooseResponse } from './choose-response.js';
import type { ChosenMediaType, ChosenResponse } from './choose-response.js';
import { DocumentedBody } from './documented-body.js';
import { followed, OwnLinks } from './own-links.js';
import { agreeingHeaders, HeaderMaker, withHeaders } from './response-headers.js';
import { withPathValues } from './path-values.js';
import { isTextForm } from './write-body.js';

export interface AnswerSettings {
  /** The same seed gives the same responses. */
  readonly seed: number;
  /** The examples that are sent: those that their schemas accept, or all of the document's. */
  readonly examples: ExampleUse;
  /**
   * Answers 406 where no documented media type is acceptable, whatever the operation documents; default false: only an operation that has a 406
   * does, and of others one of the types is sent.
   */
  readonly strictAccept?: boolean | undefined;
}

/** A value that a response is to say. */
export interface Saying {
  /** The body that is wanted, kept as far as the schema accepts it. @param places the schema of the whole body */
  readonly given: (places: readonly SchemaPlace[]) => unknown;
  /** Returns whether a body that was made of it still says the value. */
  readonly isSaid: (body: unknown) => boolean;
}

/** The part of a response that a handler has decided; the document says the rest. */
export interface DecidedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export type ExampleUse = 'strict' | 'document';

/** Bytes of finished responses that are kept. */
const maxKept = 4_000_000;

export class DocumentAnswers {
  readonly generator: ValueGenerator;
  private readonly headers: HeaderMaker;
  private readonly links: OwnLinks;
  private readonly kept = new LRUCache<string, MockResponse>({ maxSize: maxKept });
  /** Forced responses as they were last sent: requests share them. */
  private readonly led = new WeakMap<
    MockResponse,
    { readonly origin: string; readonly response: MockResponse }
  >();

  constructor(
    private readonly contract: Contract,
    readonly settings: AnswerSettings,
  ) {
    this.generator = new ValueGenerator(contract.document, 'response', contract.validators.patternWork);
    this.headers = new HeaderMaker(contract.document, this.generator);
    this.links = new OwnLinks(contract);
  }

  /** The responder of an operation; nothing is prepared before its first request. */
  answererFor(operation: Operation): OperationAnswerer {
    let calls = 0;
    return (call) => {
      if (call.dynamic) calls += 1;
      return this.answer(operation, call, call.dynamic ? ['dynamic', calls] : []);
    };
  }

  /** The 406 of a client that accepts none of the documented media types, where it is asked for or documented; nothing may be done before it. */
  refusal(operation: Operation, call: OperationCall): HandlerError | undefined {
    const isDocumented = operation.responses.has('406') && !ofVendor.test(call.accept ?? '');
    if (!this.settings.strictAccept && !isDocumented) return undefined;
    const { status = 204, response } = chooseResponse(operation, call.status) ?? {};
    const content = mayHaveBody(status) ? response?.value.content : undefined;
    return content && !isAcceptable(content, call.accept) ? notAcceptable(operation, content) : undefined;
  }

  private answer(operation: Operation, call: OperationCall, turn: readonly (string | number)[]): Answer {
    const chosen = chooseResponse(operation, call.status);
    if (!chosen) return plainResponse(undocumentedStatus(operation), {});
    const { status, response } = chosen;
    const { content } = response.value;
    // One of the errors is the response where the document has nothing else.
    if (status >= 400 && content)
      return refusalOf(status, `The document describes no success of ${operation.id}`);
    const refused = this.refusal(operation, call);
    if (refused) return refused;
    const accept = asksForStream(call.body, content) ? eventStream : undefined;
    const mediaType = mediaTypeFor(operation, chosen, call, accept);
    const key = JSON.stringify([operation.pointer, status, mediaType?.sent, call.path]);
    // Links lead to where the client has reached the mock.
    const keptKey = `${call.origin} ${pathOf(call)} ${key}`;
    const known = turn.length === 0 ? this.kept.get(keptKey) : undefined;
    if (known) return known;
    const random = seededRandom(this.settings.seed, key, ...turn);
    const made = this.make(operation, chosen, mediaType, call, random);
    const size = keptKey.length + made.size + 500;
    if (turn.length === 0 && size < maxKept / 10) this.kept.set(keptKey, made, { size });
    return made;
  }

  /**
   * The response of an operation that says a given value.
   *
   * @returns undefined where its schema doesn't accept the value, or says something else in its place
   */
  saying(operation: Operation, call: OperationCall, saying: Saying): MockResponse | undefined {
    const chosen = chooseResponse(operation, call.status);
    if (!chosen || chosen.status >= 300) return undefined;
    const ids = Object.values(call.path).map(String);
    const random = seededRandom(this.settings.seed, operation.pointer, chosen.status, ...ids);
    const wish: Wish = { random, examples: 'none' };
    const headers = this.headers.headersOf(chosen.status, chosen.response, wish);
    const body = this.bodyOf(chosen, mediaTypeFor(operation, chosen, call));
    if (!body) return this.finished(operation, chosen, call, headers);
    const { schema, form } = body;
    if (schema === undefined || form.values > 1) return undefined;
    const { generator } = this;
    const accepts = (value: unknown): boolean => generator.accepts(schema, value);
    const given = saying.given([generator.places.at(schema)]);
    const isTaken = accepts(given);
    const said = isTaken ? given : generator.generate(schema, { ...wish, given });
    if (!isTaken && !(accepts(said) && saying.isSaid(said))) return undefined;
    const own = this.links.inValue(said, call.origin, accepts);
    return this.tagged(chosen.response, this.finished(operation, chosen, call, headers, body, [own]));
  }

  /**
   * The response that a handler has decided on: its documented headers, changed and added to, and its body in the documented media type.
   * A text or bytes for another media type than JSON are sent as they are.
   *
   * @throws TypeError where the body is missing
   */
  written(operation: Operation, call: OperationCall, decided: DecidedAnswer): MockResponse {
    const best = chooseResponse(operation, decided.status ?? call.status);
    const status = decided.status ?? best?.status ?? undocumentedStatus(operation);
    const chosen = best?.status === status ? best : undefined;
    const random = seededRandom(this.settings.seed, operation.pointer, status);
    const wish: Wish = { random, examples: 'accepted' };
    const made = chosen ? this.headers.headersOf(status, chosen.response, wish) : {};
    const documented = chosen ? this.leadingHere(operation, chosen, call, made, decided.body) : {};
    const own = Object.entries(decided.headers ?? {});
    const given = own.flatMap(([name, value]) => {
      const text = headerText(name, value);
      return text === undefined ? [] : [[name, text] as const];
    });
    const headers = withHeaders(this.links.inHeaders(documented, operation, call.origin), given);
    const mediaType = chosen && mediaTypeFor(operation, chosen, call);
    const { body } = decided;
    if (!mayHaveBody(status) || (body === undefined && !mediaType)) return plainResponse(status, headers);
    if (body === undefined) throw new TypeError(`it has no body, and the document has one for ${status}`);
    const [, ownType] = own.find(([name]) => name.toLowerCase() === 'content-type') ?? [];
    const sent = ownType?.replaceAll(/[^\x20-\x7e]+/g, ' ') ?? mediaType?.sent ?? 'application/json';
    if (!isJsonMediaType(sent) && (typeof body === 'string' || body instanceof Uint8Array))
      return bodyResponse(status, sent, headers, body);
    const written = chosen && mediaType && this.bodyOf(chosen, { ...mediaType, sent })?.write([body]);
    return bodyResponse(status, sent, headers, written ?? JSON.stringify(body));
  }

  /** A response of an operation with other bytes than the document's, and their media type. */
  withContent(
    operation: Operation,
    response: MockResponse,
    mediaType: string,
    body: Uint8Array,
  ): MockResponse {
    const documented = responseFor(operation, response.status);
    const others = Object.entries(response.headers).filter(([name]) => name.toLowerCase() !== 'content-type');
    const made = bodyResponse(response.status, mediaType, Object.fromEntries(others), body);
    return documented === undefined ? made : this.tagged(documented, made);
  }

  /** Tells whether the document lets a response of an operation have a header of this text. */
  mayHaveHeader(operation: Operation, status: number, name: string, text: string): boolean {
    const response = responseFor(operation, status);
    return response === undefined || this.headers.mayHave(response, name, text);
  }

  /** A response that a scenario forces, with its links to the service leading to the mock. */
  withOwnLinks(operation: Operation, response: MockResponse, origin: string): MockResponse {
    if (!this.links.mayChange) return response;
    const known = this.led.get(response);
    if (known?.origin === origin) return known.response;
    const led = this.leading(operation, response, origin);
    this.led.set(response, { origin, response: led });
    return led;
  }

  private leading(operation: Operation, response: MockResponse, origin: string): MockResponse {
    const { status, isJson } = response;
    const headers = this.links.inHeaders(response.headers, operation, origin);
    if (!isJson) return { ...response, headers };
    const documented = responseFor(operation, status);
    const name = jsonMediaType(documented?.value.content);
    const isDescribed = name !== undefined && documented?.value.content?.[name]?.schema !== undefined;
    const schema = documented && isDescribed ? schemaPointer(documented.pointer, name) : undefined;
    const accepts = (value: unknown): boolean =>
      schema === undefined || this.generator.accepts(schema, value);
    const value = jsonOf(response);
    const own = this.links.inValue(value, origin, accepts);
    if (own === value) return { ...response, headers };
    const body = JSON.stringify(own);
    return { status, headers, body, size: byteLength(body), isJson };
  }

  private make(
    operation: Operation,
    chosen: ChosenResponse,
    mediaType: ChosenMediaType | undefined,
    call: OperationCall,
    random: () => number,
  ): MockResponse {
    const { generator, settings } = this;
    const examples = call.dynamic ? 'none' : settings.examples === 'document' ? 'all' : 'accepted';
    const wish: Wish = { random, examples };
    const headers = this.headers.headersOf(chosen.status, chosen.response, wish);
    const body = this.bodyOf(chosen, mediaType);
    if (!body) return this.finished(operation, chosen, call, headers);
    const { schema, form } = body;
    const example = call.dynamic ? undefined : body.example;
    const isWritten = typeof example === 'string' && isTextForm(body.mediaType);
    const values = Array.from({ length: form.values }, (_, index): unknown => {
      const given = index === 0 ? example : undefined;
      if (schema === undefined || (index === 0 && isWritten)) return this.links.inValue(given, call.origin);
      const accepts = (changed: unknown): boolean => generator.accepts(schema, changed);
      // An example of the document, else a value that its schema accepts and that is as near to it as can be.
      const isTaken = given !== undefined && (examples === 'all' || accepts(given));
      const made = isTaken ? given : generator.generate(schema, { ...wish, given });
      const value = withPathValues(made, operation, call.path, accepts);
      return this.links.inValue(value, call.origin, accepts);
    });
    return this.finished(operation, chosen, call, headers, body, values);
  }

  /** The response with an entity tag that changes with its body, where the document has one and its schema accepts it. */
  private tagged(documented: ChosenResponse['response'], response: MockResponse): MockResponse {
    const name = Object.keys(response.headers).find((one) => one.toLowerCase() === 'etag');
    if (name === undefined || response.body === undefined) return response;
    const random = seededRandom(String(response.body));
    const digest = [random(), random()].map((part) => Math.floor(part * 0x1_0000_0000).toString(16)).join('');
    const tag = [`"${digest}"`, digest].find((one) => this.headers.mayHave(documented, name, one));
    return tag === undefined ? response : { ...response, headers: { ...response.headers, [name]: tag } };
  }

  private bodyOf({ response }: ChosenResponse, mediaType: ChosenMediaType | undefined) {
    return mediaType && new DocumentedBody(this.contract.document, this.generator, response, mediaType);
  }

  /**
   * Headers with an address that the document doesn't say: a client that follows one stays at the mock. It is that of what was made,
   * if an operation gets it, or of the request itself; a redirect to that would never end, and leads to the root of the service.
   */
  private leadingHere(
    operation: Operation,
    { status, response }: ChosenResponse,
    call: OperationCall,
    headers: Readonly<Record<string, string>>,
    body: unknown,
  ): Record<string, string> {
    const leads = (name: string, text: string): string => {
      if (!followed.test(name) || !this.headers.isInvented(response, name)) return text;
      const isLink = /^link$/i.test(name);
      const isRedirect = status >= 300 && !isLink;
      const path = isRedirect
        ? `${this.contract.basePaths[0] ?? ''}/`
        : (this.madePath(operation, call, body) ?? pathOf(call));
      const fitting = [call.origin + path, path]
        .map((address) => (isLink ? `<${address}>; rel="self"` : address))
        .find((one) => this.headers.mayHave(response, name, one));
      return fitting ?? text;
    };
    return Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, leads(name, text)]));
  }

  /** The path of what a POST has made, by its id in the response; undefined where no operation gets it. */
  private madePath({ method, path }: Operation, call: OperationCall, body: unknown): string | undefined {
    const isItem = (one: Operation): boolean =>
      one.method === 'get' &&
      one.path.startsWith(`${path}/{`) &&
      /^\{[^{}/]+\}$/.test(one.path.slice(path.length + 1));
    const item = method === 'post' ? this.contract.operations.find(isItem) : undefined;
    if (!item) return undefined;
    const name = item.path.slice(path.length + 2, -1);
    const bodies = isObject(body) ? [body, ...Object.values(body)].filter(isObject) : [];
    const id = bodies.map((one) => one[name] ?? one.id).find((one) => one !== undefined);
    const isId = typeof id === 'string' || typeof id === 'number';
    return isId ? `${pathOf(call)}/${encodeURIComponent(id)}` : undefined;
  }

  /** The response of these headers, as far as they agree with the values of its body. */
  private finished(
    operation: Operation,
    { status, response }: ChosenResponse,
    call: OperationCall,
    headers: Record<string, string>,
    body?: DocumentedBody,
    values: readonly unknown[] = [],
  ): MockResponse {
    const chosen = { status, response };
    const led = this.leadingHere(operation, chosen, call, headers, values[0]);
    if (!body) return plainResponse(status, this.links.inHeaders(led, operation, call.origin));
    const accepts = (name: string, text: string) => this.headers.mayHave(response, name, text);
    const agreeing = agreeingHeaders(led, values[0], accepts);
    const linked = this.links.inHeaders(agreeing, operation, call.origin);
    return bodyResponse(status, body.mediaType, linked, body.write(values));
  }
}

/** The path of a request, without its query. */
function pathOf({ target }: Pick<OperationCall, 'target'>): string {
  return target.replace(/[?#].*$/s, '');
}

/** @param accept in place of what the client accepts */
function mediaTypeFor(
  operation: Operation,
  { status, response }: ChosenResponse,
  call: OperationCall,
  accept = satisfiableAccept(call.accept, operation),
): ChosenMediaType | undefined {
  return mayHaveBody(status) ? chooseMediaType(response.value.content, accept) : undefined;
}

function bodyResponse(
  status: number,
  mediaType: string,
  headers: Record<string, string>,
  body: string | Uint8Array,
): MockResponse {
  const isJson = isJsonMediaType(mediaType) && typeof body === 'string';
  const isPlainText = !mediaType.includes(';') && (isJson || mediaType.startsWith('text/'));
  const contentType = isPlainText ? `${mediaType}; charset=utf-8` : mediaType;
  const size = typeof body === 'string' ? byteLength(body) : body.length;
  return { status, headers: { 'Content-Type': contentType, ...headers }, body, size, isJson };
}

const eventStream = 'text/event-stream';

/** Services have media types of their own that their documents leave out, such as `application/vnd.github.diff`. */
const ofVendor = /\bapplication\/vnd\./i;

/** Clients of language models ask for events in the body, whatever they accept: `"stream": true`. */
function asksForStream(body: unknown, content: object | undefined): boolean {
  return isObject(body) && body.stream === true && content !== undefined && eventStream in content;
}

function mayHaveBody(status: number): boolean {
  return status >= 200 && status !== 204 && status !== 205 && status !== 304;
}

function notAcceptable({ id }: Operation, content: object): HandlerError {
  const message = `The Accept header names none of the media types of ${id}`;
  return { status: 406, message, errors: [`${message}: ${Object.keys(content).join(', ')}`] };
}

/** The success that a method suggests where the document describes no response: reading and making answer 200, changing 204. */
function undocumentedStatus({ method }: Operation): number {
  return ['put', 'patch', 'delete'].includes(method) ? 204 : 200;
}
