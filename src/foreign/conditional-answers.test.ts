/** Conditional requests to a mock of a document, from outside. */
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../contract/load-contract.js';
import { jsonResponse, type MockResponse } from '../mock/exchange/response.js';
import type { OperationAnswerer, OperationCall } from '../mock/served-operation.js';
import { httpRequest } from '../testing/http-request.js';
import { startMock } from '../testing/mock-server.js';
import { temporaryFile } from '../testing/temporary-folder.js';
import { withConditions } from './conditional-answers.js';

const note = {
  type: 'object',
  required: ['id', 'text'],
  properties: { id: { type: 'integer', readOnly: true }, text: { type: 'string' } },
};
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const problem = {
  description: 'Wrong.',
  ...json({ type: 'object', required: ['title'], properties: { title: { type: 'string' } } }),
};
const tag = { headers: { ETag: { required: true, schema: { type: 'string', pattern: '^(W/)?"[^"]+"$' } } } };
const one = { description: 'A note.', ...tag, ...json(note) };
const changing = { ...problem, description: 'Not the current version.' };

/** Notes with versions. @param more responses of a change @param parameters of a change */
function documentOf(more: object, parameters: readonly object[] = []) {
  return temporaryFile(
    'notes.json',
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Notes', version: '1' },
      paths: {
        '/notes': {
          get: {
            operationId: 'listNotes',
            responses: { 200: { description: 'All.', ...json({ type: 'array', items: note }) } },
          },
          post: {
            operationId: 'makeNote',
            requestBody: { required: true, ...json(note) },
            responses: { 201: one },
          },
        },
        '/notes/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
          get: {
            operationId: 'getNote',
            responses: { 200: one, 304: { description: 'Not modified.' }, 404: problem },
          },
          put: {
            ...{ operationId: 'replaceNote', parameters },
            requestBody: { required: true, ...json(note) },
            responses: { 200: one, 404: problem, ...more },
          },
          delete: {
            ...{ operationId: 'removeNote', parameters },
            responses: { 204: { description: 'Gone.' }, 404: problem, ...more },
          },
        },
      },
    }),
  );
}

let clients = 0;

