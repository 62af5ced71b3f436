import { describe, expect, it } from 'vitest';
import { basePathsOf, defaultPathsOf } from '../../contract/document/base-paths.js';
import { startMock } from '../../testing/mock-server.js';
import { temporaryFile } from '../../testing/temporary-folder.js';
import { PathTemplate } from './path-template.js';
import { Routes } from './routes.js';

describe('PathTemplate', () => {
  it.each<[string, string, Record<string, string> | undefined]>([
    ['/a/{x}', '/a/1', { x: '1' }],
    ['/a/{x}', '/b/1', undefined],
    ['/a/{x}.json', '/a/1.2.json', { x: '1.2' }],
    ['/a/{x}.json', '/a/.json', undefined],
    ['/{name}:{verb}', '/jobs:1:run', { name: 'jobs:1', verb: 'run' }],
    ['/{name}:{verb}', '/:run', undefined],
    ['/{a}{b}', '/xyz', { a: 'xy', b: 'z' }],
    ["/users('{id}')/mail", "/users('7')/mail", { id: '7' }],
    ['/v{}/{id}', '/v2/7', { id: '7' }],
    ['/{a}-{a}-{b}', '/1-2', undefined],
  ])('%s at %s', (template, path, parameters) => {
    expect(new PathTemplate(template).match(path.split('/'))).toEqual(parameters);
  });

  // To try all ways to divide the segment would never end.
  it('gives up a segment that has no place for all of its parameters', () => {
    const template = new PathTemplate(`/${'{a}-'.repeat(30)}x`);
    expect(template.match(['', '-'.repeat(16_000)])).toBeUndefined();
  });
});

describe('the base paths of servers', () => {
  it.each<[string, object[] | undefined, string[], string[]]>([
    ['no server', undefined, [''], ['']],
    [
      'several',
      [{ url: 'https://a.test/v1/' }, { url: '/v2' }, { url: 'v3' }],
      ['/v1', '/v2', '/v3'],
      ['/v1', '/v2', '/v3'],
    ],
    [
      'an enumeration',
      [
        {
          url: 'https://{host}/{v}',
          variables: { host: { default: 'a' }, v: { default: 'v1', enum: ['v1', 'v2'] } },
        },
      ],
      ['/v1'],
      ['/v1', '/v2'],
    ],
    [
      'any value',
      [{ url: '/{tenant}/v1', variables: { tenant: { default: 'demo' } } }],
      ['/demo/v1'],
      ['/demo/v1', '/{}/v1'],
    ],
    [
      'a whole address',
      [{ url: '{base}/x', variables: { base: { default: 'https://a.test/v9' } } }],
      ['/v9/x'],
      ['/v9/x'],
    ],
    ['what is no address', [{ url: 7 }, { description: 'x' }], [''], ['']],
  ])('%s', (_, servers, byDefault, all) => {
    expect(defaultPathsOf(servers as never)).toEqual(byDefault);
    expect(basePathsOf(servers as never)).toEqual(all);
  });
});

describe('Routes', () => {
  const at = (path: string, accepts?: RegExp) => ({
    operation: { method: 'get' as const, path },
    acceptsPath: (values: Readonly<Record<string, string>>) =>
      accepts?.test(Object.values(values).join()) ?? true,
  });
  const found = (routes: Routes<ReturnType<typeof at>>, path: string) => {
    const match = routes.find('GET', path);
    return match.kind === 'operation' ? match.served.operation.path : match.kind;
  };

  it('asks the operations where several templates match, and takes the first where none fits', () => {
    const routes = new Routes([at('/n/{id}', /^\d+$/), at('/n/{name}', /^[a-z]+$/)], ({ operation }) => ({
      own: [operation.path],
      other: [],
    }));
    expect(['/n/7', '/n/x', '/n/-'].map((path) => found(routes, path))).toEqual([
      '/n/{id}',
      '/n/{name}',
      '/n/{id}',
    ]);
  });

  it('answers at other prefixes a fixed path, and of templates what no path of the document is', () => {
    const routes = new Routes(
      [at('/a'), at('/b/{y}'), at('/{x}'), at('/{x}/{y}')],
      ({ operation: { path } }) =>
        /^\/[ab]/.test(path) ? { own: [`/v1${path}`], other: [path] } : { own: [path], other: [] },
    );
    expect(['/v1/a', '/a', '/v1/b/7', '/b/7'].map((path) => found(routes, path))).toEqual([
      '/a',
      '/a',
      '/b/{y}',
      '/{x}/{y}',
    ]);
  });

  it('finds a path whose punctuation or letters the client encoded', () => {
    const routes = new Routes([at("/groups('{id}')"), at('/größe')], ({ operation }) => ({
      own: [operation.path],
      other: [],
    }));
    expect(found(routes, '/groups%28%27a%2Fb%27%29')).toBe("/groups('{id}')");
    expect(found(routes, '/gr%c3%b6%c3%9fe')).toBe('/größe');
    expect(found(routes, '/groups%2F')).toBe('unknown-path');
  });
});

describe('operations with servers of their own', () => {
  const spec = temporaryFile(
    'api.yaml',
    `openapi: 3.1.0
info: {title: T, version: "1"}
servers: [{url: https://a.test/v1}]
paths:
  /here: {get: {responses: {"204": {description: Done.}}}}
  /path:
    servers: [{url: https://b.test/files}]
    get: {responses: {"204": {description: Done.}}}
  /operation:
    servers: [{url: https://b.test/files}]
    get: {servers: [{url: /uploads}], responses: {"204": {description: Done.}}}
  /n/{id}:
    get: {parameters: [{name: id, in: path, schema: {type: integer}}], responses: {"204": {description: Done.}}}
  /n/{name}:
    get: {parameters: [{name: name, in: path, schema: {pattern: "^[a-z]+$"}}], responses: {"202": {description: Done.}}}
`,
  );

  it('answer under each of their prefixes, under the advertised one, and at the root', async () => {
    const { origin } = await startMock({ spec });
    const statuses = Object.fromEntries(
      await Promise.all(
        [
          '/v1/here',
          '/here',
          '/files/path',
          '/v1/path',
          '/path',
          '/uploads/operation',
          '/files/operation',
          '/v1/n/7',
          '/v1/n/x',
        ].map(async (path) => [path, (await fetch(origin + path)).status] as const),
      ),
    );
    expect(statuses).toEqual({
      ...{ '/v1/here': 204, '/here': 204, '/files/path': 204, '/v1/path': 204, '/path': 204 },
      ...{ '/uploads/operation': 204, '/files/operation': 404, '/v1/n/7': 204, '/v1/n/x': 202 },
    });
  });
});
