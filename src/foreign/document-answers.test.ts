/** Responses of a document without handlers: the status, the media type, the bytes. */
import { describe, expect, it } from 'vitest';
import { send, startMock } from '../testing/mock-server.js';
import { temporaryFile } from '../testing/temporary-folder.js';

const thing = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    secret: { type: 'string', writeOnly: true },
    // The referenced schema names another direction than the property itself.
    place: { readOnly: true, allOf: [{ $ref: '#/components/schemas/SchemaPlace' }] },
  },
};
const error = (codes: readonly unknown[]) => ({
  type: 'object',
  required: ['code', 'message'],
  properties: { code: { enum: codes }, message: { type: 'string' }, trace: { type: 'string' } },
});
const json = (schema: object, more: object = {}) => ({
  description: '',
  content: { 'application/json': { schema, ...more } },
});
const get = (responses: object, more: object = {}) => ({ get: { responses, ...more } });
const ok = (content: object, headers: object = {}) => get({ 200: { description: '', content, headers } });
const text = { type: 'string' };

const paths = {
  '/things/{thing_id}': get(
    {
      200: json({ $ref: '#/components/schemas/Thing' }),
      404: json(error(['bad_request', 'not_found'])),
      422: json(error([1, 'INVALID'])),
    },
    {
      parameters: [{ name: 'thing_id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
    },
  ),
  '/wrapped/{uuid}': get(
    {
      200: json(
        { type: 'object', properties: { data: { type: 'object', properties: { uuid: text } } } },
        { example: { data: { uuid: 'x' } } },
      ),
    },
    { parameters: [{ name: 'uuid', in: 'path', required: true, schema: text }] },
  ),
  '/wrong-example': get({ 200: json(thing, { example: { id: 'one', name: 'Ada' } }), 202: json(thing) }),
  '/choosy': get({ 200: json(thing), 406: { description: '' } }),
  '/moved': get({ 302: { description: '' } }),
  '/stored': get({ 201: { description: '' }, 204: { description: '' } }),
  '/default': get({ default: json(thing) }),
  '/failing': get({ 410: json(error(['gone'])) }),
  '/xml': ok({
    'application/xml': {
      schema: {
        type: 'object',
        xml: { name: 'order', prefix: 'o', namespace: 'urn:orders' },
        properties: {
          id: { type: 'integer', const: 7, xml: { attribute: true } },
          note: { const: 'a < b & "c"' },
          tags: {
            type: 'array',
            xml: { wrapped: true },
            minItems: 2,
            maxItems: 2,
            items: { const: 't', xml: { name: 'tag' } },
          },
          codes: { type: 'array', minItems: 2, maxItems: 2, items: { const: 5 } },
        },
      },
    },
  }),
  '/events': ok({
    'text/event-stream': {
      schema: { type: 'object', properties: { event: { const: 'tick' }, data: { const: 'a\nb' } } },
    },
  }),
  '/lines': ok({ 'application/x-ndjson': { schema: { const: { a: 1 } } } }),
  '/table': ok({ 'text/csv': { schema: { const: [{ a: 1, b: 'x, "y"' }] } } }),
  '/form': ok({ 'application/x-www-form-urlencoded': { schema: { const: { a: 'b c' } } } }),
  '/sound': ok({ 'audio/*': {} }),
  '/image': ok({ 'image/png': { schema: { type: 'string', format: 'binary' } } }),
  '/choice': ok({
    'text/plain': { schema: { const: 'plain' } },
    'application/json': { schema: { const: 'json' } },
    'application/vnd.a+json': { schema: { const: 'vendor' } },
  }),
  '/paged': get(
    {
      204: { description: '' },
      400: { description: '', content: { 'text/html': { schema: text } } },
      401: { description: '', content: { 'text/plain': { schema: text } } },
      404: {
        description: '',
        content: {
          'application/xml': {
            schema: { type: 'object', xml: { name: 'fault' }, properties: { message: text, trace: text } },
          },
        },
      },
    },
    { parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }] },
  ),
  '/any': ok({ '*/*': { schema: { const: { a: 1 } } } }),
  '/headers': ok(
    { 'application/json': { schema: thing } },
    {
      'Content-Length': { schema: { const: 1 } },
      'Transfer-Encoding': { schema: { const: 'chunked' } },
      Connection: { schema: { const: 'close' } },
      'X-Name': { schema: { const: 'Zoë\r\nX-More: 1' } },
      'X-List': { schema: { const: [1, 2] } },
      ETag: { schema: text },
      'Set-Cookie': { schema: { const: 'a=1' } },
      Expires: { schema: { const: '0' } },
      'No Name': { schema: text },
    },
  ),
  '/pages': {
    servers: [{ url: 'https://{region}.example.com/v2', variables: { region: { default: 'api' } } }],
    ...ok(
      { 'application/json': { schema: { const: 1 } } },
      {
        Link: {
          schema: text,
          example:
            '<https://api.example.com/v2/pages?page=2>; rel="next", <https://docs.example.com/>; rel="help"',
        },
      },
    ),
  },
};
const document = {
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  paths,
  components: { schemas: { Thing: thing, SchemaPlace: { const: 'here', writeOnly: true } } },
};
const spec = temporaryFile('answers.json', JSON.stringify(document));
let tell: (line: string) => void;
const told = new Promise<string>((resolve) => (tell = resolve));
const server = await startMock({ spec, log: (line) => tell(line) });

