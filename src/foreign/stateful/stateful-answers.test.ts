/** A mock that remembers, from outside: what was made is read, listed, changed and removed, in its sandbox alone. */
import { describe, expect, it } from 'vitest';
import { httpRequest } from '../../testing/http-request.js';
import { startMock } from '../../testing/mock-server.js';
import { fc } from '../../testing/properties/fast-check.js';
import { temporaryFile } from '../../testing/temporary-folder.js';
import { shopFile } from '../testing/shop-document.js';

const clock = '2026-01-01T00:00:00Z';
const server = await startMock({ spec: shopFile(), stateful: true, clock, validateResponses: true });

interface User {
  readonly id: string;
  readonly name: string;
  readonly role?: string;
}

/** Everything that a body of the shop may say. */
interface Body extends User {
  readonly data: readonly User[];
  readonly total: number;
  readonly next_cursor: string | null;
  readonly note: { readonly id: number };
}

interface Said {
  readonly status: number;
  readonly body: Body;
  readonly location: string | null;
  readonly link: string | null;
  readonly fallback: string | null;
}

/** Pages whose role may be null, and is always there. */
function pagesFile(): string {
  const properties = { name: { type: 'string' }, role: { type: ['string', 'null'], format: 'uri' } };
  const input = { 'application/json': { schema: { type: 'object', properties } } };
  const page = {
    ...{ type: 'object', required: ['id', 'name', 'role'] },
    properties: { id: { type: 'string' }, ...properties },
  };
  const it = { description: 'It.', content: { 'application/json': { schema: page } } };
  const patch = { 'application/merge-patch+json': { schema: { type: 'object', properties } } };
  const document = {
    ...{ openapi: '3.1.0', info: { title: 'Pages', version: '1' }, servers: [{ url: '/v1' }] },
    paths: {
      '/pages': { post: { requestBody: { content: input }, responses: { 201: it } } },
      '/pages/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { responses: { 200: it } },
        patch: { requestBody: { content: patch }, responses: { 200: it } },
      },
    },
  };
  return temporaryFile('pages.json', JSON.stringify(document));
}

let users = 0;

type Call = ReturnType<typeof client>;

/** The users of a list, of which there are two at least. */
async function listed(call: Call): Promise<[User, User, ...User[]]> {
  return (await call('GET', '/users')).body.data as unknown as [User, User, ...User[]];
}

