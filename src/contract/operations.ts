import { getOrMake } from './get-or-make.js';
import { basePathsOf, originsOf } from './document/base-paths.js';
import { toPointer, valueAt } from './json-pointer.js';
import { httpMethods } from './openapi.js';
import type {
  HttpMethod,
  MediaTypeObject,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  PathItem,
  Reference,
  RequestBodyObject,
  ResponseObject,
  SecurityRequirement,
  SecurityScheme,
  ServerObject,
} from './openapi.js';

/** One operation of the document, its references followed, with the pointer of each part. */
export interface Operation {
  /** The operationId, or `METHOD /path` where the document gives none. */
  readonly id: string;
  readonly method: HttpMethod;
  /** The path template as the document writes it, such as `/orders/{tracking_number}`. */
  readonly path: string;
  /** The beginning of `path` that stands before the paths of its servers; empty unless several documents are served. */
  readonly prefix: string;
  /** Path prefixes by its servers, or else its path's or the document's; `{}` in one stands for any text. */
  readonly basePaths: readonly string[];
  /** Its servers, or else its path's or the document's, as the document has them. */
  readonly servers: readonly ServerObject[] | undefined;
  /** The origins of these servers, where they have whole addresses: the real service's. */
  readonly origins: readonly string[];
  /** JSON pointer of the operation in the document. */
  readonly pointer: string;
  readonly summary: string;
  /** True if the document says that its requests only read, though their method may write (`x-drydock-safe`). */
  readonly isSafe: boolean;
  readonly security: readonly SecurityRequirement[];
  readonly parameters: readonly Located<ParameterObject>[];
  readonly requestBody: Located<RequestBodyObject> | undefined;
  /** By status as the document writes it: `200`, `4XX`, `default`. */
  readonly responses: ReadonlyMap<string, Located<ResponseObject>>;
}

/** A part of the document and its JSON pointer, behind any `$ref`. */
export interface Located<T> {
  readonly pointer: string;
  readonly value: T;
}

/** Every operation of a document, in its order. */
export function operationsOf(document: OpenApiDocument): Operation[] {
  const reader = new OperationReader(document);
  const paths = Object.entries(document.paths ?? {}).filter(([path]) => path.startsWith('/'));
  return paths.flatMap(([path, value]) => {
    const start = { pointer: toPointer(['paths', path]), value: Object(value) as PathItem };
    const item = follow<PathItem>(document, start);
    const methods = httpMethods.filter((method) => item.value[method]);
    return methods.map((method) => reader.read(path, method, item));
  });
}

/** An operation that stands elsewhere than under a path, as those of callbacks and webhooks. @param path stands for its path */
export function operationAt(
  document: OpenApiDocument,
  path: string,
  method: HttpMethod,
  item: Located<PathItem>,
): Operation {
  return new OperationReader(document).read(path, method, item);
}

class OperationReader {
  /** Targets of the document's references: many operations share their parameters and responses. */
  private readonly references = new Map<string, Located<object>>();

  constructor(private readonly document: OpenApiDocument) {}

  read(path: string, method: HttpMethod, item: Located<PathItem>): Operation {
    const { document } = this;
    const operation = item.value[method] ?? {};
    const pointer = `${item.pointer}/${method}`;
    const body = operation.requestBody;
    const servers = operation.servers ?? item.value.servers ?? document.servers;
    return {
      id: operation.operationId ?? `${method.toUpperCase()} ${path}`,
      method,
      path,
      prefix: item.value['x-drydock-prefix'] ?? '',
      basePaths: basePathsOf(servers),
      servers,
      origins: originsOf(servers),
      pointer,
      summary: operation.summary ?? '',
      isSafe: operation['x-drydock-safe'] === true,
      security: operation.security ?? document.security ?? [],
      parameters: this.parameters(item, operation, pointer),
      requestBody:
        body && follow<RequestBodyObject>(document, { pointer: `${pointer}/requestBody`, value: body }),
      responses: new Map(
        Object.entries(operation.responses ?? {}).map(([status, response]) => [
          status,
          this.locate<ResponseObject>(`${pointer}/responses/${status}`, response),
        ]),
      ),
    };
  }

  /** The parameters of the operation and of its path; the operation's own win (OpenAPI 3.1, Path Item Object). */
  private parameters(
    item: Located<PathItem>,
    operation: OperationObject,
    pointer: string,
  ): Located<ParameterObject>[] {
    const locateIn = ({ parameters }: Pick<PathItem, 'parameters'>, start: string) =>
      (parameters ?? []).map((value, index) =>
        this.locate<ParameterObject>(`${start}/parameters/${index}`, value),
      );
    const located = [...locateIn(item.value, item.pointer), ...locateIn(operation, pointer)];
    // One without fields has a reference that leads nowhere.
    const described = located.filter(({ value }) => Object.keys(value).length > 0);
    if (described.length < 2) return described;
    return [...new Map(described.map((one) => [`${one.value.in} ${one.value.name}`, one])).values()];
  }

  private locate<T extends object>(pointer: string, value: T | Reference): Located<T> {
    // An empty line of YAML is null.
    if (!('$ref' in Object(value))) return { pointer, value: Object(value) as T };
    const { $ref } = value as Reference;
    return getOrMake(this.references, $ref, () => follow(this.document, { pointer, value })) as Located<T>;
  }
}

/** A reference that leads to nothing that can be followed; the message is half a sentence. */
export class LostReferenceError extends Error {
  override readonly name = 'LostReferenceError';

  constructor(
    reference: string,
    readonly pointer: string,
  ) {
    super(`the $ref ${reference} at ${pointer} leads nowhere`);
  }
}

