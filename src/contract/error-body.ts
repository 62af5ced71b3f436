import { examplesOf, jsonMediaType, responseFor, schemaPointer } from './operations.js';
import type { Located, Operation } from './operations.js';
import type { OpenApiDocument, ResponseObject, Schema, SchemaObject } from './openapi.js';
import { resolveSchema } from './schema/resolve-schema.js';
import type { SchemaValidators } from './validation/schema-validator.js';

/** The content of an error, whatever its shape. */
export interface ErrorContent {
  readonly status: number;
  /** Summary for a person. */
  readonly message: string;
  /** One string for each problem. */
  readonly errors: readonly string[];
  /** Where the problems are, in the same order; undefined where they are not of the request's values. */
  readonly places?: readonly ErrorPlace[] | undefined;
  /** Those of the response: a field of the same name has the same value. */
  readonly headers?: HeaderTexts;
}

/** The place of a problem in a request. */
export interface ErrorPlace {
  /** The location of a parameter, such as `query`, or `body`. */
  readonly location: string;
  /** JSON pointer into the body; of a parameter it begins with its location, as `/query/limit`. */
  readonly pointer: string;
}

/** Makes the errors of somebody else's document. */
export interface ErrorMaker {
  /** A body of the schema at a JSON pointer; undefined where the schema accepts none. */
  readonly value: (pointer: string, content: ErrorContent) => unknown;
  /** Makes the text of a response that is not documented as JSON; undefined for a kind of which none can be made. */
  readonly text: (response: Located<ResponseObject>, content: ErrorContent) => ErrorText | undefined;
  /**
   * The headers that a response documents, and those that are given: they come first where its schemas accept them.
   *
   * @param body a JSON value whose fields the headers of the same name repeat
   */
  readonly headers: (
    response: Located<ResponseObject>,
    status: number,
    given: HeaderTexts,
    body?: unknown,
  ) => HeaderTexts;
  /** An example of the schema at a JSON pointer as it is sent: one that its schema refuses only where all of them are wanted. */
  readonly example: (pointer: string, value: unknown) => unknown;
}

export type HeaderTexts = Readonly<Record<string, string>>;

/** The body of an error that is no JSON, as it is sent. */
export interface ErrorText {
  readonly mediaType: string;
  readonly text: string;
}

export interface ErrorBody {
  readonly mediaType: string;
  /** The JSON value; undefined where the body is a text. */
  readonly body: unknown;
  readonly text?: string;
}

/**
 * Builds error bodies in the document's own shape by filling the schema of the status: fields that carry
 * a message, a list of problems or the status are recognized by name, all others get their constant or example. So one
 * mechanism serves this service's envelope and anybody's error object; without a usable schema it is problem+json (RFC 9457).
 * For somebody else's document a generator makes them that keeps more of the schema.
 */
export class ErrorBodies {
  constructor(
    private readonly document: OpenApiDocument,
    private readonly operations: readonly Operation[],
    private readonly validators: SchemaValidators,
    private readonly maker?: ErrorMaker,
  ) {}

  /** @param operation the requested one; undefined for an unknown path or method */
  for(operation: Operation | undefined, content: ErrorContent): ErrorBody {
    const documented = operation && responseFor(operation, content.status);
    if (documented?.value.content && jsonMediaType(documented.value.content) === undefined) {
      const made = this.maker?.text(documented, content);
      if (made) return { ...made, body: undefined };
    }
    const own = this.ownShape(operation, content.status);
    const ownBody = own && this.filled(own, content, true);
    if (ownBody) return ownBody;
    for (const shape of this.shapes(operation, content.status)) {
      const filled = this.filled(shape, content, false);
      if (filled && says(filled.body, content)) return filled;
    }
    return this.borrowed(operation, content) ?? this.nearest(own, content) ?? problemDetails(content);
  }

  /**
   * The headers of a response that no operation has answered: those that the document has for it, and those given.
   *
   * @param body its JSON value, where that stands before its headers
   */
  headers(operation: Operation | undefined, status: number, given: HeaderTexts, body?: unknown): HeaderTexts {
    const documented = operation && responseFor(operation, status);
    return documented && this.maker ? this.maker.headers(documented, status, given, body) : given;
  }

  /** A documented example as it is sent. @param response that it is of */
  example({ pointer, value }: Located<ResponseObject>, mediaType: string, example: unknown): unknown {
    const isDescribed = value.content?.[mediaType]?.schema !== undefined;
    return this.maker && isDescribed
      ? this.maker.example(schemaPointer(pointer, mediaType), example)
      : example;
  }