/** A client with a sandbox of its own. */
async function client(
  stateful: boolean,
  more: object = { 412: changing },
  parameters: readonly object[] = [],
) {
  const spec = documentOf(more, parameters);
  const { origin } = await startMock({ spec, stateful, validateResponses: true });
  const key = `dk_test_notes${(clients += 1)}`;
  return async (method: string, path: string, headers: Record<string, string> = {}, body?: object) => {
    const response = await httpRequest(`${origin}${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, tag: response.headers.get('etag') ?? '', text: response.text };
  };
}

describe.each([false, true])('a mock of a document with entity tags (stateful: %s)', (stateful) => {
  it('answers 304 without a body to a client that has the current response, and 200 to any other', async () => {
    const call = await client(stateful);
    const made = await call('POST', '/notes', {}, { text: 'first' });
    const { id } = JSON.parse(made.text) as { id: number };
    const read = await call('GET', `/notes/${id}`);
    expect(read).toMatchObject({ status: 200, tag: expect.stringMatching(/^(W\/)?".+"$/) as string });
    for (const known of [read.tag, `"other", W/${read.tag.replace(/^W\//, '')}`, '*'])
      expect(await call('GET', `/notes/${id}`, { 'If-None-Match': known })).toEqual({
        ...{ status: 304, tag: read.tag, text: '' },
      });
    expect(await call('HEAD', `/notes/${id}`, { 'If-None-Match': read.tag })).toMatchObject({ status: 304 });
    expect(await call('GET', `/notes/${id}`, { 'If-None-Match': '"other"' })).toEqual(read);
  });

  it('answers 412 in the shape of the document to a change of another version, and takes one of the current', async () => {
    const call = await client(stateful);
    const { id } = JSON.parse((await call('POST', '/notes', {}, { text: 'first' })).text) as { id: number };
    const read = await call('GET', `/notes/${id}`);
    const wrong = await call('PUT', `/notes/${id}`, { 'If-Match': '"other"' }, { text: 'second' });
    expect(wrong).toMatchObject({ status: 412, text: expect.stringContaining('If-Match') as string });
    expect(await call('GET', `/notes/${id}`)).toEqual(read);
    for (const right of [read.tag, '*'])
      expect(await call('PUT', `/notes/${id}`, { 'If-Match': right }, { text: 'first' })).toMatchObject({
        status: 200,
      });
    expect(await call('PUT', `/notes/${id}`, {}, { text: 'second' })).toMatchObject({ status: 200 });
  });

  it.each([
    ['has it', []],
    [
      'has it and requires the header',
      [{ name: 'If-Match', in: 'header', required: true, schema: { type: 'string' } }],
    ],
  ])('answers 428 to a change without a condition where the document %s', async (_, parameters) => {
    const call = await client(stateful, { 412: changing, 428: problem }, parameters);
    const { id } = JSON.parse((await call('POST', '/notes', {}, { text: 'first' })).text) as { id: number };
    expect(await call('DELETE', `/notes/${id}`)).toMatchObject({ status: 428 });
    const { tag: current } = await call('GET', `/notes/${id}`);
    expect(await call('DELETE', `/notes/${id}`, { 'If-Match': current })).toMatchObject({ status: 204 });
  });
});

it('an id that no thing can have gets the 404 of an operation that has no status for an invalid request', async () => {
  const call = await client(false, { 412: changing, 422: problem });
  expect(await call('GET', '/notes/first')).toMatchObject({ status: 404 });
  expect(await call('DELETE', '/notes/first')).toMatchObject({ status: 422 });
});

describe('a mock that remembers', () => {
  it('gives a thing another tag when it changes, which its change says too', async () => {
    const call = await client(true);
    const made = await call('POST', '/notes', {}, { text: 'first' });
    const { id } = JSON.parse(made.text) as { id: number };
    expect((await call('GET', `/notes/${id}`)).tag).toBe(made.tag);
    const changed = await call('PUT', `/notes/${id}`, { 'If-Match': made.tag }, { text: 'second' });
    expect(changed).toMatchObject({ status: 200 });
    expect(changed.tag).not.toBe(made.tag);
    const read = await call('GET', `/notes/${id}`, { 'If-None-Match': made.tag });
    expect(read).toMatchObject({ status: 200, tag: changed.tag });
    expect(await call('PUT', `/notes/${id}`, { 'If-Match': made.tag }, { text: 'third' })).toMatchObject({
      status: 412,
    });
  });

  it('says 404 and not 412 of a thing that is not there', async () => {
    const call = await client(true);
    expect(await call('PUT', '/notes/987654', { 'If-Match': '"one"' }, { text: 'x' })).toMatchObject({
      status: 404,
    });
  });
});

it('one of two changes of one version is made where both come at once and the store takes its time', async () => {
  const { operations } = await loadContract(documentOf({ 412: changing }), { strict: true });
  const replace = operations.find(({ id }) => id === 'replaceNote');
  if (!replace) throw new Error('The document has no replacement.');
  let version = 1;
  const stored = async (): Promise<MockResponse> => {
    await setImmediate();
    return { ...jsonResponse(200, {}), headers: { ETag: `"${version}"` } };
  };
  const replaced: OperationAnswerer = async () => {
    await setImmediate();
    version += 1;
    return stored();
  };
  const answer = withConditions(replace, replaced, stored);
  const call = { sandbox: 'public', path: { id: 1 }, headers: { 'if-match': '"1"' }, dynamic: false };
  const statusOf = async () => (await answer(call as unknown as OperationCall)).status;
  expect(await Promise.all([statusOf(), statusOf()])).toEqual([200, 412]);
});
