/** Changes that comparisons must find, after the published examples of oasdiff: the table of docs/diff.md, and a test of each row. */
import { rowsAt, type KnownChange } from './change-rows.js';
import { outgoingChanges } from './outgoing-changes.js';
import {
  documentOf,
  field,
  formOf,
  headerOf,
  number,
  object,
  ok,
  parameterOf,
  plain,
  requestOf,
  responseOf,
  secured,
  sunset,
  text,
  tokenOf,
  type Json,
} from './thing-documents.js';

const request = rowsAt('request', (document: Json) => document);
const operation = rowsAt('request', documentOf);
const security = rowsAt('request', (alternatives: readonly Json[]) => secured(alternatives));
const parameter = rowsAt('request', parameterOf);
const parameterSchema = rowsAt('request', (schema: Json) => parameterOf({ schema }));
const numberParameter = rowsAt('request', (schema: Json) =>
  parameterOf({ schema: { ...number, ...schema } }),
);
const textParameter = rowsAt('request', (schema: Json) => parameterOf({ schema: { ...text, ...schema } }));
const requestBody = rowsAt('request', requestOf);
const part = rowsAt('request', (encoding: Json) => formOf('multipart/form-data', text, encoding));
const formField = rowsAt('request', (encoding: Json) =>
  formOf('application/x-www-form-urlencoded', { type: 'array', items: text }, encoding),
);
const requestField = rowsAt('request', (schema: Json) => requestOf(field(schema)));
const numberField = rowsAt('request', (schema: Json) => requestOf(field({ ...number, ...schema })));
const textField = rowsAt('request', (schema: Json) => requestOf(field({ ...text, ...schema })));
const response = rowsAt('response', (document: Json) => document);
const responseBody = rowsAt('response', responseOf);
const responseField = rowsAt('response', (schema: Json) => responseOf(field(schema)));
const responseText = rowsAt('response', (schema: Json) => responseOf(field({ ...text, ...schema })));
const status = rowsAt('response', (more: Json) => documentOf({ responses: { ...ok(), ...more } }));
const header = rowsAt('response', headerOf);