/** The type and the text of a response, whatever it is. */
async function bytesOf(path: string) {
  const response = await fetch(server.url + path);
  return { type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) };
}

function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return send(server, method, path, { headers });
}

it.each([
  [undefined, 200],
  ['*/*', 200],
  ['application/*', 200],
  ['application/json;q=0.1', 200],
  ['text/plain', 406],
  ['application/json;q=0', 406],
  ['application/vnd.other+json, text/html', 406],
])('with strictAccept, Accept: %s is answered with %s', async (accept, status) => {
  const strict = await startMock({ spec, strictAccept: true });
  const headers: Record<string, string> = accept === undefined ? {} : { Accept: accept };
  const response = await send(strict, 'GET', '/things/7', { headers });
  expect(response.status).toBe(status);
  if (status === 406) expect(response.text).toContain('application/json');
  expect((await send(strict, 'GET', '/stored', { headers })).status).toBe(201);
});

it('an operation that documents a 406 answers so without strictAccept, and others do not', async () => {
  const headers = { Accept: 'text/plain' };
  expect((await ask('/choosy', headers)).status).toBe(406);
  expect((await ask('/choosy', { Accept: 'text/plain, */*;q=0.1' })).status).toBe(200);
  // A type of the service's own, which documents often leave out.
  expect((await ask('/choosy', { Accept: 'application/vnd.example.diff' })).status).toBe(200);
  expect((await ask('/things/7', headers)).status).toBe(200);
});

describe('the response', () => {
  it.each([
    ['/moved', 302],
    ['/stored', 201],
    ['/default', 200],
    ['/failing', 410],
  ])('of %s is the one that the document has, %i', async (path, status) => {
    expect((await ask(path)).status).toBe(status);
  });

  it('that redirects has a Location, documented or not', async () => {
    expect((await ask('/moved')).headers.get('location')).toBe(`${server.url}/`);
  });

  it('links to the mock where its document has links to the service', async () => {
    const next = `<${new URL(server.url).origin}/v2/pages?page=2>; rel="next"`;
    const { headers } = await ask('/v2/pages');
    expect(headers.get('link')).toBe(`${next}, <https://docs.example.com/>; rel="help"`);
  });

  it('is another documented success where Prefer names its code', async () => {
    const response = await ask('/wrong-example', { Prefer: 'code=202' });
    expect([response.status, response.json]).toEqual([
      202,
      { id: expect.any(Number), name: expect.any(String), place: 'here' },
    ]);
  });

  it('has the documented headers that HTTP can carry, each on a line of its own', async () => {
    const { headers, json: body } = await ask('/headers');
    expect(body).toMatchObject({ id: expect.any(Number) });
    expect(headers.get('x-name')).toBe('Zo%C3%AB X-More: 1');
    expect(headers.get('x-list')).toBe('1,2');
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
    expect([
      headers.has('x-more'),
      headers.get('transfer-encoding'),
      [...headers.keys()].includes('no name'),
    ]).toEqual([false, null, false]);
  });
});

it('a page of another origin may read the headers that a response has, whoever gives them', async () => {
  const exposedBy = async (path: string, headers: Record<string, string> = {}) => {
    const response = await ask(path, { ...headers, Origin: 'https://shop.example' });
    return response.headers.get('access-control-expose-headers')?.split(', ').toSorted();
  };
  const usual = await exposedBy('/things/7');
  expect(usual).toContain('Retry-After');
  expect(await exposedBy('/headers')).toEqual([...(usual ?? []), 'ETag', 'X-List', 'X-Name'].toSorted());
  expect(await exposedBy('/things/7', { 'X-Mock-Scenario': 'unavailable' })).toEqual(usual);
});