/** A client with a sandbox of its own. */
function client(key = `dk_test_user${(users += 1)}`, { origin } = server) {
  return async (method: string, path: string, body?: unknown, type = 'application/json'): Promise<Said> => {
    const response = await httpRequest(path.startsWith('http') ? path : `${origin}/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'Content-Type': type }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const header = (name: string): string | null => response.headers.get(name);
    return {
      status: response.status,
      body: (response.text === '' ? undefined : JSON.parse(response.text)) as Body,
      ...{ location: header('location'), link: header('link'), fallback: header('x-mock-fallback') },
    };
  };
}

it('says which operations it remembers, and which it answers from the document alone', () => {
  const { remembered, answeredByDocument } = server;
  expect(remembered).toEqual(expect.arrayContaining(['GET /users', 'POST /users', 'GET /users/{user_id}']));
  expect(answeredByDocument.filter((name) => remembered.includes(name))).toEqual([]);
  const all = server.mock().contract.operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect([...remembered, ...answeredByDocument].toSorted()).toEqual(all.toSorted());
});

it.each([
  ['a path', { type: 'string', format: 'uri-reference' }, /^\/v1\/docks\/\d+$/],
  ['a whole address', { type: 'string', format: 'uri' }, /^http:\/\/127\.0\.0\.1:\d+\/v1\/docks\/\d+$/],
])('gives the address of what was made as %s, where the document has it so', async (_, schema, pattern) => {
  const dock = { type: 'object', required: ['id'], properties: { id: { type: 'integer', readOnly: true } } };
  const content = { 'application/json': { schema: dock } };
  const made = { description: '', headers: { Location: { schema } }, content };
  const text = JSON.stringify({
    ...{ openapi: '3.1.0', info: { title: 'Docks', version: '1' }, servers: [{ url: '/v1' }] },
    paths: {
      '/docks': { post: { requestBody: { content }, responses: { 201: made } } },
      '/docks/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { responses: { 200: { description: '', content } } },
      },
    },
  });
  const docks = await startMock({ spec: temporaryFile('docks.json', text), stateful: true });
  const call = client('dk_test_docks', docks);
  const { location, body } = await call('POST', '/docks', {});
  expect(location).toMatch(pattern);
  const address = new URL(location ?? '', docks.origin).href;
  expect((await call('GET', address)).body).toEqual(body);
});

describe('a mock that remembers', () => {
  it('makes what was sent and what a server adds, at an address that leads to it', async () => {
    const call = client();
    const made = await call('POST', '/users', { name: 'Ann', role: 'admin', password: 'secret' });
    expect(made).toMatchObject({
      status: 201,
      location: `/v1/users/${made.body.id}`,
      fallback: null,
      body: { name: 'Ann', role: 'admin', created_at: '2026-01-01T00:00:00.000Z' },
    });
    expect(made.body).not.toHaveProperty('password');
    expect(made.body.id).toMatch(/^usr_\d[a-z][A-Z]\d[a-z]$/);
    expect(await call('GET', `/users/${made.body.id}`)).toMatchObject({ status: 200, body: made.body });
  });

  it('lists it behind what was there before', async () => {
    const call = client();
    const before = await call('GET', '/users');
    const { body } = await call('POST', '/users', { name: 'Ann' });
    const after = await call('GET', '/users');
    expect(after.body.data).toEqual([...before.body.data, body]);
    expect(after.body).toMatchObject({ has_more: false, next_cursor: null, total: before.body.total + 1 });
  });

  it('shows nothing of it to another sandbox', async () => {
    const { body } = await client()('POST', '/users', { name: 'Ann' });
    const other = client();
    expect(await other('GET', `/users/${body.id}`)).toMatchObject({
      status: 404,
      body: { error: { message: `There is no user "${body.id}"` } },
    });
    expect(JSON.stringify((await other('GET', '/users')).body)).not.toContain('Ann');
  });

  it('begins again with what was there when its sandbox is reset', async () => {
    const call = client('dk_test_reset');
    const before = await call('GET', '/users');
    await call('DELETE', `/users/${(await listed(call))[0].id}`);
    await call('POST', '/users', { name: 'Ann' });
    await httpRequest(`${server.origin}/__drydock/sandboxes/reset/reset`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${server.controlToken}` },
    });
    expect(await call('GET', '/users')).toEqual(before);
  });

  it('merges changes, and removes what they set to null', async () => {
    const call = client();
    const { body } = await call('POST', '/users', { name: 'Ann', nick: 'A' });
    const plain = await call('PATCH', `/users/${body.id}`, { nick: null, name: 'Bea', id: 'other' });
    expect(plain.body).toEqual({ ...body, nick: null, name: 'Bea' });
    const type = 'application/merge-patch+json';
    const merged = await call('PATCH', `/users/${body.id}`, { nick: null }, type);
    expect(merged.body).not.toHaveProperty('nick');
    expect((await call('GET', `/users/${body.id}`)).body).toEqual(merged.body);
  });

  it('keeps null for what a merge patch removes and every item has', async () => {
    const call = client(undefined, await startMock({ spec: pagesFile(), stateful: true }));
    const { body } = await call('POST', '/pages', { name: 'Home', role: 'https://home.example' });
    const merged = await call('PATCH', `/pages/${body.id}`, { role: null }, 'application/merge-patch+json');
    expect(merged).toMatchObject({ status: 200, body: { ...body, role: null } });
    expect((await call('GET', `/pages/${body.id}`)).body).toEqual(merged.body);
  });

  it('applies a JSON Patch as a whole or not at all', async () => {
    const call = client();
    const type = 'application/json-patch+json';
    const { body } = await call('POST', '/users', { name: 'Ann' });
    const rename = { op: 'replace', path: '/name', value: 'Bea' };
    const wrong = await call(
      'PATCH',
      `/users/${body.id}`,
      [rename, { op: 'test', path: '/name', value: 'X' }],
      type,
    );
    expect(wrong).toMatchObject({ status: 409 });
    expect(JSON.stringify(wrong.body)).toContain("operation 2, test /name, can't be applied");
    expect((await call('GET', `/users/${body.id}`)).body.name).toBe('Ann');
    for (const patch of [
      [{}],
      [{ op: 'add', path: 7 }],
      [{ op: 'remove', path: '' }],
      [{ op: 'move', path: '/a' }],
    ])
      expect(await call('PATCH', `/users/${body.id}`, patch, type)).toMatchObject({ status: 409 });
    expect(await call('PATCH', `/users/${body.id}`, [rename], type)).toMatchObject({
      status: 200,
      body: { name: 'Bea' },
    });
  });

  it('forgets what was deleted, once', async () => {
    const call = client();
    const [first, second] = await listed(call);
    expect(await call('DELETE', `/users/${first.id}`)).toMatchObject({ status: 204, body: undefined });
    expect(await call('DELETE', `/users/${first.id}`)).toMatchObject({ status: 404 });
    expect((await call('GET', '/users')).body.data[0]).toEqual(second);
    const one = await call('POST', '/users/' + second.id + '/notes', { note: { text: 'x' } });
    expect((await call('DELETE', one.location!.slice(3))).body).toEqual({
      id: one.body.note.id,
      deleted: true,
    });
  });

  it('keeps what belongs to an item below it, and knows nothing below one that is not there', async () => {
    const call = client();
    const [one, two] = await listed(call);
    const made = await call('POST', `/users/${one.id}/notes`, { note: { text: 'hi' } });
    expect(made.body).toEqual({ note: { id: expect.any(Number), userId: one.id, text: 'hi' } });
    expect((await call('GET', made.location!.slice(3))).body).toEqual(made.body);
    expect(await call('GET', `/users/${two.id}/notes/${made.body.note.id}`)).toMatchObject({ status: 404 });
    for (const path of ['/users/nobody/notes', '/users/nobody/notes/1'])
      expect(await call('GET', path)).toMatchObject({
        status: 404,
        body: { error: { message: 'There is no user "nobody"' } },
      });
  });

  it('replaces an item, and makes one where the document says that a PUT may', async () => {
    const call = client();
    const [{ id: owner }] = await listed(call);
    expect(await call('PUT', `/users/${owner}/notes/2`, { id: 2, text: 'new' })).toMatchObject({
      status: 200,
      body: { id: 2, userId: owner, text: 'new' },
    });
    expect(await call('PUT', `/users/${owner}/notes/99`, { id: 99, text: 'x' })).toMatchObject({
      status: 404,
    });
    await call('DELETE', '/tags/red');
    expect(await call('GET', '/tags/red')).toMatchObject({ status: 404 });
    expect(await call('PUT', '/tags/red', { tag: 'red', color: '#f00' })).toMatchObject({ status: 201 });
    expect((await call('GET', '/tags/red')).body).toEqual({ tag: 'red', color: '#f00' });
  });

  it('has an item for any id where nothing lists or makes them', async () => {
    expect((await client()('GET', '/tags/blue')).body).toMatchObject({ tag: 'blue' });
  });

  it('keeps a single item', async () => {
    const call = client();
    await call('PUT', '/settings', { theme: 'light', size: 3 });
    expect((await call('GET', '/settings')).body).toEqual({ theme: 'light', size: 3 });
  });

  it('answers other operations, and other statuses that are asked for, from the document', async () => {
    const call = client();
    expect(await call('POST', '/login')).toMatchObject({ status: 200, fallback: null });
    const { origin } = server;
    const asked = await httpRequest(`${origin}/v1/users/nobody`, {
      method: 'GET',
      headers: { Authorization: 'Bearer dk_test_prefers', Prefer: 'dynamic=true' },
    });
    expect(asked.status).toBe(200);
  });

  it('obeys a scenario before its memory', async () => {
    const { origin } = server;
    const headers = { Authorization: 'Bearer dk_test_forced', 'X-Mock-Scenario': 'server-error' };
    expect(await httpRequest(`${origin}/v1/users`, { method: 'GET', headers })).toMatchObject({
      status: 500,
    });
  });
});

