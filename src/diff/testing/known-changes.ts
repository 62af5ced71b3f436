/** Changes that comparisons must find, after the published examples of oasdiff: the table of docs/diff.md, and a test of each row. */
import type { ChangeKindName } from '../change-kinds.js';
import type { Change, Direction } from '../change.js';

type Json = Readonly<Record<string, unknown>>;

export interface KnownChange {
  /** After the title of the example. */
  readonly title: string;
  readonly old: Json;
  readonly new: Json;
  readonly kind: ChangeKindName;
  readonly direction: Direction;
  readonly effect: Change['effect'];
  readonly certainty?: Change['certainty'];
}

/** A document with one operation, `POST /things`. */
export function documentOf(operation: Json, more: Json = {}): Json {
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: { '/things': { post: { operationId: 'makeThing', responses: ok(), ...operation } } },
    ...more,
  };
}

function ok(schema?: unknown): Json {
  const content = schema === undefined ? {} : { content: { 'application/json': { schema } } };
  return { '200': { description: 'Made', ...content } };
}

/** The document with a body of the request that the schema describes. */
export function requestOf(schema: unknown, required = true): Json {
  return documentOf({ requestBody: { required, content: { 'application/json': { schema } } } });
}

/** The document with a body of the response that the schema describes. */
export function responseOf(schema: unknown): Json {
  return documentOf({ responses: ok(schema) });
}

function parameterOf(parameter: Json): Json {
  return documentOf({
    parameters: [{ name: 'limit', in: 'query', schema: { type: 'number' }, ...parameter }],
  });
}

function headerOf(header: Json | undefined): Json {
  const headers =
    header === undefined ? {} : { headers: { 'X-Left': { schema: { type: 'integer' }, ...header } } };
  return documentOf({ responses: { '200': { description: 'Made', ...headers } } });
}

const object = (properties: Json, required: readonly string[] = [], more: Json = {}): Json => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required }),
  ...more,
});
const field = (schema: Json): Json => object({ name: schema });
const text: Json = { type: 'string' };
const number: Json = { type: 'number' };
const plain = documentOf({});
const sunset = (day: string): Json => documentOf({ deprecated: true, 'x-sunset': day });
const secured = (security: readonly Json[]): Json =>
  documentOf(
    { security },
    {
      components: {
        securitySchemes: {
          key: { type: 'apiKey', in: 'header', name: 'X-Key' },
          login: { type: 'oauth2', flows: {} },
        },
      },
    },
  );

type Sides = readonly [old: Json, new: Json];

/** The rows of a direction: a change breaks clients for certain unless its weight says otherwise. */
const rowsOf =
  (direction: Direction) =>
  (
    title: string,
    [old, now]: Sides,
    kind: ChangeKindName,
    weight: Change['certainty'] | 'harmless' = 'certain',
  ): KnownChange => ({
    ...{ title, old, new: now, kind, direction },
    effect: weight === 'harmless' ? 'harmless' : 'breaking',
    certainty: weight === 'likely' ? 'likely' : 'certain',
  });
const request = rowsOf('request');
const response = rowsOf('response');

const parameter = (old: Json, now: Json): Sides => [parameterOf(old), parameterOf(now)];
const parameterSchema = (old: Json, now: Json): Sides => parameter({ schema: old }, { schema: now });
const inRequest = (old: unknown, now: unknown): Sides => [requestOf(old), requestOf(now)];
const inResponse = (old: unknown, now: unknown): Sides => [responseOf(old), responseOf(now)];
const requestField = (old: Json, now: Json): Sides => inRequest(field(old), field(now));
const responseField = (old: Json, now: Json): Sides => inResponse(field(old), field(now));