describe('the body', () => {
  it('is the same for the same path on every server, and different for another path', async () => {
    const other = await startMock({ spec });
    const [one, same, two] = await Promise.all([
      ask('/things/1'),
      send(other, 'GET', '/things/1'),
      ask('/things/2'),
    ]);
    expect(one.text).toBe(same.text);
    expect(two.json).not.toMatchObject({ name: (one.json as unknown as { name: string }).name });
  });

  it('repeats values of the path, and leaves out writeOnly properties', async () => {
    expect((await ask('/things/7')).json).toEqual({ id: 7, name: expect.any(String), place: 'here' });
    expect((await ask('/wrapped/abc')).json).toEqual({ data: { uuid: 'abc' } });
  });

  it('keeps its schema and the valid parts of an invalid example, and the start warns of the example', async () => {
    const { json: body } = await ask('/wrong-example');
    expect(body).toEqual({ id: expect.any(Number), name: 'Ada' });
    expect(await told).toBe(
      '1 example breaks its own schema (GET /wrong-example 200): values that keep the schema are sent instead; the option examples set to document sends it',
    );
  });

  it('is the unchanged example with --examples document', async () => {
    const other = await startMock({ spec, examples: 'document' });
    expect((await send(other, 'GET', '/wrong-example')).json).toEqual({ id: 'one', name: 'Ada' });
  });

  it('is XML where XML is documented', async () => {
    const { text: body, headers } = await ask('/xml');
    expect(headers.get('content-type')).toBe('application/xml');
    expect(body).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        '<o:order xmlns:o="urn:orders" id="7"><note>a &lt; b &amp; &quot;c&quot;</note>' +
        '<tags><tag>t</tag><tag>t</tag></tags><codes>5</codes><codes>5</codes></o:order>\n',
    );
  });

  it.each([
    ['/events', 'text/event-stream; charset=utf-8', 'event: tick\ndata: a\ndata: b\n\n'.repeat(3)],
    ['/lines', 'application/x-ndjson', '{"a":1}\n'.repeat(3)],
    ['/table', 'text/csv; charset=utf-8', 'a,b\r\n1,"x, ""y"""\r\n'],
    ['/form', 'application/x-www-form-urlencoded', 'a=b+c'],
    ['/any', 'application/json; charset=utf-8', '{"a":1}'],
  ])('of %s is written as its media type wants', async (path, type, body) => {
    const sent = await bytesOf(path);
    expect([sent.type, sent.bytes.toString()]).toEqual([type, body]);
  });

  it('is binary where bytes are documented', async () => {
    const { type, bytes } = await bytesOf('/image');
    expect([type, bytes.subarray(1, 4).toString()]).toEqual(['image/png', 'PNG']);
    expect((await bytesOf('/sound')).type).toBe('audio/mpeg');
  });

  it.each([
    ['text/plain', 'plain'],
    ['application/vnd.a+json', '"vendor"'],
    ['application/*;q=0.5, text/plain;q=0.1', '"json"'],
    ['image/webp', '"json"'],
  ])('for Accept: %s is %s', async (Accept, body) => {
    expect((await ask('/choice', { Accept })).text).toBe(body);
  });
});

describe('examples that have an $id', () => {
  it('are data, also where several have the same', async () => {
    const schema = { ...thing, properties: { ...thing.properties, $id: text } };
    const parameters = [{ name: 'page', in: 'query', schema: { type: 'integer' } }];
    const named = (id: number) => ({ $id: 'template', id, name: 'Ada' });
    const two = Object.fromEntries(
      [1, 2].map((id) => [`/${id}`, get({ 200: json(schema, { example: named(id) }) }, { parameters })]),
    );
    const spec = temporaryFile('ids.json', JSON.stringify({ ...document, paths: two }));
    const other = await startMock({ spec });
    expect((await send(other, 'GET', '/2?page=1', { headers: {} })).json).toEqual(named(2));
  });
});