  private beginningWith(operation: Operation | undefined): readonly Operation[] {
    return operation ? [operation, ...this.operations] : this.operations;
  }

  /** For a status that no response describes: the shape of another error, with this status filled in. */
  private borrowed(operation: Operation | undefined, content: ErrorContent): ErrorBody | undefined {
    for (const { responses } of this.beginningWith(operation)) {
      for (const [code, response] of responses) {
        if (!/^[45]\d\d$/.test(code)) continue;
        const filled = this.filled(response, { ...content, status: Number(code) }, false);
        if (filled && says(filled.body, content))
          return { ...filled, body: withStatus(filled.body, code, content.status) };
      }
    }
    return undefined;
  }

  /** The documented body of an error whose schema knows other statuses only: what it says of one of them. */
  private nearest(own: Located<ResponseObject> | undefined, content: ErrorContent): ErrorBody | undefined {
    for (const status of usualErrors) {
      const filled = this.filled(own, { ...content, status }, true);
      if (filled) return filled;
    }
    return undefined;
  }

  /** The operation's own shape for a status; one that is its success, too, is none of an error. */
  private ownShape(operation: Operation | undefined, status: number): Located<ResponseObject> | undefined {
    const own = operation && responseFor(operation, status);
    const isSuccess =
      own !== undefined && own === operation?.responses.get('default') && !hasSuccess(operation);
    return isSuccess ? undefined : own;
  }

  /** Others to try, where they say what was wrong: the same status elsewhere, then any error of the document. */
  private *shapes(operation: Operation | undefined, status: number): Iterable<Located<ResponseObject>> {
    for (const other of this.operations) {
      const { responses } = other;
      const response =
        responses.get(String(status)) ?? (hasSuccess(other) ? responses.get('default') : undefined);
      if (response && jsonMediaType(response.value.content)) {
        yield response;
        break;
      }
    }
    for (const { responses } of this.beginningWith(operation)) {
      const [, error] =
        [...responses].find(([code, { value }]) => /^[45]/.test(code) && jsonMediaType(value.content)) ?? [];
      if (error) {
        yield error;
        return;
      }
    }
  }

  private filled(
    response: Located<ResponseObject> | undefined,
    content: ErrorContent,
    orExample: boolean,
  ): ErrorBody | undefined {
    const mediaType = response && jsonMediaType(response.value.content);
    const media = mediaType === undefined ? undefined : response?.value.content?.[mediaType];
    const schema = media?.schema;
    if (!response || !schema || mediaType === undefined) return undefined;
    const pointer = schemaPointer(response.pointer, mediaType);
    const made = this.maker?.value(pointer, content);
    if (made !== undefined)
      return namesOtherStatus(made, content.status) ? undefined : { mediaType, body: made };
    const validate = this.validators.at(pointer);
    const candidates = [
      tellingProblems(content, (told) => this.fill(schema, told)),
      ...(orExample ? examplesOf(this.document, media).values() : []),
    ];
    const body = candidates.find(
      (candidate) => validate(candidate) && !namesOtherStatus(candidate, content.status),
    );
    return body === undefined ? undefined : { mediaType, body };
  }

  /** A value of a schema that describes an error; parts that are not recognized get the smallest value allowed. */
  private fill(schema: Schema, content: ErrorContent, name = '', depth = 0): unknown {
    if (schema === false || depth > 8) return null;
    const merged = resolveSchema(this.document, schema);
    if (merged.const !== undefined) return merged.const;
    const type = [
      merged.type ?? (merged.properties ? 'object' : merged.items ? 'array' : undefined),
    ].flat()[0];
    if (type === 'object') return this.fillObject(merged, content, depth);
    if (type === 'array') return this.fillArray(merged, content, name, depth);
    if (merged.enum) {
      const isStatus = (value: unknown): boolean => String(value) === String(content.status);
      return merged.enum.find(isStatus) ?? merged.enum[0];
    }
    if (type === 'string') return fillString(merged, content, name);
    if (type === 'integer' || type === 'number')
      return statusNames.test(name) ? content.status : (sample(merged) ?? merged.minimum ?? 0);
    if (type === 'boolean') return sample(merged) ?? false;
    return sample(merged) ?? (messageNames.test(name) ? content.message : null);
  }

