/** A service of notes and tags whose descriptions say in words what no schema can: each fault breaks one sentence of them. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { rulesNamedIn, runWithWrites } from '../../src/conformance/testing/run-suite.js';
import { jsonOf } from '../../src/conformance/target/json-body.js';
import { loadContract } from '../../src/contract/load-contract.js';
import { temporaryFile } from '../../src/testing/temporary-folder.js';

const kinds = ['idea', 'task'];
const shades = ['dark', 'light'];
const id = { type: 'string', format: 'uuid' };
const kind = { type: 'string', enum: kinds };
const text = { type: 'string', minLength: 1, maxLength: 200 };
const note = { type: 'object', required: ['id', 'kind', 'text'], properties: { id, kind, text } };
const problem = media({
  type: 'object',
  required: ['message', 'requestId'],
  properties: { message: { type: 'string' }, requestId: { type: 'string' } },
});
const ids = { 'X-Request-Id': { required: true, schema: { type: 'string' } } };
const refusals = Object.fromEntries(
  [400, 404, 409, 412, 415].map((status) => [status, { ...problem, headers: ids }]),
);
const query = (name: string, schema: object) => ({ name, in: 'query', schema });
const whole = (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum });

const contract = await loadContract(
  temporaryFile(
    'notes.json',
    JSON.stringify({
      openapi: '3.1.0',
      info: {
        title: 'Notes',
        version: '1',
        description: [
          '* **Query.** A parameter that is not described is refused with 400. A parameter that is given twice is refused with 400.',
          '* **Errors.** `requestId` equals the header `X-Request-Id`.',
          '* **Lists.** `nextCursor` is null on the last page, which is never empty.',
          '* **Keys.** The same key with another body is refused with 409.',
        ].join('\n'),
      },
      paths: {
        '/notes': {
          get: {
            operationId: 'listNotes',
            parameters: [
              query('limit', { ...whole(1, 500), default: 100 }),
              query('cursor', { type: 'string' }),
              query('kind', kind),
            ],
            responses: {
              200: media(
                listOf(note, { nextCursor: { type: ['string', 'null'] }, total: { type: 'integer' } }),
              ),
              ...refusals,
            },
          },
          post: {
            operationId: 'addNote',
            parameters: [
              {
                name: 'Idempotency-Key',
                in: 'header',
                required: true,
                schema: { type: 'string', minLength: 8 },
              },
            ],
            requestBody: {
              required: true,
              ...media({
                type: 'object',
                required: ['kind', 'text'],
                additionalProperties: false,
                properties: { kind, text },
              }),
            },
            responses: { 201: media(note), ...refusals },
          },
        },
        '/notes/{noteId}': {
          parameters: [{ name: 'noteId', in: 'path', required: true, schema: id }],
          get: { operationId: 'getNote', responses: { 200: media(note), ...refusals } },
          delete: {
            operationId: 'removeNote',
            parameters: [{ name: 'If-Match', in: 'header', schema: { type: 'string' } }],
            responses: { 204: { description: 'Gone.' }, ...refusals },
          },
        },
        '/tags': {
          get: {
            operationId: 'listTags',
            parameters: [
              query('page', { ...whole(1, 100), default: 1 }),
              query('size', { ...whole(1, 100), default: 10 }),
              query('shade', { type: 'string', enum: shades }),
            ],
            responses: {
              200: media(
                listOf(
                  {
                    type: 'object',
                    required: ['name', 'shade'],
                    properties: { name: { type: 'string' }, shade: { type: 'string', enum: shades } },
                  },
                  { total: { type: 'integer' }, totalPages: { type: 'integer' } },
                ),
              ),
              ...refusals,
            },
          },
        },
      },
    }),
  ),
  { strict: true },
);

function media(schema: object) {
  return { description: 'It.', content: { 'application/json': { schema } } };
}

function listOf(items: object, more: object) {
  return {
    type: 'object',
    required: ['items', ...Object.keys(more)],
    properties: { items: { type: 'array', items }, ...more },
  };
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly type: string;
  readonly key: string | undefined;
  readonly condition: string | undefined;
  readonly body: unknown;
}
interface Answer {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Record<string, string>;
}

function answerOf(fault: string): (asked: Asked) => Answer {
  const is = (name: string) => fault === name;
  const notes = [...kinds, ...kinds, ...kinds].map((own): Record<'id' | 'kind' | 'text', string> => ({
    ...{ id: randomUUID(), kind: own, text: `an ${own}` },
  }));
  const keys = new Map<string, { text: string; answer: Answer }>();
  const tags = ['blue', 'white', 'green', 'yellow', 'black', 'red', 'brown'].map((name, index) => ({
    ...{ name, shade: shades[index % 2] },
  }));
  const refused = (status: number, message: string): Answer => ({ status, body: { message } });
  const tagOf = (one: object) => `"${Buffer.from(JSON.stringify(one)).toString('hex').slice(0, 40)}"`;
  const isWrong = (given: URLSearchParams, names: readonly string[]) =>
    [...given.keys()].some((name) => !names.includes(name) && !is('unknown-taken')) ||
    (new Set(given.keys()).size < given.size && !is('twice-taken'));
  const number = (value: string | null, usual: number, most: number) =>
    value === null ? usual : /^[1-9]\d*$/.test(value) && Number(value) <= most ? Number(value) : undefined;
  const listNotes = ({ query: given }: Asked): Answer => {
    if (isWrong(given, ['limit', 'cursor', 'kind'])) return refused(400, 'query');
    const [limit, wanted, cursor] = [
      number(given.get('limit'), 100, 500),
      given.get('kind'),
      given.get('cursor'),
    ];
    const start = cursor === null ? 0 : /^c\d+$/.test(cursor) ? Number(cursor.slice(1)) : NaN;
    if (limit === undefined || (wanted !== null && !kinds.includes(wanted)) || Number.isNaN(start))
      return refused(400, 'query');
    const found = notes.filter((one) => wanted === null || one.kind === wanted);
    const items = found.slice(start, start + limit);
    const end = start + items.length;
    const isMore = is('never-ends') ? items.length === limit : end < found.length;
    return {
      status: 200,
      body: {
        items,
        nextCursor: isMore ? `c${end}` : null,
        total: is('total-of-page') ? items.length : found.length,
      },
    };
  };
  const addNote = ({ type, key, body }: Asked): Answer => {
    if (!/^application\/json\b/i.test(type)) return refused(415, 'it is no JSON');
    if (key === undefined || key.length < 8) return refused(400, 'Idempotency-Key');
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return refused(400, 'no object');
    const { kind: own, text: said, ...others } = body as Record<string, unknown>;
    if (typeof own !== 'string' || !kinds.includes(own)) return refused(400, 'kind');
    const isText = typeof said === 'string' && said !== '' && Array.from(said).length <= 200;
    if (!isText || Object.keys(others).length > 0) return refused(400, isText ? 'unknown field' : 'text');
    const before = keys.get(key);
    if (before && before.text !== JSON.stringify({ own, said }) && !is('key-again'))
      return refused(409, 'key');
    if (before) return before.answer;
    const made = { id: randomUUID(), kind: own, text: said };
    notes.push(made);
    const answer = { status: 201, body: made, headers: { ETag: tagOf(made) } };
    keys.set(key, { text: JSON.stringify({ own, said }), answer });
    return answer;
  };
  return (asked) => {
    const { method, path, query: given, condition } = asked;
    if (path === '/notes' && method === 'POST') return addNote(asked);
    if (path === '/notes' && method === 'GET') return listNotes(asked);
    if (path === '/tags' && method === 'GET') {
      const [page, size] = [number(given.get('page'), 1, 100), number(given.get('size'), 10, 100)];
      const shade = given.get('shade');
      const isShade = shade === null || shades.includes(shade);
      if (isWrong(given, ['page', 'size', 'shade']) || page === undefined || size === undefined || !isShade)
        return refused(400, 'query');
      const found = tags.filter((one) => shade === null || one.shade === shade);
      const items = found.slice((page - 1) * size, page * size);
      const kept = shade === null || is('link-loses-filter') ? '' : `&shade=${shade}`;
      const link = `</tags?page=${page + 1}&size=${size}${kept}>; rel="next"`;
      const pages = found.length / size;
      return {
        status: 200,
        body: {
          ...{ items, total: found.length },
          totalPages: is('pages-rounded-down') ? Math.floor(pages) : Math.ceil(pages),
        },
        ...(page < pages && { headers: { Link: link } }),
      };
    }
    const index = notes.findIndex((one) => path === `/notes/${one.id}`);
    const found = notes[index];
    if (found === undefined) return refused(404, 'not here');
    if (method === 'GET' && isWrong(given, [])) return refused(400, 'query');
    if (method === 'GET') return { status: 200, body: found, headers: { ETag: tagOf(found) } };
    if (method !== 'DELETE') return refused(405, 'no such method');
    if (condition !== undefined && condition !== tagOf(found) && !is('tag-ignored'))
      return refused(412, 'changed');
    notes.splice(index, 1);
    return { status: 204 };
  };
}

/** @param told what the run is to say, of which rule; without it all rules are run */
async function run(fault: string, ...told: readonly RegExp[]): Promise<readonly string[]> {
  const answer = answerOf(fault);
  const { failed } = await runWithWrites(
    (request, sent, response) => {
      const { method = '', url = '', headers } = request;
      const { pathname, searchParams } = new URL(url, 'http://notes');
      const asked = {
        path: pathname,
        query: searchParams,
        type: headers['content-type'] ?? '',
        body: jsonOf(sent),
      };
      const told = answer({
        ...{ ...asked, method: method === 'HEAD' ? 'GET' : method },
        key: headers['idempotency-key']?.toString(),
        condition: headers['if-match'],
      });
      const [requestId, other] = [randomUUID(), randomUUID()];
      const own = told.status >= 400 && { requestId: fault === 'request-id-other' ? other : requestId };
      const head = { 'X-Request-Id': requestId, Allow: 'GET, POST, DELETE', ...told.headers };
      if (told.body === undefined) response.writeHead(told.status, head).end();
      else
        response
          .writeHead(told.status, { ...head, 'Content-Type': 'application/json' })
          .end(method === 'HEAD' ? '' : JSON.stringify({ ...told.body, ...own }));
    },
    { contract, ...(told.length > 0 && { rules: rulesNamedIn(...told) }) },
  );
  return failed;
}

it('notes and tags that keep to their descriptions are not failed', async () => {
  expect(await run('')).toEqual([]);
});

it.each([
  ['unknown-taken', /stated-refusals \w+: status 200/],
  ['twice-taken', /stated-refusals \w+: status 200/],
  ['request-id-other', /stated-equality \w+: requestId is ".+", and X-Request-Id is/],
  ['never-ends', /lists listNotes: a next page that is empty/],
  ['total-of-page', /lists listNotes: total is 2, and \d+ pages have \d+/],
  ['pages-rounded-down', /lists listTags: totalPages is 3, for 7 on pages of 2/],
  ['link-loses-filter', /lists listTags: shade is ".+" in the list/],
  ['tag-ignored', /entity-tags removeNote: status 204/],
  ['key-again', /repeated-key addNote: status 201/],
])('%s is found', async (fault, told) => {
  expect((await run(fault, told)).join('\n')).toMatch(told);
});