describe('a request that tries the memory', () => {
  it('is answered without it where the item is too long to keep', async () => {
    const call = client();
    const before = await call('GET', '/users');
    const made = await call('POST', '/users', { name: 'x'.repeat(70_000) });
    expect(made).toMatchObject({
      status: 201,
      fallback: 'an item of more than 65,536 characters is not remembered',
    });
    expect(await call('GET', '/users')).toEqual(before);
  });

  it('changes no prototype', async () => {
    const call = client();
    const body: unknown = JSON.parse(
      '{"name": "A", "__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}',
    );
    const made = await call('POST', '/users', body);
    expect(made.status).toBe(201);
    const type = 'application/json-patch+json';
    for (const path of ['/__proto__/polluted', '/constructor/prototype/polluted'])
      await call('PATCH', `/users/${made.body.id}`, [{ op: 'add', path, value: 1 }], type);
    await call('PATCH', `/users/${made.body.id}`, body);
    expect(await call('GET', `/users/${made.body.id}`)).toMatchObject({ status: 200 });
    expect('polluted' in {}).toBe(false);
  });

  it.each([
    'limit=0',
    'limit=1&cursor=nonsense',
    'cursor=b2Zmc2V0Ojk5OTk=',
    'sort=',
    'sort=__proto__,-toString',
    'limit=999999999',
  ])('as GET /users?%s gets a list', async (query) => {
    const { status, body, fallback } = await client()('GET', `/users?${query}`);
    expect({ status, fallback, data: body.data }).toEqual({
      status: query === 'limit=0' ? 400 : 200,
      fallback: null,
      data: query === 'limit=0' ? undefined : expect.any(Array),
    });
  });

  it.each(['%2F', '..%2F..', '%00', '__proto__', 'a"b', '\u{1F600}'])(
    'for the id %s is a 404',
    async (id) => {
      expect(await client()('GET', `/users/${encodeURI(id).replaceAll('%25', '%')}`)).toMatchObject({
        status: 404,
      });
    },
  );

  it('side by side with others gives each item an id of its own', async () => {
    const call = client();
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) => call('POST', '/users', { name: `${index}` })),
    );
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(20);
    expect((await call('GET', '/users')).body.total).toBe(23);
  });
});

