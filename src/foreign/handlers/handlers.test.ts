/** Operations that somebody's own code answers, from outside: a folder of modules, functions, and the mock without a server. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFetchHandler } from '../../fetch/index.js';
import { createServer, type OperationHandlers } from '../../index.js';
import { httpRequest } from '../../testing/http-request.js';
import { startMock } from '../../testing/mock-server.js';
import { temporaryFile, temporaryFolder } from '../../testing/temporary-folder.js';
import { shopFile } from '../testing/shop-document.js';

const spec = shopFile();

/** A folder with a text for each file. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = join(temporaryFolder(), 'handlers');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

type Mock = Awaited<ReturnType<typeof startMock>>;

async function ask({ url }: Mock, method: string, path: string, body?: unknown, sandbox = 'tests') {
  const { status, headers, text } = await httpRequest(url + path, {
    method,
    headers: {
      Authorization: `Bearer dk_test_${sandbox}`,
      'X-Test': 'seen',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status, headers, body: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>) };
}

const folder = folderWith({
  '_names.ts':
    'export enum Kind { Loud = "loud" }\nexport const loud = (text: string): string => text.toUpperCase();\n',
  'shared/more.js': 'export const mark = "!";\n',
  'types.d.ts': 'interface Nothing {}\n',
  'createUser.test.ts': 'throw new Error("a test is no handler");\n',
  'createUser.ts': `import { loud } from './_names.js';
import { mark } from './shared/more.js';
interface Named { readonly name: string }

export default async ({ body, store, generate, headers }: { body: Named; store: any; generate: any; headers: any }) => {
const users = store.items('/users');
if ((await users.list()).some(({ name }: Named) => name === loud(body.name) + mark))
  return { status: 409, message: 'The name is taken', errors: [body.name] };
if (body.name === 'broken')
  throw new TypeError('this name breaks it');
const made = await generate();
await users.change(made.body.id, (user: object) => ({ ...user, name: loud(body.name) + mark }));
return { ...made, headers: { 'X-Seen': headers['x-test'] }, body: await users.find(made.body.id) };
};
`,
  'getUser.js': 'export default () => ({ status: 404 });\n',
  'deleteUser.js': "export default () => Promise.reject('no trace');\n",
});
const lines: string[] = [];
const mock = await startMock({ spec, stateful: true, handlers: folder, log: (line) => lines.push(line) });

describe('a folder of handlers', () => {
  it('answers with what a handler makes of the remembered items and of the answer of the mock', async () => {
    const made = await ask(mock, 'POST', '/users', { name: 'Ann' });
    expect(made).toMatchObject({ status: 201, body: { name: 'ANN!' } });
    expect(made.headers.get('x-seen')).toBe('seen');
    const { body } = await ask(mock, 'GET', '/users');
    expect(body?.data).toContainEqual(made.body);
    expect((await ask(mock, 'GET', '/users', undefined, 'other')).body?.data).not.toContainEqual(made.body);
  });

  it('puts an error of a handler into the shape of the document', async () => {
    await ask(mock, 'POST', '/users', { name: 'Bo' }, 'twice');
    const again = await ask(mock, 'POST', '/users', { name: 'Bo' }, 'twice');
    expect(again).toMatchObject({ status: 409 });
    expect(JSON.stringify(again.body)).toContain('The name is taken');
    expect((await ask(mock, 'GET', '/users/usr_1')).status).toBe(404);
  });

  it('answers 500 where a handler fails; file and line stand in the log alone', async () => {
    const { status, body } = await ask(mock, 'POST', '/users', { name: 'broken' });
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toMatch(/this name breaks it|createUser/);
    expect(lines.filter((line) => line.includes('POST'))).toEqual([
      expect.stringMatching(
        /^Failed to answer POST \/v1\/users: \S*handlers\/createUser\.ts:10: this name breaks it$/,
      ),
    ]);
  });

  it('names the file of a handler that fails with something else than an error', async () => {
    expect((await ask(mock, 'DELETE', '/users/usr_1')).status).toBe(500);
    expect(lines.at(-1)).toMatch(
      /^Failed to answer DELETE \/v1\/users\/usr_1: \S*handlers\/deleteUser\.js: no trace$/,
    );
  });

  it('lists the operations that it answers neither as remembered nor as answered from the document', () => {
    const { remembered, answeredByDocument } = mock;
    for (const one of ['POST /users', 'GET /users/{user_id}'])
      expect([...remembered, ...answeredByDocument]).not.toContain(one);
    expect(remembered).toContain('GET /users');
  });

  it.each([
    [
      'creatUser.ts',
      'export default () => 1',
      /handlers\/creatUser\.ts answers no operation of the document: did you mean createUser\b/,
    ],
    [
      'createUser.ts',
      'export const a = 1;',
      /handlers\/createUser\.ts must have a function as its default export, such as: /,
    ],
    [
      'createUser.ts',
      'const a = 1;\n\nexport default (;',
      /handlers\/createUser\.ts:3: ParseError: Unexpected token\.$/,
    ],
    [
      'createUser.ts',
      'export default 1;\n\nthrow new Error("too early");',
      /handlers\/createUser\.ts:3: too early\.$/,
    ],
  ])('is refused where %s is %j', async (name, text, sentence) => {
    await expect(createServer({ port: 0, spec, handlers: folderWith({ [name]: text }) })).rejects.toThrow(
      sentence,
    );
  });

  it.each([
    ['application/json', '{"a":[1]}', { a: [1] }],
    ['application/x-www-form-urlencoded', 'a=1&b=x', { a: '1', b: 'x' }],
    ['text/plain', 'hello', 'hello'],
  ])('gets a body of %s that the document gives no schema', async (type, sent, body) => {
    const handlers: OperationHandlers = { send: (call) => ({ status: 200, body: { got: call.body } }) };
    const untyped = {
      ...{ openapi: '3.1.0', info: { title: 'Untyped', version: '1' } },
      paths: {
        '/sent': {
          post: {
            operationId: 'send',
            requestBody: { content: { [type]: {} } },
            responses: { 200: { description: '', content: { 'application/json': {} } } },
          },
        },
      },
    };
    const { url } = await startMock({
      spec: temporaryFile('untyped.json', JSON.stringify(untyped)),
      handlers,
    });
    const post = (text: string) =>
      fetch(`${url}/sent`, { method: 'POST', headers: { 'Content-Type': type }, body: text });
    expect(await (await post(sent)).json()).toEqual({ got: body });
    if (type === 'application/json') expect((await post('{')).status).toBe(400);
  });

  it('is not called for a client that accepts no documented media type, with strictAccept', async () => {
    const called: string[] = [];
    const handlers: OperationHandlers = {
      getUser: ({ path }: Asked) => {
        called.push(path.user_id);
        return { id: 'usr_1', name: 'Ann' };
      },
    };
    const strict = await startMock({ spec, handlers, strictAccept: true });
    const statusFor = async (accept: string) =>
      (
        await httpRequest(`${strict.url}/users/usr_1`, {
          method: 'GET',
          headers: { Authorization: 'Bearer dk_test_strict', Accept: accept },
        })
      ).status;
    expect(await statusFor('text/csv')).toBe(406);
    expect(called).toEqual([]);
    expect(await statusFor('application/json')).toBe(200);
    expect(called).toEqual(['usr_1']);
  });

  it('is refused where two files answer one operation, or there is no folder', async () => {
    const twice = folderWith({
      'getUser.js': 'export default () => 1',
      'getUser.ts': 'export default () => 1',
    });
    await expect(createServer({ port: 0, spec, handlers: twice })).rejects.toThrow(
      /^Two handlers answer getUser: /,
    );
    await expect(createServer({ port: 0, spec, handlers: 'nowhere' })).rejects.toThrow(
      "The option handlers nowhere can't be read: ",
    );
  });
});

interface Asked {
  readonly generate: () => Promise<{ readonly body: object }>;
  readonly path: { readonly user_id: string };
}

const handlers: OperationHandlers = {
  listUsers: async ({ store, query: given, sandbox, now }) => {
    const query = given as { readonly role?: string };
    const visits = store.items<{ id: string; role: string | undefined }>('visits');
    await visits.add({ role: query.role });
    await visits.save('last', { id: 'last', role: `${await now()}` });
    return {
      data: (await visits.list()).map(({ id, role }) => ({ id, name: `${sandbox} ${role ?? 'nobody'}` })),
      has_more: false,
    };
  },
  createUser: () => ({ status: 201, body: { nonsense: true } }),
  getUser: async ({ generate, path: { user_id: name } }: Asked) => ({ ...(await generate()).body, name }),
  deleteUser: () => undefined,
};
const clock = '2026-01-01T00:00:00Z';
const withFunctions = await startMock({ spec, handlers, clock });

describe('functions as handlers', () => {
  it('keep things of their own by sandbox, and know its time', async () => {
    await ask(withFunctions, 'GET', '/users?role=cook', undefined, 'own');
    const { body } = await ask(withFunctions, 'GET', '/users', undefined, 'own');
    const at = Date.parse(clock);
    expect(body?.data).toEqual([
      { id: '1', name: 'own cook' },
      { id: 'last', name: `own ${at}` },
      { id: '2', name: 'own nobody' },
    ]);
  });

  it('return a body for the documented success, or nothing where it has none', async () => {
    expect(await ask(withFunctions, 'GET', '/users/usr_7')).toMatchObject({
      status: 200,
      body: { name: 'usr_7' },
    });
    expect(await ask(withFunctions, 'DELETE', '/users/usr_7')).toMatchObject({
      status: 204,
      body: undefined,
    });
  });

  it.each([
    ['text/event-stream', 'event: one\ndata: {"a":1}\n\ndata: two\n\n'],
    ['application/x-ndjson', '{"event":"one","data":{"a":1}}\n{"data":"two"}\n'],
  ])('return what a stream of %s consists of as a list', async (mediaType, text) => {
    const responses = { 200: { description: '', content: { [mediaType]: { schema: { type: 'object' } } } } };
    const paths = { '/events': { get: { operationId: 'events', responses } } };
    const document = { openapi: '3.1.0', info: { title: 'Events', version: '1' }, paths };
    const events = await startMock({
      spec: temporaryFile('events.json', JSON.stringify(document)),
      handlers: { events: () => [{ event: 'one', data: { a: 1 } }, { data: 'two' }] },
    });
    const response = await httpRequest(`${events.url}/events`, { method: 'GET', headers: {} });
    expect(response.text).toBe(text);
  });

  it('are held against the schema with validateResponses', async () => {
    const server = await startMock({ spec, handlers, validateResponses: true });
    const { status, body } = await ask(server, 'POST', '/users', { name: 'Ann' });
    expect(status).toBe(500);
    expect(JSON.stringify(body)).toContain('createUser breaks the document');
  });

  it('are passed by where the client prefers an error', async () => {
    const { url } = withFunctions;
    const headers = { Authorization: 'Bearer dk_test_tests', Prefer: 'code=404' };
    expect((await httpRequest(`${url}/users/usr_7`, { method: 'GET', headers })).status).toBe(404);
  });

  it('answer 500 for a status that is none, and for no body where the document has one', async () => {
    const lines: string[] = [];
    const wrong: OperationHandlers = { listUsers: () => undefined, getUser: () => ({ status: 7 }) };
    const server = await startMock({ spec, handlers: wrong, log: (line) => lines.push(line) });
    expect((await ask(server, 'GET', '/users')).status).toBe(500);
    expect((await ask(server, 'GET', '/users/usr_7')).status).toBe(500);
    expect(lines).toEqual([
      "Failed to answer GET /v1/users: The result of the handler listUsers can't be sent: it has no body, and the document has one for 200",
      "Failed to answer GET /v1/users/usr_7: The result of the handler getUser can't be sent: its status is 7, none from 200 to 599",
    ]);
  });

  it('answer 500 for a result that is no JSON, and the log names the operation in place of a trace', async () => {
    const lines: string[] = [];
    const circle: Record<string, unknown> = {};
    circle.itself = circle;
    const wrong: OperationHandlers = { listUsers: () => circle, getUser: () => ({ id: 1n }) };
    const server = await startMock({ spec, handlers: wrong, log: (line) => lines.push(line) });
    expect((await ask(server, 'GET', '/users')).status).toBe(500);
    expect((await ask(server, 'GET', '/users/usr_7')).status).toBe(500);
    expect(lines).toEqual([
      expect.stringMatching(
        /^[^\n]*The result of the handler listUsers can't be sent: Converting circular[^\n]*$/,
      ),
      expect.stringMatching(/^[^\n]*The result of the handler getUser can't be sent: [^\n]*BigInt$/),
    ]);
  });

  it('are refused where they answer no operation', async () => {
    const refused = createServer({ port: 0, spec, handlers: { listUser: () => 1 } });
    await expect(refused).rejects.toThrow(
      'The handler listUser answers no operation of the document: did you mean listUsers',
    );
  });

  it('are refused where they are no functions, without a server too', async () => {
    const handler = createFetchHandler({ handlers: { listCategories: 'categories.js' as never } });
    await expect(handler(`${handler.url}/categories`)).rejects.toThrow(
      'The handler listCategories must be a function, got a value of type string.',
    );
  });

  it('stand before the service of the package too', async () => {
    const server = await startMock({
      handlers: {
        listCategories: async ({ generate }: Pick<Asked, 'generate'>) => ({
          ...(await generate()).body,
          message: 'Mine',
        }),
      },
    });
    const { status, body } = await ask(server, 'GET', '/categories');
    expect({ status, body }).toMatchObject({ status: 200, body: { status: true, message: 'Mine' } });
  });

  it('answer in the mock without a server', async () => {
    const handler = createFetchHandler({
      handlers: {
        listCategories: async ({ generate, store }) => {
          const { body } = (await generate()) as { readonly body: object };
          const { id } = await store.items<{ id: string }>('visits').add({});
          return { ...body, message: `Visit ${id}` };
        },
      },
    });
    const headers = handler.sandbox().headers();
    const visit = async () => (await handler(`${handler.url}/categories`, { headers })).json();
    expect(await visit()).toMatchObject({ status: true, message: 'Visit 1' });
    expect(await visit()).toMatchObject({ message: 'Visit 2' });
    const refused = createFetchHandler({ handlers: { listCategory: () => 1 } });
    await expect(refused(`${handler.url}/categories`)).rejects.toThrow('did you mean listCategories');
  });
});

describe('a handler that was changed', () => {
  it.each<[what: string, files: (word: string) => Record<string, string>]>([
    [
      'is an ES module',
      (word) => ({ 'getUser.mjs': `export default () => ({ id: 'usr_1', name: '${word}' });` }),
    ],
    [
      'belongs to a package of ES modules',
      (word) => ({
        'package.json': '{"type":"module"}',
        'getUser.js': `export default () => ({ id: 'usr_1', name: '${word}' });`,
      }),
    ],
    [
      'waits at its top level',
      (word) => ({
        'getUser.mjs': `const name = await Promise.resolve('${word}');\nexport default () => ({ id: 'usr_1', name });`,
      }),
    ],
    [
      'is CommonJS',
      (word) => ({ 'getUser.cjs': `module.exports = () => ({ id: 'usr_1', name: '${word}' });` }),
    ],
    [
      'is TypeScript and imports an ES module that was changed',
      (word) => ({
        '_word.mjs': `export const name = '${word}';`,
        'getUser.ts': "import { name } from './_word.mjs';\nexport default () => ({ id: 'usr_1', name });",
      }),
    ],
  ])('is read anew where it %s', async (_, files) => {
    const changed = folderWith(files('first'));
    const names: unknown[] = [];
    for (const word of ['first', 'second']) {
      for (const [name, text] of Object.entries(files(word))) writeFileSync(join(changed, name), text);
      const mock = await startMock({ spec, handlers: changed });
      names.push((await ask(mock, 'GET', '/users/usr_1')).body?.name);
      await mock.close();
    }
    expect(names).toEqual(['first', 'second']);
  });
});
