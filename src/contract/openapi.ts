/**
 * The parts of an OpenAPI 3.1 document that Drydock reads. Everything is optional that other documents
 * may leave out; vocabulary beyond this stays untouched in the document itself.
 */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string };
  /** The name of the service whose logic answers the operations. */
  'x-drydock-service'?: string;
  servers?: ServerObject[];
  security?: SecurityRequirement[];
  paths?: Record<string, PathItem>;
  components?: {
    securitySchemes?: Record<string, SecurityScheme | Reference>;
    schemas?: Record<string, Schema>;
  };
}

export interface ServerObject {
  url: string;
  description?: string;
  variables?: Record<string, { default: string; enum?: string[] }>;
}

/** Scheme name → scopes (OAuth 2.0) or roles (OpenAPI 3.1, any other scheme) that the caller must have. */
export type SecurityRequirement = Record<string, string[]>;

export interface SecurityScheme {
  type: string;
  scheme?: string;
  in?: string;
  name?: string;
  /** Of `oauth2`, by their names. */
  flows?: Record<string, OAuthFlow>;
  openIdConnectUrl?: string;
}

export interface OAuthFlow {
  authorizationUrl?: string;
  tokenUrl?: string;
  refreshUrl?: string;
  deviceAuthorizationUrl?: string;
  /** Descriptions by scope. */
  scopes?: Record<string, string>;
}

export interface Reference {
  $ref: string;
}

export interface PathItem extends Partial<Record<HttpMethod, OperationObject>> {
  $ref?: string;
  /** The beginning of the path that stands before those of the servers, where several documents are served. */
  'x-drydock-prefix'?: string;
  servers?: ServerObject[];
  parameters?: (ParameterObject | Reference)[];
}

export interface OperationObject {
  operationId?: string;
  summary?: string;
  tags?: string[];
  parameters?: (ParameterObject | Reference)[];
  requestBody?: RequestBodyObject | Reference;
  responses?: Record<string, ResponseObject | Reference>;
  security?: SecurityRequirement[];
  servers?: ServerObject[];
  /** True if requests only read, whatever their method. */
  'x-drydock-safe'?: boolean;
}

export interface ParameterObject {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  style?: string;
  explode?: boolean;
  allowEmptyValue?: boolean;
  allowReserved?: boolean;
  example?: unknown;
  examples?: NonNullable<MediaTypeObject['examples']>;
  schema?: Schema;
  content?: Record<string, MediaTypeObject>;
}

export interface RequestBodyObject {
  required?: boolean;
  content?: Record<string, MediaTypeObject>;
}

export interface ResponseObject {
  description?: string;
  headers?: Record<string, HeaderObject | Reference>;
  content?: Record<string, MediaTypeObject>;
}

export interface HeaderObject {
  required?: boolean;
  schema?: Schema;
  example?: unknown;
}

export interface MediaTypeObject {
  schema?: Schema;
  /** The schema of each of the values of a stream (OpenAPI 3.2). */
  itemSchema?: Schema;
  /** Encodings of the fields of a form, by name. */
  encoding?: Record<string, EncodingObject>;
  example?: unknown;
  examples?: Record<string, { value?: unknown; summary?: string } | Reference>;
}

export interface EncodingObject {
  /** Media types, with commas between them. */
  contentType?: string;
  /** Of a part of a multipart body. */
  headers?: Record<string, HeaderObject | Reference>;
  style?: string;
  explode?: boolean;
}

/** A JSON Schema (draft 2020-12) object; boolean schemas are `true` or `false`. */
export interface SchemaObject {
  [keyword: string]: unknown;
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  example?: unknown;
  examples?: unknown[];
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  minItems?: number;
  minLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  format?: string;
  pattern?: string;
  /** Describes a valid value in words, where the keyword itself is hard to read (a pattern, a long list). */
  'x-expected'?: string;
}

export type Schema = SchemaObject | boolean;

export const httpMethods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;
export type HttpMethod = (typeof httpMethods)[number];