describe('a list', () => {
  it('is filtered by parameters that are named as properties, and sorted', async () => {
    const call = client();
    for (const [name, role] of [
      ['Zoe', 'admin'],
      ['Abe', 'member'],
      ['Mia', 'admin'],
    ])
      await call('POST', '/users', { name, role });
    const { body } = await call('GET', '/users?role=admin&sort=-name');
    const names = body.data.map(({ name }) => name);
    expect(names).toEqual([...names].sort().reverse());
    expect(names).toEqual(expect.arrayContaining(['Zoe', 'Mia']));
    expect(body.data.every(({ role }) => role === 'admin')).toBe(true);
  });

  it('is the same in pages of any size, by cursor and by Link', async () => {
    const call = client();
    const owner = (await call('POST', '/users', { name: 'Ann' })).body.id;
    for (let index = 0; index < 4; index += 1)
      await call('POST', `/users/${owner}/notes`, { note: { text: `${index}` } });
    const all = (await call('GET', '/users')).body.data;
    for (let limit = 1; limit <= all.length + 1; limit += 1) {
      const found: unknown[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { body }: Said = await call('GET', `/users?limit=${limit}${cursor && `&cursor=${cursor}`}`);
        expect(body).toMatchObject({ total: all.length, has_more: body.next_cursor !== null });
        found.push(...body.data);
        cursor = body.next_cursor;
      }
      expect(found).toEqual(all);
    }
    const notes = (await call('GET', `/users/${owner}/notes?per_page=100`)).body;
    for (const size of [1, 2, 3, 7]) {
      const found: unknown[] = [];
      let next: string | undefined = `/users/${owner}/notes?per_page=${size}`;
      while (next !== undefined) {
        const page: Said = await call('GET', next);
        found.push(...(page.body as unknown as readonly unknown[]));
        next = /<([^>]+)>; rel="next"/.exec(page.link ?? '')?.[1];
      }
      expect(found).toEqual(notes);
    }
  });
});