export const knownChanges: readonly KnownChange[] = [
  request(
    'deleting an operation',
    [
      documentOf({}, { paths: { '/a': { get: { responses: ok() } }, '/b': { get: { responses: ok() } } } }),
      documentOf({}, { paths: { '/a': { get: { responses: ok() } } } }),
    ],
    'operation-removed',
  ),
  request(
    'adding an operation',
    [
      documentOf({}, { paths: { '/a': { get: { responses: ok() } } } }),
      documentOf({}, { paths: { '/a': { get: { responses: ok() }, put: { responses: ok() } } } }),
    ],
    'operation-added',
    'harmless',
  ),
  request(
    'deprecating an operation',
    [plain, documentOf({ deprecated: true })],
    'became-deprecated',
    'harmless',
  ),
  request(
    'changing sunset to an earlier date',
    [sunset('2027-06-01'), sunset('2027-01-01')],
    'sunset-moved-earlier',
    'likely',
  ),
  request(
    'deleting the sunset of a deprecated endpoint',
    [sunset('2027-06-01'), documentOf({ deprecated: true })],
    'sunset-moved-earlier',
    'likely',
  ),
  request(
    'changing an operation id',
    [plain, documentOf({ operationId: 'createThing' })],
    'operation-id-changed',
    'harmless',
  ),
  request(
    'removing a server',
    [
      documentOf({}, { servers: [{ url: 'https://a.example' }, { url: 'https://b.example' }] }),
      documentOf({}, { servers: [{ url: 'https://b.example' }] }),
    ],
    'server-removed',
  ),

  request(
    'adding a security requirement to an open operation',
    [secured([]), secured([{ key: [] }])],
    'security-added',
  ),
  request(
    'removing an alternative of security',
    [secured([{ key: [] }, { login: [] }]), secured([{ login: [] }])],
    'security-alternative-removed',
  ),
  request(
    'adding a scope',
    [secured([{ login: ['read'] }]), secured([{ login: ['read', 'write'] }])],
    'security-alternative-removed',
  ),
  request(
    'adding an alternative of security',
    [secured([{ key: [] }]), secured([{ key: [] }, { login: [] }])],
    'security-loosened',
    'harmless',
  ),

  request(
    'new required header, query or cookie parameter',
    [plain, parameterOf({ required: true })],
    'required-parameter-added',
  ),
  request(
    'new required parameter with a default',
    [plain, parameterOf({ required: true, schema: { type: 'number', default: 3 } })],
    'required-parameter-added',
  ),
  request('new optional parameter', [plain, parameterOf({})], 'parameter-added', 'harmless'),
  request('deleting a parameter', [parameterOf({}), plain], 'parameter-removed', 'likely'),
  request(
    'changing a parameter from optional to required',
    parameter({}, { required: true }),
    'parameter-became-required',
  ),
  request(
    'changing a parameter to enum',
    parameterSchema(text, { ...text, enum: ['a', 'b'] }),
    'enum-introduced',
  ),
  request(
    'specializing a parameter type from string to number',
    parameterSchema(text, number),
    'type-changed',
  ),
  request(
    'changing how a parameter is serialized',
    parameter(
      { schema: { type: 'array', items: text } },
      { explode: false, schema: { type: 'array', items: text } },
    ),
    'parameter-style-changed',
  ),
  request(
    'modifying the default value of an optional parameter',
    parameterSchema({ ...number, default: 1 }, { ...number, default: 2 }),
    'default-changed',
    'likely',
  ),
  request(
    'removing the default value of an optional parameter',
    parameter({ schema: { ...number, default: 1 } }, {}),
    'default-changed',
    'likely',
  ),
  request(
    'modifying a pattern in a request parameter',
    parameterSchema({ ...text, pattern: '^a' }, { ...text, pattern: '^b' }),
    'pattern-added',
  ),

  request('adding a required request body', [plain, requestOf(text)], 'required-body-added'),
  request('adding an optional request body', [plain, requestOf(text, false)], 'body-added', 'harmless'),
  request('removing the request body', [requestOf(text), plain], 'body-removed', 'likely'),
  request(
    'changing a request body from optional to required',
    [requestOf(text, false), requestOf(text)],
    'body-became-required',
  ),
  request(
    'removing a media type from the request body',
    [
      requestOf(text),
      documentOf({ requestBody: { required: true, content: { 'text/plain': { schema: text } } } }),
    ],
    'media-type-removed',
  ),
  request(
    'adding a new required property in the request body',
    inRequest(field(text), object({ name: text, kind: text }, ['kind'])),
    'required-property-added',
  ),
  request(
    'adding an optional property in the request body',
    inRequest(field(text), object({ name: text, kind: text })),
    'property-added',
    'harmless',
  ),
  request(
    'changing an existing property in the request body to required',
    inRequest(field(text), object({ name: text }, ['name'])),
    'property-became-required',
  ),
  request(
    'changing an existing property in request body items to required',
    inRequest(
      { type: 'array', items: field(text) },
      { type: 'array', items: object({ name: text }, ['name']) },
    ),
    'property-became-required',
  ),
  request(
    'deleting a property in the request',
    inRequest(object({ name: text, kind: text }), field(text)),
    'property-removed',
    'likely',
  ),
  request(
    'deleting a property of a closed object in the request',
    inRequest(
      object({ name: text, kind: text }, [], { additionalProperties: false }),
      object({ name: text }, [], { additionalProperties: false }),
    ),
    'property-refused',
  ),
  request(
    'refusing additional properties',
    inRequest(field(text), object({ name: text }, [], { additionalProperties: false })),
    'other-properties-refused',
  ),
  request(
    'making a request property read-only',
    requestField(text, { ...text, readOnly: true }),
    'property-removed',
    'likely',
  ),
  request(
    'changing a request property to enum',
    requestField(text, { ...text, enum: ['a'] }),
    'enum-introduced',
  ),
  request(
    'deleting an enum value',
    requestField({ enum: ['a', 'b'] }, { enum: ['a'] }),
    'enum-values-removed',
  ),
  request(
    'adding an enum value to the request',
    requestField({ enum: ['a'] }, { enum: ['a', 'b'] }),
    'enum-values-added',
    'harmless',
  ),
  request(
    'changing a request property to not nullable',
    requestField({ type: ['string', 'null'] }, text),
    'null-forbidden',
  ),
  request(
    'changing the type of a request body from number to string',
    inRequest(number, text),
    'type-changed',
  ),
  request(
    'changing the type of a request body from number to integer',
    inRequest(number, { type: 'integer' }),
    'type-narrowed',
  ),
  request(
    'generalizing the type of a request body from integer to number',
    inRequest({ type: 'integer' }, number),
    'type-widened',
    'harmless',
  ),
  request('adding a format in the request', requestField(text, { ...text, format: 'date' }), 'format-added'),
  request(
    'reducing max in the request',
    requestField({ ...number, maximum: 9 }, { ...number, maximum: 5 }),
    'upper-bound-lowered',
  ),
  request(
    'increasing min in the request',
    requestField({ ...number, minimum: 1 }, { ...number, minimum: 2 }),
    'lower-bound-raised',
  ),
  request(
    'changing min to exclusive in the request',
    requestField({ ...number, minimum: 1 }, { ...number, exclusiveMinimum: 1 }),
    'lower-bound-raised',
  ),
  request(
    'changing max length in the request from nil to any value',
    requestField(text, { ...text, maxLength: 5 }),
    'upper-bound-lowered',
  ),
  request(
    'increasing min length in the request',
    requestField(text, { ...text, minLength: 2 }),
    'lower-bound-raised',
  ),
  request(
    'increasing min items in the request',
    inRequest({ type: 'array', minItems: 1 }, { type: 'array', minItems: 2 }),
    'lower-bound-raised',
  ),
  request(
    'requiring unique items',
    inRequest({ type: 'array' }, { type: 'array', uniqueItems: true }),
    'unique-items-required',
  ),
  request('adding a multipleOf', requestField(number, { ...number, multipleOf: 5 }), 'multiple-added'),
  request('adding a pattern to a schema', requestField(text, { ...text, pattern: '^a' }), 'pattern-added'),
  request(
    "adding an 'allOf' subschema to the request",
    inRequest(field(text), { allOf: [field(text), object({}, ['name'])] }),
    'property-became-required',
  ),
  request(
    "removing a 'oneOf' schema from the request",
    inRequest(
      { oneOf: [field(text), object({ size: number }, ['size']), { type: 'array' }] },
      { oneOf: [field(text), object({ size: number }, ['size'])] },
    ),
    'alternative-removed',
  ),
  request(
    "removing an 'anyOf' schema from the request",
    inRequest(
      { anyOf: [field(text), object({ size: number }), { type: 'array' }] },
      { anyOf: [field(text), { type: 'array' }] },
    ),
    'alternative-removed',
  ),
  request(
    'adding a condition',
    inRequest(field(text), { ...field(text), not: { required: ['old'] } }),
    'condition-added',
    'likely',
  ),
  request(
    'changing a condition',
    inRequest({ ...field(text), not: { required: ['a'] } }, { ...field(text), not: { required: ['b'] } }),
    'condition-changed',
    'likely',
  ),
  request(
    'changing a discriminator',
    inRequest(
      { oneOf: [object({ a: text }), object({ b: text })], discriminator: { propertyName: 'a' } },
      { oneOf: [object({ a: text }), object({ b: text })], discriminator: { propertyName: 'b' } },
    ),
    'discriminator-changed',
    'likely',
  ),

  response(
    'removing a success status',
    [documentOf({ responses: { ...ok(), '201': { description: 'Made' } } }), documentOf({})],
    'success-status-removed',
  ),
  response(
    'adding a success status',
    [documentOf({}), documentOf({ responses: { ...ok(), '202': { description: 'Later' } } })],
    'success-status-added',
    'likely',
  ),
  response(
    'removing a non-success status',
    [documentOf({ responses: { ...ok(), '404': { description: 'None' } } }), documentOf({})],
    'error-status-removed',
    'harmless',
  ),
  response(
    'deleting a media type from the response',
    [
      responseOf(text),
      documentOf({
        responses: { '200': { description: 'Made', content: { 'text/plain': { schema: text } } } },
      }),
    ],
    'media-type-removed',
  ),
  response(
    'adding a media type to the response',
    [documentOf({}), responseOf(text)],
    'media-type-added',
    'harmless',
  ),
  response(
    'removing a required response header',
    [headerOf({ required: true }), headerOf(undefined)],
    'header-removed',
  ),
  response(
    'removing an optional response header',
    [headerOf({}), headerOf(undefined)],
    'header-removed',
    'likely',
  ),
  response(
    'changing a response header from required to optional',
    [headerOf({ required: true }), headerOf({})],
    'header-became-optional',
  ),
  response(
    'deleting a required property in the response',
    inResponse(object({ name: text, kind: text }, ['kind']), field(text)),
    'required-property-removed',
  ),
  response(
    'deleting an optional property in the response',
    inResponse(object({ name: text, kind: text }), field(text)),
    'property-removed',
    'likely',
  ),
  response(
    "deleting a required property under 'allOf' in the response",
    inResponse({ allOf: [field(text), object({ kind: text }, ['kind'])] }, { allOf: [field(text)] }),
    'required-property-removed',
  ),
  response(
    'changing a property in the response to optional',
    inResponse(object({ name: text }, ['name']), field(text)),
    'property-became-optional',
  ),
  response(
    'changing a required response property to write-only',
    inResponse(object({ name: text }, ['name']), object({ name: { ...text, writeOnly: true } }, ['name'])),
    'required-property-removed',
  ),
  response(
    'adding a required property to the response',
    inResponse(field(text), object({ name: text, kind: text }, ['kind'])),
    'required-property-added',
    'harmless',
  ),
  response(
    'changing a response property to nullable',
    responseField(text, { type: ['string', 'null'] }),
    'null-allowed',
  ),
  response('changing the type of a response from number to string', inResponse(number, text), 'type-changed'),
  response(
    'changing the type of a response from integer to number',
    inResponse({ type: 'integer' }, number),
    'type-widened',
  ),
  response(
    'changing the type of additional properties in the response',
    inResponse(
      { type: 'object', additionalProperties: { type: 'integer' } },
      { type: 'object', additionalProperties: text },
    ),
    'type-changed',
  ),
  response(
    'adding an enum value to the response',
    responseField({ enum: ['a'] }, { enum: ['a', 'b'] }),
    'enum-values-added',
  ),
  response('lifting an enum in the response', responseField({ ...text, enum: ['a'] }, text), 'enum-lifted'),
  response(
    'removing an enum value from the response',
    responseField({ enum: ['a', 'b'] }, { enum: ['a'] }),
    'enum-values-removed',
    'harmless',
  ),
  response(
    'increasing max length in the response',
    responseField({ ...text, maxLength: 5 }, { ...text, maxLength: 9 }),
    'upper-bound-raised',
    'likely',
  ),
  response(
    'changing max length in the response from any value to nil',
    responseField({ ...text, maxLength: 5 }, text),
    'upper-bound-raised',
    'likely',
  ),
  response(
    'reducing min items in the response',
    inResponse({ type: 'array', minItems: 2 }, { type: 'array', minItems: 1 }),
    'lower-bound-lowered',
    'likely',
  ),
  response(
    "adding a 'oneOf' schema to the response",
    inResponse(
      { oneOf: [field(text), { type: 'array' }] },
      { oneOf: [field(text), { type: 'array' }, number] },
    ),
    'alternative-added',
  ),
  response(
    'making one schema a union in the response',
    inResponse(field(text), { oneOf: [field(text), { type: 'array' }] }),
    'alternative-added',
  ),
];

/** Categories of oasdiff's breaking changes that have no row, and why. */
export const leftOut: readonly (readonly [category: string, reason: string])[] = [
  [
    'stability levels (`x-stability-level`)',
    "a convention of oasdiff's users: a document without it says nothing of the kind",
  ],
  [
    'deprecation policies (a sunset too soon after a deprecation, invalid dates)',
    'a rule about releases, not what a client notices',
  ],
  ['`x-extensible-enum`', 'an extension of one company; as an `enum` it is compared'],
  ['removing a tag, a component or a description', 'no client notices it over HTTP'],
];
