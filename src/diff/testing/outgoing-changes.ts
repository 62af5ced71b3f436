/** Changes of what a service sends by itself: its clients read the requests, and send the responses. */
import { rowsAt, type KnownChange } from './change-rows.js';
import {
  callbackTo,
  field,
  object,
  ok,
  plain,
  text,
  webhookOf,
  withHeader,
  type Json,
} from './thing-documents.js';

const json = (schema: unknown): Json => ({ 'application/json': { schema } });
const bodyOf = (schema: unknown): Json =>
  webhookOf({ requestBody: { required: true, content: json(schema) } });
const headerSent = (parameter: Json): Json =>
  webhookOf({ parameters: [{ name: 'X-Event', in: 'header', schema: text, ...parameter }] });

const webhook = rowsAt('response', (document: Json) => document);
const sent = rowsAt('response', webhookOf);
const sentBody = rowsAt('response', bodyOf);
const sentField = rowsAt('response', (schema: Json) => bodyOf(field(schema)));
const sentHeader = rowsAt('response', headerSent);
const answer = rowsAt('request', (responses: Json) => webhookOf({ responses }));
const answered = rowsAt('request', (schema) => webhookOf({ responses: ok(schema) }));

export const outgoingChanges: readonly KnownChange[] = [
  webhook('deleting a webhook', 'webhook-removed', [webhookOf({}), plain]),
  webhook('adding a webhook', 'harmless webhook-added', [plain, webhookOf({})]),
  sent('deprecating a webhook', 'harmless became-deprecated', [{}, { deprecated: true }]),
  webhook('deleting a callback', 'callback-removed', [callbackTo('{$request.query.url}'), plain]),
  webhook('adding a callback', 'harmless callback-added', [plain, callbackTo('{$request.query.url}')]),
  webhook('modifying the address of a callback', 'callback-address-changed', [
    callbackTo('{$request.query.url}'),
    callbackTo('{$request.header.x-url}'),
  ]),
  webhook('widening the body of a callback', 'enum-values-added', [
    callbackTo('{$request.query.url}', { enum: ['a'] }),
    callbackTo('{$request.query.url}', { enum: ['a', 'b'] }),
  ]),
  webhook('sending a webhook without a body', 'likely body-removed', [bodyOf(text), webhookOf({})]),
  webhook('changing the body of a webhook to optional', 'body-became-optional', [
    bodyOf(text),
    webhookOf({ requestBody: { content: json(text) } }),
  ]),
  webhook('sending a webhook in another media type as well', 'likely media-type-sent', [
    bodyOf(text),
    webhookOf({
      requestBody: { required: true, content: { ...json(text), 'text/plain': { schema: text } } },
    }),
  ]),
  webhook('sending a webhook no longer in a media type', 'media-type-removed', [
    bodyOf(text),
    webhookOf({ requestBody: { required: true, content: { 'text/plain': { schema: text } } } }),
  ]),
  sentField('adding an enum value to a webhook', 'enum-values-added', [
    { enum: ['a'] },
    { enum: ['a', 'b'] },
  ]),
  sentField('removing an enum value from a webhook', 'harmless enum-values-removed', [
    { enum: ['a', 'b'] },
    { enum: ['a'] },
  ]),
  sentBody('deleting a required property of a webhook', 'required-property-removed', [
    object({ name: text, kind: text }, ['kind']),
    field(text),
  ]),
  sentBody('adding a required property to a webhook', 'harmless required-property-added', [
    field(text),
    object({ name: text, kind: text }, ['kind']),
  ]),
  webhook('deleting a header of a webhook', 'likely parameter-removed', [headerSent({}), webhookOf({})]),
  sentHeader('changing a header of a webhook to optional', 'parameter-became-optional', [
    { required: true },
    {},
  ]),
  answered('requiring a property in the response to a webhook', 'property-became-required', [
    field(text),
    object({ name: text }, ['name']),
  ]),
  answered('widening the response to a webhook', 'harmless enum-values-added', [
    { enum: ['a'] },
    { enum: ['a', 'b'] },
  ]),
  answer('taking no longer a status that receivers send', 'likely success-status-removed', [
    { ...ok(), '202': { description: 'Later' } },
    ok(),
  ]),
  answer('adding a required header to the response to a webhook', 'header-became-required', [
    ok(),
    withHeader({ required: true }),
  ]),
  answer('requiring a header in the response to a webhook', 'header-became-required', [
    withHeader({}),
    withHeader({ required: true }),
  ]),
];
