/** A mock that remembers, of documents of other shapes: several items in one request, parts of an item behind its path, actions, searches. */
import { describe, expect, it } from 'vitest';
import { httpRequest } from '../../testing/http-request.js';
import { startMock } from '../../testing/mock-server.js';
import { temporaryFile } from '../../testing/temporary-folder.js';

it('is answered without the memory, and says so, for a body of YAML', async () => {
  const pet = {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } },
  };
  const content = { 'application/json': { schema: pet }, 'application/yaml': { schema: pet } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const responses = { 200: { description: 'It.', content } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths: {
      '/pets': { post: { requestBody: { content }, responses } },
      '/pets/{id}': { get: { parameters: [id], responses } },
    },
  };
  const { url } = await startMock({
    spec: temporaryFile('pets.json', JSON.stringify(document)),
    stateful: true,
  });
  const post = (type: string, body: string): Promise<Response> =>
    fetch(`${url}/pets`, { method: 'POST', headers: { 'Content-Type': type }, body });
  const refused = await post('application/yaml', 'name: Mia');
  expect([refused.status, refused.headers.get('x-mock-fallback')]).toEqual([
    200,
    'a body of this media type is not remembered',
  ]);
});

describe('a request with several items', () => {
  const list = (status: string) => ({
    [status]: {
      description: '',
      content: {
        'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Tag' } } },
      },
    },
  });
  const items = { type: 'array', items: { $ref: '#/components/schemas/Tag' } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Tags', version: '1' },
    paths: {
      '/tags': {
        get: { operationId: 'listTags', responses: list('200') },
        post: {
          operationId: 'addTags',
          requestBody: { content: { 'application/json': { schema: items } } },
          responses: list('201'),
        },
      },
      '/tags/{slug}': {
        parameters: [{ name: 'slug', in: 'path', required: true, schema: { type: 'string' } }],
        get: {
          operationId: 'getTag',
          responses: {
            200: {
              description: '',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Tag' } } },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Tag: {
          type: 'object',
          required: ['slug', 'title'],
          properties: { slug: { type: 'string' }, title: { type: 'string' } },
        },
      },
    },
  };
  const tag = (slug: string) => ({ slug, title: slug.toUpperCase() });

  it('makes all of them, or none where one is there already', async () => {
    const spec = temporaryFile('tags.json', JSON.stringify(document));
    const { url } = await startMock({ spec, stateful: true });
    const ask = async (method: string, path: string, sent?: unknown) => {
      const { status, headers, text } = await httpRequest(url + path, {
        method,
        headers: sent === undefined ? {} : { 'Content-Type': 'application/json' },
        ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
      });
      return { status, fallback: headers.get('x-mock-fallback'), body: JSON.parse(text) as unknown };
    };
    const before = (await ask('GET', '/tags')).body as unknown[];
    expect(await ask('POST', '/tags', [tag('red'), tag('green')])).toEqual({
      ...{ status: 201, fallback: null, body: [tag('red'), tag('green')] },
    });
    expect((await ask('GET', '/tags/green')).body).toEqual(tag('green'));
    expect((await ask('POST', '/tags', [tag('blue'), tag('red')])).status).toBe(409);
    expect((await ask('GET', '/tags')).body).toEqual([...before, tag('red'), tag('green')]);
    expect((await ask('GET', '/tags/blue')).status).toBe(404);
  });
});

