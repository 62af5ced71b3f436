/** Documents with one operation, and parts of them. */
export type Json = Readonly<Record<string, unknown>>;

/** A document with one operation, `POST /things`. */
export function documentOf(operation: Json, more: Json = {}): Json {
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: { '/things': { post: { operationId: 'makeThing', responses: ok(), ...operation } } },
    ...more,
  };
}

export function ok(schema?: unknown): Json {
  const content = schema === undefined ? {} : { content: { 'application/json': { schema } } };
  return { '200': { description: 'Made', ...content } };
}

/** The document with a body of the request that the schema describes. */
export function requestOf(schema: unknown, required = true): Json {
  return documentOf({ requestBody: { required, content: { 'application/json': { schema } } } });
}

/** The document with a form of one field, `name`, and how that is encoded. */
export function formOf(mediaType: string, schema: Json, encoding: Json): Json {
  const content = { [mediaType]: { schema: field(schema), encoding: { name: encoding } } };
  return documentOf({ requestBody: { required: true, content } });
}

/** The document with a body of the response that the schema describes. */
export function responseOf(schema: unknown): Json {
  return documentOf({ responses: ok(schema) });
}

/** The document with a webhook, `shipped`. */
export function webhookOf(operation: Json): Json {
  return documentOf({}, { webhooks: { shipped: { post: { responses: ok(), ...operation } } } });
}

/** The document whose operation has a callback, `done`, with a body that the schema describes. */
export function callbackTo(address: string, schema: Json = text): Json {
  const requestBody = { content: { 'application/json': { schema } } };
  return documentOf({ callbacks: { done: { [address]: { post: { requestBody, responses: ok() } } } } });
}

export function parameterOf(parameter: Json): Json {
  return documentOf({
    parameters: [{ name: 'limit', in: 'query', schema: { type: 'number' }, ...parameter }],
  });
}

export function headerOf(header: Json | undefined): Json {
  return documentOf({ responses: withHeader(header) });
}

/** Responses of which the one has the header `X-Left`. */
export function withHeader(header: Json | undefined): Json {
  const headers =
    header === undefined ? {} : { headers: { 'X-Left': { schema: { type: 'integer' }, ...header } } };
  return { '200': { description: 'Made', ...headers } };
}

export const object = (properties: Json, required: readonly string[] = [], more: Json = {}): Json => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required }),
  ...more,
});
export const field = (schema: Json): Json => object({ name: schema });
export const text: Json = { type: 'string' };
export const number: Json = { type: 'number' };
export const plain = documentOf({});
export const sunset = (day: string): Json => documentOf({ deprecated: true, 'x-sunset': day });
export const secured = (security: readonly Json[], flows: Json = {}): Json =>
  documentOf(
    { security },
    {
      components: {
        securitySchemes: {
          key: { type: 'apiKey', in: 'header', name: 'X-Key' },
          login: { type: 'oauth2', flows },
        },
      },
    },
  );
/** The document whose operation needs a token, which clients get by a flow. */
export const tokenOf = (flow: Json): Json =>
  secured([{ login: [] }], {
    clientCredentials: { tokenUrl: 'https://login.example/token', scopes: {}, ...flow },
  });