export const knownChanges: readonly KnownChange[] = [
  request('deleting an operation', 'operation-removed', [
    documentOf({}, { paths: { '/a': { get: { responses: ok() } }, '/b': { get: { responses: ok() } } } }),
    documentOf({}, { paths: { '/a': { get: { responses: ok() } } } }),
  ]),
  request('adding an operation', 'harmless operation-added', [
    documentOf({}, { paths: { '/a': { get: { responses: ok() } } } }),
    documentOf({}, { paths: { '/a': { get: { responses: ok() }, put: { responses: ok() } } } }),
  ]),
  operation('deprecating an operation', 'harmless became-deprecated', [{}, { deprecated: true }]),
  request('changing sunset to an earlier date', 'likely sunset-moved-earlier', [
    sunset('2027-06-01'),
    sunset('2027-01-01'),
  ]),
  request('deleting the sunset of a deprecated endpoint', 'likely sunset-moved-earlier', [
    sunset('2027-06-01'),
    documentOf({ deprecated: true }),
  ]),
  operation('changing an operation id', 'harmless operation-id-changed', [
    {},
    { operationId: 'createThing' },
  ]),
  request('removing a server', 'server-removed', [
    documentOf({}, { servers: [{ url: 'https://a.example' }, { url: 'https://b.example' }] }),
    documentOf({}, { servers: [{ url: 'https://b.example' }] }),
  ]),

  security('adding a security requirement to an open operation', 'security-added', [[], [{ key: [] }]]),
  security('removing an alternative of security', 'security-alternative-removed', [
    [{ key: [] }, { login: [] }],
    [{ login: [] }],
  ]),
  security('adding a scope', 'security-alternative-removed', [
    [{ login: ['read'] }],
    [{ login: ['read', 'write'] }],
  ]),
  security('adding an alternative of security', 'harmless security-loosened', [
    [{ key: [] }],
    [{ key: [] }, { login: [] }],
  ]),
  request('removing an OAuth flow', 'flow-removed', [tokenOf({}), secured([{ login: [] }])]),
  request('changing the token address of an OAuth flow', 'token-address-changed', [
    tokenOf({}),
    tokenOf({ tokenUrl: 'https://id.example/token' }),
  ]),
  request('removing a scope of an OAuth flow', 'likely scopes-removed', [
    tokenOf({ scopes: { read: '', write: '' } }),
    tokenOf({ scopes: { read: '' } }),
  ]),

  request('new required header, query or cookie parameter', 'required-parameter-added', [
    plain,
    parameterOf({ required: true }),
  ]),
  request('new required parameter with a default', 'required-parameter-added', [
    plain,
    parameterOf({ required: true, schema: { type: 'number', default: 3 } }),
  ]),
  request('new optional parameter', 'harmless parameter-added', [plain, parameterOf({})]),
  request('deleting a parameter', 'likely parameter-removed', [parameterOf({}), plain]),
  parameter('changing a parameter from optional to required', 'parameter-became-required', [
    {},
    { required: true },
  ]),
  textParameter('changing a parameter to enum', 'enum-introduced', [{}, { enum: ['a', 'b'] }]),
  parameterSchema('specializing a parameter type from string to number', 'type-changed', [text, number]),
  parameter('changing how a parameter is serialized', 'parameter-style-changed', [
    { schema: { type: 'array', items: text } },
    { explode: false, schema: { type: 'array', items: text } },
  ]),
  parameter('refusing reserved characters that are not encoded', 'likely reserved-characters-refused', [
    { schema: text, allowReserved: true },
    { schema: text },
  ]),
  parameter('refusing an empty parameter', 'likely empty-value-refused', [{ allowEmptyValue: true }, {}]),
  numberParameter('modifying the default value of an optional parameter', 'likely default-changed', [
    { default: 1 },
    { default: 2 },
  ]),
  parameter('removing the default value of an optional parameter', 'likely default-changed', [
    { schema: { ...number, default: 1 } },
    {},
  ]),
  textParameter('modifying a pattern in a request parameter', 'pattern-added', [
    { pattern: '^a' },
    { pattern: '^b' },
  ]),

  request('adding a required request body', 'required-body-added', [plain, requestOf(text)]),
  request('adding an optional request body', 'harmless body-added', [plain, requestOf(text, false)]),
  request('removing the request body', 'likely body-removed', [requestOf(text), plain]),
  request('changing a request body from optional to required', 'body-became-required', [
    requestOf(text, false),
    requestOf(text),
  ]),
  request('removing a media type from the request body', 'media-type-removed', [
    requestOf(text),
    documentOf({ requestBody: { required: true, content: { 'text/plain': { schema: text } } } }),
  ]),
  part('removing a media type of a part', 'part-media-type-removed', [
    { contentType: 'image/png, image/jpeg' },
    { contentType: 'image/png' },
  ]),
  part('modifying the media type of a part that named none', 'likely part-media-type-removed', [
    {},
    { contentType: 'image/png' },
  ]),
  part('adding a required header of a part', 'part-header-required', [
    {},
    { headers: { 'X-Name': { required: true, schema: text } } },
  ]),
  part('removing a header of a part', 'likely part-header-removed', [
    { headers: { 'X-Name': { schema: text } } },
    {},
  ]),
  formField('changing how a field of a form is serialized', 'field-style-changed', [
    { explode: true },
    { explode: false },
  ]),
  requestBody('adding a new required property in the request body', 'required-property-added', [
    field(text),
    object({ name: text, kind: text }, ['kind']),
  ]),
  requestBody('adding an optional property in the request body', 'harmless property-added', [
    field(text),
    object({ name: text, kind: text }),
  ]),
  requestBody('changing an existing property in the request body to required', 'property-became-required', [
    field(text),
    object({ name: text }, ['name']),
  ]),
  requestBody('changing an existing property in request body items to required', 'property-became-required', [
    { type: 'array', items: field(text) },
    { type: 'array', items: object({ name: text }, ['name']) },
  ]),
  requestBody('deleting a property in the request', 'likely property-removed', [
    object({ name: text, kind: text }),
    field(text),
  ]),
  requestBody('deleting a property of a closed object in the request', 'property-refused', [
    object({ name: text, kind: text }, [], { additionalProperties: false }),
    object({ name: text }, [], { additionalProperties: false }),
  ]),
  requestBody('refusing additional properties', 'other-properties-refused', [
    field(text),
    object({ name: text }, [], { additionalProperties: false }),
  ]),
  textField('making a request property read-only', 'likely property-removed', [{}, { readOnly: true }]),
  textField('changing a request property to enum', 'enum-introduced', [{}, { enum: ['a'] }]),
  requestField('deleting an enum value', 'enum-values-removed', [{ enum: ['a', 'b'] }, { enum: ['a'] }]),
  requestField('adding an enum value to the request', 'harmless enum-values-added', [
    { enum: ['a'] },
    { enum: ['a', 'b'] },
  ]),
  requestField('changing a request property to not nullable', 'null-forbidden', [
    { type: ['string', 'null'] },
    text,
  ]),
  requestBody('changing the type of a request body from number to string', 'type-changed', [number, text]),
  requestBody('changing the type of a request body from number to integer', 'type-narrowed', [
    number,
    { type: 'integer' },
  ]),
  requestBody('generalizing the type of a request body from integer to number', 'harmless type-widened', [
    { type: 'integer' },
    number,
  ]),
  textField('adding a format in the request', 'format-added', [{}, { format: 'date' }]),
  textField('changing the encoding of bytes in a text', 'content-changed', [
    { contentEncoding: 'base64' },
    { contentEncoding: 'base64url' },
  ]),
  textField('adding a media type of a text', 'likely content-changed', [
    {},
    { contentMediaType: 'application/xml' },
  ]),
  numberField('reducing max in the request', 'upper-bound-lowered', [{ maximum: 9 }, { maximum: 5 }]),
  numberField('increasing min in the request', 'lower-bound-raised', [{ minimum: 1 }, { minimum: 2 }]),
  numberField('changing min to exclusive in the request', 'lower-bound-raised', [
    { minimum: 1 },
    { exclusiveMinimum: 1 },
  ]),
  textField('changing max length in the request from nil to any value', 'upper-bound-lowered', [
    {},
    { maxLength: 5 },
  ]),
  textField('increasing min length in the request', 'lower-bound-raised', [{}, { minLength: 2 }]),
  requestBody('increasing min items in the request', 'lower-bound-raised', [
    { type: 'array', minItems: 1 },
    { type: 'array', minItems: 2 },
  ]),
  requestBody('requiring unique items', 'unique-items-required', [
    { type: 'array' },
    { type: 'array', uniqueItems: true },
  ]),
  numberField('adding a multipleOf', 'multiple-added', [{}, { multipleOf: 5 }]),
  textField('adding a pattern to a schema', 'pattern-added', [{}, { pattern: '^a' }]),
  requestBody("adding an 'allOf' subschema to the request", 'property-became-required', [
    field(text),
    { allOf: [field(text), object({}, ['name'])] },
  ]),
  requestBody("removing a 'oneOf' schema from the request", 'alternative-removed', [
    { oneOf: [field(text), object({ size: number }, ['size']), { type: 'array' }] },
    { oneOf: [field(text), object({ size: number }, ['size'])] },
  ]),
  requestBody("removing an 'anyOf' schema from the request", 'alternative-removed', [
    { anyOf: [field(text), object({ size: number }), { type: 'array' }] },
    { anyOf: [field(text), { type: 'array' }] },
  ]),
  requestBody('adding a condition', 'likely condition-added', [
    field(text),
    { ...field(text), not: { required: ['old'] } },
  ]),
  requestBody('changing a condition', 'likely condition-changed', [
    { ...field(text), not: { required: ['a'] } },
    { ...field(text), not: { required: ['b'] } },
  ]),
  requestBody('changing a discriminator', 'likely discriminator-changed', [
    { oneOf: [object({ a: text }), object({ b: text })], discriminator: { propertyName: 'a' } },
    { oneOf: [object({ a: text }), object({ b: text })], discriminator: { propertyName: 'b' } },
  ]),

  status('removing a success status', 'success-status-removed', [{ '201': { description: 'Made' } }, {}]),
  status('adding a success status', 'likely success-status-added', [{}, { '202': { description: 'Later' } }]),
  status('removing a non-success status', 'harmless error-status-removed', [
    { '404': { description: 'None' } },
    {},
  ]),
  response('deleting a media type from the response', 'media-type-removed', [
    responseOf(text),
    documentOf({
      responses: { '200': { description: 'Made', content: { 'text/plain': { schema: text } } } },
    }),
  ]),
  response('adding a media type to the response', 'harmless media-type-added', [
    documentOf({}),
    responseOf(text),
  ]),
  header('removing a required response header', 'header-removed', [{ required: true }, undefined]),
  header('removing an optional response header', 'likely header-removed', [{}, undefined]),
  header('changing a response header from required to optional', 'header-became-optional', [
    { required: true },
    {},
  ]),
  responseBody('deleting a required property in the response', 'required-property-removed', [
    object({ name: text, kind: text }, ['kind']),
    field(text),
  ]),
  responseBody('deleting an optional property in the response', 'likely property-removed', [
    object({ name: text, kind: text }),
    field(text),
  ]),
  responseBody("deleting a required property under 'allOf' in the response", 'required-property-removed', [
    { allOf: [field(text), object({ kind: text }, ['kind'])] },
    { allOf: [field(text)] },
  ]),
  responseBody('changing a property in the response to optional', 'property-became-optional', [
    object({ name: text }, ['name']),
    field(text),
  ]),
  responseBody('changing a required response property to write-only', 'required-property-removed', [
    object({ name: text }, ['name']),
    object({ name: { ...text, writeOnly: true } }, ['name']),
  ]),
  responseBody('adding a required property to the response', 'harmless required-property-added', [
    field(text),
    object({ name: text, kind: text }, ['kind']),
  ]),
  responseField('changing a response property to nullable', 'null-allowed', [
    text,
    { type: ['string', 'null'] },
  ]),
  responseBody('changing the type of a response from number to string', 'type-changed', [number, text]),
  responseBody('changing the type of a response from integer to number', 'type-widened', [
    { type: 'integer' },
    number,
  ]),
  responseBody('changing the type of additional properties in the response', 'type-changed', [
    { type: 'object', additionalProperties: { type: 'integer' } },
    { type: 'object', additionalProperties: text },
  ]),
  responseField('adding an enum value to the response', 'enum-values-added', [
    { enum: ['a'] },
    { enum: ['a', 'b'] },
  ]),
  responseText('lifting an enum in the response', 'enum-lifted', [{ enum: ['a'] }, {}]),
  responseField('removing an enum value from the response', 'harmless enum-values-removed', [
    { enum: ['a', 'b'] },
    { enum: ['a'] },
  ]),
  responseText('increasing max length in the response', 'likely upper-bound-raised', [
    { maxLength: 5 },
    { maxLength: 9 },
  ]),
  responseText('changing max length in the response from any value to nil', 'likely upper-bound-raised', [
    { maxLength: 5 },
    {},
  ]),
  responseBody('reducing min items in the response', 'likely lower-bound-lowered', [
    { type: 'array', minItems: 2 },
    { type: 'array', minItems: 1 },
  ]),
  responseBody("adding a 'oneOf' schema to the response", 'alternative-added', [
    { oneOf: [field(text), { type: 'array' }] },
    { oneOf: [field(text), { type: 'array' }, number] },
  ]),
  responseBody('making one schema a union in the response', 'alternative-added', [
    field(text),
    { oneOf: [field(text), { type: 'array' }] },
  ]),
  ...outgoingChanges,
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