describe('a change', () => {
  const answer = (status: string, schema?: object) => ({
    [status]: { description: '', ...(schema && { content: { 'application/json': { schema } } }) },
  });
  const body = (properties: object, required?: readonly string[]) => ({
    content: {
      'application/json': { schema: { type: 'object', properties, ...(required && { required }) } },
    },
  });
  const film = { $ref: '#/components/schemas/Film' };
  const text = { type: 'string' };
  const id = { name: 'id', in: 'path', required: true, schema: text };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Films', version: '1' },
    paths: {
      '/films/': {
        get: { responses: answer('200', { type: 'array', items: film }) },
        post: { requestBody: body({ title: text, note: text }, ['title']), responses: answer('201', film) },
      },
      '/films/{id}': {
        parameters: [id],
        get: { responses: answer('200', film) },
        put: {
          requestBody: body({ title: text, note: text, state: text }, ['title']),
          responses: answer('200', film),
        },
      },
      '/films/{id}/subtitles': {
        parameters: [id],
        put: { requestBody: body({ subtitles: text }), responses: answer('200', film) },
      },
      '/films/{id}/release': {
        parameters: [id],
        put: { requestBody: body({ at: text }), responses: answer('200', film) },
      },
      '/actors': {
        get: { responses: answer('200', { type: 'array', items: { $ref: '#/components/schemas/Actor' } }) },
        post: { requestBody: body({ name: text, born: text }, ['name']), responses: answer('200') },
      },
      '/actors/{id}': {
        parameters: [id],
        get: { responses: answer('200', { $ref: '#/components/schemas/Actor' }) },
        put: { requestBody: body({ name: text, born: text }), responses: answer('204') },
      },
    },
    components: {
      schemas: {
        Film: {
          type: 'object',
          required: ['id', 'title'],
          properties: {
            ...{ id: { ...text, readOnly: true }, title: text, note: text, subtitles: text },
            state: { enum: ['draft', 'out'], readOnly: true },
          },
        },
        Actor: { type: 'object', required: ['id'], properties: { id: text, name: text, born: text } },
      },
    },
  };

  /** A client of such a mock, with the item that it has made. */
  async function begun(path: string, made: object) {
    const spec = temporaryFile('films.json', JSON.stringify(document));
    const started = await startMock({ spec, stateful: true });
    const ask = async (method: string, sent?: object, to = ''): Promise<[number, unknown]> => {
      const { status, text: said } = await httpRequest(`${started.url}${to}`, {
        method,
        headers: sent === undefined ? {} : { 'Content-Type': 'application/json' },
        ...(sent && { body: JSON.stringify(sent) }),
      });
      return [status, said === '' ? undefined : JSON.parse(said)];
    };
    const response = await fetch(started.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(made),
    });
    const location = response.headers.get('location') ?? '';
    return {
      location,
      ask: (method: string, sent?: object, behind = '') => ask(method, sent, location + behind),
    };
  }

  it('by PUT takes away what the request leaves out, and nothing that it can never say', async () => {
    const { ask } = await begun('/films/', { title: 'One', note: 'first' });
    await ask('PUT', { subtitles: 'de' }, '/subtitles');
    const [status, after] = await ask('PUT', { title: 'Two', state: 'out' });
    expect([status, after]).toEqual([
      200,
      { id: expect.any(String), title: 'Two', subtitles: 'de', state: 'out' },
    ]);
    expect(await ask('GET')).toEqual([200, after]);
  });

  it('of some properties behind the path of an item is one of the item, where it answers with it', async () => {
    const { ask } = await begun('/films/', { title: 'One', note: 'first' });
    const [, before] = await ask('GET');
    expect(await ask('PUT', { subtitles: 'en' }, '/subtitles')).toEqual([
      200,
      { ...(before as object), subtitles: 'en' },
    ]);
    expect(await ask('GET')).toEqual([200, { ...(before as object), subtitles: 'en' }]);
    await ask('PUT', { at: 'noon' }, '/release');
    expect(await ask('GET')).toEqual([200, { ...(before as object), subtitles: 'en' }]);
  });

  it('has the address of what was made, where the response says nothing of it', async () => {
    const { location } = await begun('/actors', { name: 'Ann' });
    expect(location).toMatch(/^\/actors\/[^/]+$/);
  });

  it('by a PUT that requires nothing is merged, where making requires something', async () => {
    const { ask } = await begun('/actors', { name: 'Ann', born: '1990' });
    expect(await ask('PUT', { born: '1991' })).toEqual([204, undefined]);
    expect(await ask('GET')).toEqual([200, { id: expect.any(String), name: 'Ann', born: '1991' }]);
  });
});

describe('an operation of no resource', async () => {
  const item = {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'string' }, name: { type: 'string' } },
  };
  const sized = { name: 'limit', in: 'query', schema: { type: 'integer' } };
  const jobId = { name: 'job', in: 'path', required: true, schema: { type: 'string' } };
  const json = (schema: object) => ({ description: '', content: { 'application/json': { schema } } });
  const lines = json({
    type: 'array',
    minItems: 0,
    items: { type: 'object', properties: { line: { type: 'string' } } },
  });
  const document = {
    openapi: '3.1.0',
    info: { title: 'Jobs', version: '1' },
    paths: {
      '/jobs': {
        get: { responses: { 200: json({ type: 'array', items: item }) } },
        post: { requestBody: json(item), responses: { 201: json(item) } },
      },
      '/jobs/{id}': {
        parameters: [{ ...jobId, name: 'id' }],
        get: { responses: { 200: json(item), 404: json({}) } },
      },
      '/jobs/{job}/logs/all': {
        parameters: [jobId],
        get: { parameters: [sized], responses: { 200: lines } },
      },
      '/search': { post: { requestBody: json(item), responses: { 200: json(item) } } },
    },
  };
  const spec = temporaryFile('jobs.json', JSON.stringify(document));
  const { origin, answeredByDocument } = await startMock({ spec, stateful: true });
  const call = async (method: string, path: string, sent?: object) => {
    const response = await httpRequest(origin + path, {
      method,
      headers: sent ? { 'Content-Type': 'application/json' } : {},
      ...(sent && { body: JSON.stringify(sent) }),
    });
    return { status: response.status, body: JSON.parse(response.text) as Record<string, unknown>[] };
  };

  it('is about a thing that is there, and has the page that is asked for', async () => {
    expect(answeredByDocument).toContain('GET /jobs/{job}/logs/all');
    const { body } = await call('POST', '/jobs', { id: 'a', name: 'first' });
    const { id } = body as unknown as { id: string };
    const all = await call('GET', `/jobs/${id}/logs/all`);
    expect(all.body.length).toBeGreaterThan(1);
    expect(await call('GET', `/jobs/${id}/logs/all?limit=1`)).toEqual({
      status: 200,
      body: all.body.slice(0, 1),
    });
    expect((await call('GET', '/jobs/of-nobody/logs/all')).status).toBe(404);
  });

  it('says the values that were sent', async () => {
    expect(await call('POST', '/search', { id: 'a', name: 'null' })).toMatchObject({
      body: { id: 'a', name: 'null' },
    });
  });
});