/** Follows `$ref`s to their target. @throws LostReferenceError when a reference points nowhere or in a circle */
export function follow<T extends object>(
  document: OpenApiDocument,
  start: Located<T | Reference>,
): Located<T> {
  let { pointer, value } = start;
  for (let hops = 0; '$ref' in value && typeof value.$ref === 'string'; hops += 1) {
    const target = valueAt(document, value.$ref);
    if (typeof target !== 'object' || target === null || hops > 50) {
      throw new LostReferenceError(value.$ref, pointer);
    }
    pointer = decodeURIComponent(value.$ref.slice(1));
    value = target as T | Reference;
  }
  return { pointer, value: value as T };
}

/** A security scheme by its name, references followed; undefined where the document has none of that name. */
export function securitySchemeOf(document: OpenApiDocument, name: string): SecurityScheme | undefined {
  const schemes = document.components?.securitySchemes ?? {};
  const value = Object.hasOwn(schemes, name) ? schemes[name] : undefined;
  return value && follow<SecurityScheme>(document, { pointer: '', value }).value;
}

/** The media type of a content map that carries JSON: `application/json` first, then any `+json`. */
export function jsonMediaType(content: Record<string, MediaTypeObject> | undefined): string | undefined {
  const names = Object.keys(content ?? {});
  return names.find((name) => /^application\/json\s*(?:;|$)/i.test(name)) ?? names.find(isJsonMediaType);
}

/** The JSON pointer of the schema of a media type. @param pointer of what has the content, such as a response */
export function schemaPointer(pointer: string, mediaType: string): string {
  return pointer + toPointer(['content', mediaType, 'schema']);
}

/** A media type without its parameters, in lower case. */
export function essenceOf(mediaType: string): string {
  return (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** Tells whether a media type range such as `application/*` covers a media type, parameters aside. */
export function covers(range: string, mediaType: string): boolean {
  const [wanted, essence] = [essenceOf(range), essenceOf(mediaType)];
  if (wanted === essence || wanted === '*/*') return true;
  return wanted.endsWith('/*') && essence.startsWith(wanted.slice(0, -1));
}

/** The kind of stream of a media type (parameters allowed), whose bodies have one value after another; undefined for any other. */
export function streamKind(mediaType: string): 'lines' | 'sequence' | 'events' | undefined {
  const essence = essenceOf(mediaType);
  if (essence === 'text/event-stream') return 'events';
  if (essence === 'application/json-seq') return 'sequence';
  return /^(application|text)\/(x-)?(ndjson|jsonl|jsonlines|json-lines)$|[-.+]ndjson$/.test(essence)
    ? 'lines'
    : undefined;
}

/** Tells whether a media type (parameters allowed) carries XML: `application/xml`, `text/xml` or a `+xml` suffix. */
export function isXmlMediaType(mediaType: string): boolean {
  return /^[^;]*[/+]xml\s*(;|$)/i.test(mediaType);
}

/** Tells whether a media type (parameters allowed) carries JSON: `application/json` or a `+json` suffix. */
export function isJsonMediaType(mediaType: string): boolean {
  return /^[^;]*[/+]json\s*(;|$)/i.test(mediaType);
}

/**
 * The documented media type of the same name as another: with the same parameters, else without any, else the first. So
 * `application/json; version=2` has a schema of its own beside `application/json`.
 */
export function sameMediaType(names: readonly string[], mediaType: string): string | undefined {
  const [wanted, parameters] = partsOfMediaType(mediaType);
  const alike = names.filter((name) => partsOfMediaType(name)[0] === wanted);
  if (alike.length < 2) return alike[0];
  const withParameters = (text: string): string | undefined =>
    alike.find((name) => partsOfMediaType(name)[1] === text);
  return withParameters(parameters) ?? withParameters('') ?? alike[0];
}

/** A media type or range in lower case, and its parameters in order; charset and quality say nothing about the content. */
export function partsOfMediaType(mediaType: string): readonly [essence: string, parameters: string] {
  const [essence = '', ...parameters] = mediaType.split(';').map((part) => part.trim().toLowerCase());
  const telling = parameters
    .map((parameter) => parameter.replaceAll(/["\s]/g, ''))
    .filter((parameter) => parameter !== '' && !/^(charset|q|boundary)=/.test(parameter));
  return [essence, telling.sort().join(';')];
}

/**
 * The response that the document gives for a status: exact, then its class (`4XX`), then `default`. An operation that documents no
 * response at all may answer with any.
 */
export function responseFor(operation: Operation, status: number): Located<ResponseObject> | undefined {
  const { responses, pointer } = operation;
  if (responses.size === 0) return { pointer: `${pointer}/responses`, value: {} };
  const statusClass = `${Math.trunc(status / 100)}XX`;
  return (
    responses.get(String(status)) ??
    responses.get(statusClass) ??
    responses.get(statusClass.toLowerCase()) ??
    responses.get('default')
  );
}

/** The named examples of a media type, references followed; a lone `example` is called `default`. */
export function examplesOf(
  document: OpenApiDocument,
  media: Pick<MediaTypeObject, 'example' | 'examples'>,
): Map<string, unknown> {
  const examples = new Map<string, unknown>();
  if (media.example !== undefined) examples.set('default', media.example);
  for (const [name, example] of Object.entries(media.examples ?? {})) {
    if (typeof (example as unknown) !== 'object' || (example as unknown) === null) continue;
    const located = follow<{ value?: unknown }>(document, { pointer: '', value: example });
    if (located.value.value !== undefined) examples.set(name, located.value.value);
  }
  return examples;
}
