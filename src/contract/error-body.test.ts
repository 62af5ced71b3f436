import { describe, expect, it } from 'vitest';
import { loadShippingContract } from '../shipping/shipping-service.js';
import { ErrorBodies } from './error-body.js';
import { operationsOf } from './operations.js';
import type { OpenApiDocument, ResponseObject, Schema } from './openapi.js';
import { ajvCompiler } from './validation/ajv-compiler.js';
import { SchemaValidators } from './validation/schema-validator.js';

const content = { status: 404, message: 'No such thing', errors: ['id 7 is unknown', 'so is 8'] };

/** The error body of a document whose one operation has these responses. */
function bodyOf(responses: Record<string, ResponseObject>, said = content) {
  const document: OpenApiDocument = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/things': { get: { responses } } },
  };
  const operations = operationsOf(document);
  const bodies = new ErrorBodies(document, operations, new SchemaValidators(document, ajvCompiler()));
  return { own: bodies.for(operations[0], said), elsewhere: bodies.for(undefined, said) };
}

/** The message where the shape has no field for a list. */
const sentence = 'No such thing: id 7 is unknown; so is 8';

const json = (schema: Schema, example?: unknown): ResponseObject => ({
  content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
});
const text: Schema = { type: 'string' };

describe('an error has the shape that the document gives its status', () => {
  it.each<[string, Schema, unknown]>([
    [
      'a message',
      { type: 'object', required: ['message'], properties: { message: text } },
      { message: sentence },
    ],
    [
      'status and reason',
      { type: 'object', required: ['status', 'err'], properties: { status: { type: 'integer' }, err: text } },
      { status: 404, err: sentence },
    ],
    [
      'a list of problems',
      { type: 'object', properties: { errors: { type: 'array', items: text } } },
      { errors: ['id 7 is unknown', 'so is 8'] },
    ],
    [
      'a list of objects',
      {
        type: 'object',
        properties: { errors: { type: 'array', items: { type: 'object', properties: { message: text } } } },
      },
      { errors: [{ message: 'id 7 is unknown' }, { message: 'so is 8' }] },
    ],
    [
      'an error inside an error',
      {
        type: 'object',
        required: ['error'],
        properties: { error: { type: 'object', properties: { message: text, code: { type: 'integer' } } } },
      },
      { error: { message: sentence, code: 404 } },
    ],
    [
      'constants, formats and enumerations',
      {
        type: 'object',
        required: ['ok', 'at', 'status'],
        properties: {
          ok: { const: false },
          at: { type: 'string', format: 'date-time' },
          status: { enum: [400, 404] },
        },
      },
      { ok: false, at: '1970-01-01T00:00:00Z', status: 404 },
    ],
    [
      'parts laid together',
      {
        allOf: [
          { type: 'object', required: ['code'], properties: { code: { type: 'string' } } },
          { properties: { message: text } },
        ],
      },
      { code: '404', message: sentence },
    ],
    ['a text alone', text, sentence],
  ])('%s', (_, schema, body) => {
    expect(bodyOf({ 404: json(schema) }).own).toEqual({ mediaType: 'application/json', body });
  });

  it('of the status class, or of the default response', () => {
    const schema: Schema = { type: 'object', properties: { message: text } };
    for (const status of ['4XX', 'default'])
      expect(bodyOf({ 200: {}, [status]: json(schema) }).own.body).toEqual({ message: sentence });
  });

  it('never of a success: of the default beside which there is none, or of another operation', () => {
    const thing: Schema = { type: 'object', properties: { description: text, z: { type: 'integer' } } };
    const { own, elsewhere } = bodyOf({ default: json(thing, { z: 14 }) });
    const problem = { type: 'about:blank', title: content.message, status: 404, errors: content.errors };
    expect([own.body, elsewhere.body]).toEqual([problem, problem]);
  });

  it('of no other response than its own that does not say what was wrong', () => {
    const code: Schema = { type: 'object', required: ['z'], properties: { z: { type: 'integer' } } };
    const { own, elsewhere } = bodyOf({ 200: {}, 400: json(code), default: json(code, { z: 14 }) });
    expect(own).toEqual({ mediaType: 'application/json', body: { z: 0 } });
    expect(elsewhere.mediaType).toBe('application/problem+json');
  });

  it('of another error of the document where the status has none', () => {
    const schema: Schema = { type: 'object', properties: { message: text } };
    const { own, elsewhere } = bodyOf({ 200: {}, 400: json(schema) });
    expect([own.body, elsewhere.body]).toEqual([{ message: sentence }, { message: sentence }]);
  });

  it('of its example where the schema can’t be filled, unless that names another status', () => {
    const schema: Schema = {
      type: 'object',
      required: ['ref'],
      properties: { ref: { type: 'string', pattern: '^R-[0-9]+$' } },
    };
    expect(bodyOf({ 404: json(schema, { ref: 'R-1' }) }).own.body).toEqual({ ref: 'R-1' });
    const { own } = bodyOf({ 400: json({ ...schema }, { ref: 'R-1', status: 400 }) });
    expect(own.mediaType).toBe('application/problem+json');
  });

  it('of another status where each shape has a constant status, with its own status filled in', () => {
    const schema: Schema = {
      type: 'object',
      required: ['code', 'error'],
      properties: {
        code: { const: 400 },
        message: text,
        error: { type: 'object', required: ['status'], properties: { status: { const: '400' } } },
      },
    };
    expect(bodyOf({ 400: json(schema) }).own.body).toEqual({
      code: 404,
      message: sentence,
      error: { status: '404' },
    });
  });
});

it('an error is problem+json where the document has no error schema (RFC 9457)', () => {
  const expected = {
    mediaType: 'application/problem+json',
    body: { type: 'about:blank', title: 'No such thing', status: 404, errors: content.errors },
  };
  expect(bodyOf({ 200: {} })).toEqual({ own: expected, elsewhere: expected });
});

it('an error of this service is the envelope, for every operation, status and unknown path', async () => {
  const contract = await loadShippingContract();
  const statuses = [400, 401, 403, 404, 405, 408, 413, 415, 429, 431, 500, 501];
  for (const operation of [undefined, ...contract.operations])
    for (const status of statuses)
      expect(contract.errorBodies.for(operation, { ...content, status }).body).toEqual({
        ...{ status: false, message: 'No such thing', data: [] },
        ...{ errors: content.errors, response_code: String(status) },
      });
});