describe('an error', () => {
  it('has the documented status, the matching code, and every problem in its message', async () => {
    const { status, json: body } = await ask('/things/0');
    expect(status).toBe(422);
    expect(body).toEqual({ code: 'INVALID', message: expect.stringContaining('thing_id') });
  });

  it('is the page, the text or the XML that the document has for it, and quotes the request as text', async () => {
    const page = await ask('/paged?page=<script>');
    expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(page.text).toMatch(/^<!doctype html>[^]*page must be an integer, got &quot;&lt;script&gt;&quot;/);
    expect(page.headers.get('content-security-policy')).toBe('sandbox');
    const plain = await ask('/paged', { Prefer: 'code=401' });
    expect([plain.text, plain.headers.get('content-type')]).toEqual([
      'Unauthorized\n',
      'text/plain; charset=utf-8',
    ]);
    const xml = await ask('/paged', { Prefer: 'code=404' });
    expect(xml.text).toMatch(/^<\?xml[^]*<fault><message>Not Found<\/message><\/fault>\n$/);
    expect(xml.headers.get('content-type')).toBe('application/xml');
  });

  it('is of another documented kind where the document has no other', async () => {
    const content = { schema: { type: 'object', properties: { message: text } } };
    const pathOf = (type: string) =>
      get({ 200: json(thing), 404: { description: '', content: { [type]: content } } });
    const raw = 'application/vnd.raw-stream';
    const document = {
      openapi: '3.1.0',
      info: { title: 'Kinds', version: '1' },
      paths: { '/csv': pathOf('text/csv'), '/raw': pathOf(raw), '/pdf': pathOf('application/pdf') },
    };
    const kinds = await startMock({ spec: temporaryFile('kinds.json', JSON.stringify(document)) });
    const failed = async (path: string) => {
      const response = await send(kinds, 'GET', path, { headers: { Prefer: 'code=404' } });
      return [response.headers.get('content-type'), response.text];
    };
    expect(await failed('/csv')).toEqual(['text/csv; charset=utf-8', 'message\r\nNot Found\r\n']);
    expect(await failed('/raw')).toEqual([raw, '{"message":"Not Found"}']);
    expect(await failed('/pdf')).toEqual(['application/pdf', 'Not Found\n']);
  });

  it('has the code that matches its status when it is forced', async () => {
    const { status, json: body } = await ask('/things/1', { Prefer: 'code=404' });
    expect([status, body]).toEqual([404, { code: 'not_found', message: 'Not Found' }]);
  });

  it('is the branch of a union that has its status, or one of them where none has it', async () => {
    const branch = (status: number) => ({
      type: 'object',
      required: ['status', 'title'],
      properties: { status: { enum: [status] }, title: { type: 'string' } },
    });
    const document = {
      openapi: '3.1.0',
      info: { title: 'Union', version: '1' },
      paths: {
        '/cards': get({
          200: json(thing),
          default: json({ $ref: '#/components/schemas/Failure' }),
        }),
      },
      components: { schemas: { Failure: { anyOf: [404, 401, 400].map(branch) } } },
    };
    const union = await startMock({ spec: temporaryFile('union.json', JSON.stringify(document)) });
    const failed = async (code: number) =>
      (await send(union, 'GET', '/cards', { headers: { Prefer: `code=${code}` } })).json;
    expect(await failed(401)).toEqual({ status: 401, title: 'Unauthorized' });
    expect(await failed(404)).toEqual({ status: 404, title: 'Not Found' });
    expect(await failed(415)).toEqual({ status: 400, title: expect.any(String) });
  });
});

it('a client that asks for a stream in the body gets events, where the document has them', async () => {
  const schema = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
  const content = { 'application/json': { schema }, 'text/event-stream': { schema } };
  const body = { content: { 'application/json': { schema: { type: 'object' } } } };
  const post = (one: object) => ({
    requestBody: body,
    responses: { 200: { description: '', content: one } },
  });
  const document = {
    openapi: '3.1.0',
    info: { title: 'Streams', version: '1' },
    paths: {
      '/both': { post: post(content) },
      '/json': { post: post({ 'application/json': { schema } }) },
    },
  };
  const streams = await startMock({ spec: temporaryFile('streams.json', JSON.stringify(document)) });
  const typeOf = async (path: string, sent: object) => {
    const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
    const response = await send(streams, 'POST', path, { headers, body: JSON.stringify(sent) });
    return response.headers.get('content-type')?.split(';')[0];
  };
  expect(await typeOf('/both', { stream: true })).toBe('text/event-stream');
  expect(await typeOf('/both', { stream: false })).toBe('application/json');
  expect(await typeOf('/json', { stream: true })).toBe('application/json');
});