  private fillObject({ required, properties }: SchemaObject, content: ErrorContent, depth: number) {
    const isMeant = (name: string): boolean =>
      (required ?? []).includes(name) ||
      messageNames.test(name) ||
      statusNames.test(name) ||
      /^errors$/i.test(name);
    return Object.fromEntries(
      Object.entries(properties ?? {})
        .filter(([name]) => isMeant(name))
        .map(([name, property]) => [name, this.fill(property, content, name, depth + 1)]),
    );
  }

  private fillArray(
    { minItems, maxItems, items }: SchemaObject,
    content: ErrorContent,
    name: string,
    depth: number,
  ) {
    if (maxItems === 0) return [];
    const isList = /error|detail|problem|message|violation|issue/i.test(name);
    const messages = isList ? content.errors : Array.from({ length: minItems ?? 0 }, () => content.message);
    return messages.map((message) => this.fill(items ?? {}, { ...content, message }, 'message', depth + 1));
  }
}

const usualErrors = [400, 422, 404, 403, 409, 500];

/** The `default` of an operation that documents no success is one. */
function hasSuccess({ responses }: Operation): boolean {
  return [...responses.keys()].some((code) => /^[23]/.test(code));
}

/** Tells whether a body names another status than that of its response: then the shape was made for that one. */
export function namesOtherStatus(body: unknown, status: number): boolean {
  if (typeof body !== 'object' || body === null) return false;
  return Object.entries(body).some(
    ([name, value]) =>
      statusNames.test(name) && /^[45]\d\d$/.test(String(value)) && String(value) !== String(status),
  );
}

/** The same body with another status wherever a field names the status. */
function withStatus(body: unknown, from: string, to: number): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (!statusNames.test(name) || String(value) !== from) return [name, withStatus(value, from, to)];
      return [name, typeof value === 'number' ? to : String(to)];
    }),
  );
}

function problemDetails({ status, message, errors }: ErrorContent): ErrorBody {
  return {
    mediaType: 'application/problem+json',
    body: { type: 'about:blank', title: message, status, errors },
  };
}

const ofError = '(error|err|user|developer|status|fault|problem|failure|display|localized|exception)';
const ofText = '(message|msg|title|details?|description|desc|summary|reason|text|string)';
/** Names under which a person looks for what was wrong, such as `message`, `errorSummary` and `error_description`. */
export const messageNames = new RegExp(`^(error|err|(${ofError}[_-]?)?${ofText})$`, 'i');
export const statusNames = /^(status|status_?code|code|error_?code|http_?status|response_?code)$/i;

/** Tells whether an error body says what was wrong: its message or its first problem, or the beginning of one. */
export function says(body: unknown, { message, errors }: ErrorContent): boolean {
  const texts = [message, ...errors.slice(0, 1)].map((text) => text.slice(0, 30));
  const isIn = (part: unknown): boolean => {
    if (typeof part === 'object' && part !== null) return Object.values(part).some(isIn);
    return typeof part === 'string' && texts.some((text) => part.includes(text));
  };
  return isIn(body);
}

function mentions(body: unknown, text: string): boolean {
  if (typeof body !== 'object' || body === null) return body === text;
  return Object.values(body).some((part) => mentions(part, text));
}

/**
 * An error body; where its shape has no field for the problems, its message lists them too.
 *
 * @param make makes the body; undefined where it can't
 */
export function tellingProblems(content: ErrorContent, make: (content: ErrorContent) => unknown): unknown {
  const body = make(content);
  const { message, errors } = content;
  const [first] = errors;
  if (body === undefined || first === undefined || mentions(body, first)) return body;
  const more = errors.length > 10 ? ` and ${errors.length - 10} more` : '';
  return make({ ...content, message: `${message}: ${errors.slice(0, 10).join('; ')}${more}` });
}

function fillString(schema: SchemaObject, content: ErrorContent, name: string): unknown {
  if (messageNames.test(name) && schema.format === undefined && schema.pattern === undefined)
    return content.message;
  const example = sample(schema);
  if (statusNames.test(name))
    return typeof example === 'string' && !/^\d{3}$/.test(example) ? example : String(content.status);
  if (example !== undefined) return example;
  if (schema.format === 'date-time') return '1970-01-01T00:00:00Z';
  if (schema.format === 'uri' || schema.format === 'uri-reference') return 'about:blank';
  if (schema.format === 'uuid') return '00000000-0000-4000-8000-000000000000';
  return content.message.slice(0, (schema.maxLength as number | undefined) ?? content.message.length);
}

function sample(schema: SchemaObject): unknown {
  return schema.example ?? schema.examples?.[0] ?? schema.default;
}