it('any history of a client leaves what it has made and changed, and nothing of what it has removed', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('make' as const), name: fc.string() }),
    fc.record({ do: fc.constant('rename' as const), which: fc.nat(9), name: fc.string() }),
    fc.record({ do: fc.constant('remove' as const), which: fc.nat(9) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const call = client();
      const model = new Map<string, User>((await listed(call)).map((one) => [one.id, one]));
      for (const one of steps) {
        const id =
          one.do === 'make' ? '' : ([...model.keys()][one.which % Math.max(1, model.size)] ?? 'none');
        if (one.do === 'make') {
          const { body } = await call('POST', '/users', { name: one.name });
          expect(model.has(body.id)).toBe(false);
          model.set(body.id, body);
        } else if (one.do === 'rename') {
          const { status, body } = await call('PATCH', `/users/${id}`, { name: one.name });
          expect(status).toBe(model.has(id) ? 200 : 404);
          if (status === 200) model.set(id, { ...body, name: one.name });
        } else {
          const { status } = await call('DELETE', `/users/${id}`);
          expect(status).toBe(model.delete(id) ? 204 : 404);
        }
      }
      expect(await listed(call)).toEqual([...model.values()]);
    }),
    { numRuns: 25 },
  );
});

describe('seed data', () => {
  const seeds = {
    '/users': [
      { id: 'a', name: 'Ann', created_at: clock },
      { id: 'b', name: 'Bob', created_at: clock },
    ],
    '/users/a/notes': [{ id: 7, text: 'first' }],
    '/settings': { theme: 'dark' },
  };

  it('is there at the start, by the path that lists it', async () => {
    const file = temporaryFile('seeds.json', JSON.stringify(seeds));
    const call = client(undefined, await startMock({ spec: shopFile(), stateful: true, seedData: file }));
    expect((await call('GET', '/users')).body.data).toEqual(seeds['/users']);
    expect((await call('GET', '/users/a/notes')).body).toEqual([{ id: 7, userId: 'a', text: 'first' }]);
    expect((await call('GET', '/settings')).body).toEqual({ theme: 'dark' });
    expect((await call('POST', '/users/a/notes', { note: { text: 'x' } })).body.note.id).toBe(8);
  });

  it.each([
    [
      { '/nope': [] },
      '/nope is no path of a resource: there are /users, /users/{id}/notes, /tags, /settings',
    ],
    [{ '/users': {} }, '/users must be a list of items'],
    [{ '/users': [{ id: 'a' }] }, "item 1 of /users doesn't match its schema in the document"],
    [[], 'must be an object with a list of items for each path'],
  ])('%j stops the start with its line', async (given, problem) => {
    const file = temporaryFile('seeds.json', JSON.stringify(given));
    await expect(startMock({ spec: shopFile(), stateful: true, seedData: file })).rejects.toThrow(
      `${file}:1: ${problem}.`,
    );
  });

  it('needs a mock that remembers, and a file that is there', async () => {
    const file = temporaryFile('seeds.json', JSON.stringify(seeds));
    await expect(startMock({ spec: shopFile(), seedData: file })).rejects.toThrow(
      'give the option stateful as well',
    );
    await expect(startMock({ spec: shopFile(), stateful: true, seedData: 'nowhere.yaml' })).rejects.toThrow(
      /^Failed to read the seed data nowhere\.yaml: /,
    );
  });
});
