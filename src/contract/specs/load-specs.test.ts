/** Documents as users have them: Swagger 2.0, changed by overlays, on a server, and several at once. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { startMock } from '../../testing/mock-server.js';
import { temporaryFile } from '../../testing/temporary-folder.js';
import { loadContract } from '../load-contract.js';
import { loadSpecs } from './load-specs.js';

const done = '{"204": {description: Done.}}';
const small = (title: string, more = ''): string =>
  `openapi: 3.1.0\ninfo: {title: ${title}, version: "1"}\npaths:\n  /things: {get: {operationId: list, responses: ${done}}}\n${more}`;

async function failureOf(loading: Promise<unknown>): Promise<string> {
  return loading.then(
    () => 'it loaded',
    (cause: unknown) => (cause as Error).message,
  );
}

describe('Swagger 2.0', () => {
  const spec = temporaryFile(
    'swagger.yaml',
    `swagger: "2.0"
info: {title: T, version: "1"}
host: example.com
basePath: /v1
consumes: [application/json]
produces: [application/json]
securityDefinitions: {basic: {type: basic}}
security: [{basic: []}]
parameters:
  Page: {name: page, in: query, type: integer, minimum: 1}
  Thing: {name: thing, in: body, required: true, schema: {$ref: "#/definitions/Thing"}}
responses:
  No: {description: No., schema: {type: object, properties: {message: {type: string}}}}
paths:
  /things/{id}:
    parameters: [{name: id, in: path, required: true, type: integer}, {$ref: "#/parameters/Page"}]
    get:
      parameters: [{name: tags, in: query, type: array, items: {type: integer}, collectionFormat: pipes}]
      produces: [application/vnd.thing+json]
      responses: {"204": {description: Done.}, "400": {$ref: "#/responses/No"}}
    put:
      parameters: [{$ref: "#/parameters/Thing"}]
      responses: {"204": {description: Done.}}
    post:
      parameters: [{name: photo, in: formData, type: file, required: true}, {name: size, in: formData, type: integer}]
      responses: {"204": {description: Done.}}
definitions:
  Thing: {type: object, required: [id], properties: {id: {type: integer, readOnly: true}, example: {type: integer, x-nullable: true}}}
`,
  );

  it('is converted, said so, and served with its parameters, bodies, forms and keys', async () => {
    const server = await startMock({ spec });
    expect(server.mock().contract.warnings).toEqual([`${spec}: Swagger 2.0 was converted to OpenAPI 3.0`]);
    const headers = { Authorization: `Basic ${btoa('a:b')}` };
    const status = async (
      path: string,
      init: Omit<RequestInit, 'headers'> = {},
      more: Record<string, string> = {},
    ) => {
      const response = await fetch(server.url + path, { ...init, headers: { ...headers, ...more } });
      return response.status;
    };
    const json = { 'Content-Type': 'application/json' };
    const form = new FormData();
    form.append('photo', new Blob(['x']), 'x.png');
    expect([
      await status('/things/7'),
      await status('/things/7?page=0'),
      await status('/things/x'),
      await status('/things/7?tags=1|2'),
      await status('/things/7?tags=1|x'),
      await status('/things/7', { method: 'PUT', body: '{"example":null}' }, json),
      await status('/things/7', { method: 'PUT', body: '{"example":"x"}' }, json),
      await status('/things/7', { method: 'PUT' }, json),
      await status('/things/7', { method: 'POST', body: form }),
      await status('/things/7', { method: 'POST', body: '{}' }, json),
      (await fetch(`${server.url}/things/7`)).status,
    ]).toEqual([204, 400, 400, 204, 400, 204, 400, 400, 204, 415, 401]);
    const [get] = server.mock().contract.operations;
    expect(Object.keys(get?.responses.get('400')?.value.content ?? {})).toEqual([
      'application/vnd.thing+json',
    ]);
  });
});

describe('an overlay', () => {
  const spec = temporaryFile('api.yaml', small('T', 'tags: [{name: a}, {name: b}, {name: c}]\n'));
  const overlay = (actions: string): string =>
    temporaryFile('overlay.yaml', `overlay: 1.0.0\ninfo: {title: O, version: "1"}\nactions:\n${actions}`);
  const loaded = (...overlays: string[]) => loadContract(spec, { overlays });

  it('merges objects, adds to lists and removes, in the order of its actions', async () => {
    const { document, operations, warnings } = await loaded(
      overlay(
        `  - {target: "$.paths['/things'].get", update: {summary: New., responses: {"200": {description: More.}}}}
  - {target: $.tags, update: {name: d}}
  - {target: "$.tags[?@.name == 'a' || @.name == 'b']", remove: true}
  - {target: $.nothing.here, update: {a: 1}}
`,
      ),
      overlay(`  - {target: $.paths, update: {/more: {get: {responses: ${done}}}}}\n`),
    );
    expect(operations.map(({ path, summary }) => [path, summary])).toEqual([
      ['/things', 'New.'],
      ['/more', ''],
    ]);
    expect([...(operations[0]?.responses.keys() ?? [])]).toEqual(['200', '204']);
    expect(document).toMatchObject({ tags: [{ name: 'c' }, { name: 'd' }] });
    expect(warnings).toEqual([
      expect.stringMatching(/overlay\.yaml:7: "\$\.nothing\.here" selects nothing in the document$/),
    ]);
  });

  it.each([
    ['  - {update: {}}\n', /:4: an action needs a target, a JSONPath such as /],
    ['  - {target: "$[", update: {}}\n', /:4: the target "\$\[" is no JSONPath: /],
    ['  - {target: $.openapi, update: {}}\n', /:4: an update needs a target that is an object or a list/],
    ['  - [\n', /:\d: not valid YAML or JSON: /],
  ])('%j is refused with one sentence', async (actions, sentence) => {
    const failure = await failureOf(loaded(overlay(actions)));
    expect(failure).toMatch(sentence);
    expect(failure).not.toContain('\n');
  });

  it('that is none, or is not there, is refused', async () => {
    expect(await failureOf(loaded(spec))).toContain('not an overlay: it must have "overlay": "1.0.0"');
    expect(await failureOf(loaded('no.yaml'))).toBe(
      'Failed to read the overlay no.yaml: there is no such file.',
    );
  });
});

describe('several documents', () => {
  const schemes =
    'components: {securitySchemes: {key: {type: apiKey, in: header, name: NAME}}, schemas: {Thing: {type: TYPE}}}\nsecurity: [{key: []}]\n';
  const check = `  /check: {post: {requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Thing"}}}}, responses: ${done}}}\n`;
  const documentOf = (name: string, type: string): string => {
    const text = small(name, schemes.replace('NAME', `X-${name}`).replace('TYPE', type));
    return temporaryFile(`${name}.yaml`, text.replace('paths:\n', `servers: [{url: /v1}]\npaths:\n${check}`));
  };
  const a = documentOf('A', 'integer');
  const b = documentOf('B', 'string');

  it('are served under their prefixes, each with its own schemas and keys', async () => {
    const server = await startMock({ spec: [`/a=${a}`, `b=${b}`] });
    const post = async (path: string, header: string, body: string) =>
      (
        await fetch(server.origin + path, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', [header]: 'k' },
          body,
        })
      ).status;
    expect([
      await post('/a/v1/check', 'X-A', '1'),
      await post('/a/check', 'X-A', '1'),
      await post('/a/v1/check', 'X-A', '"x"'),
      await post('/b/v1/check', 'X-B', '"x"'),
      await post('/b/v1/check', 'X-B', '1'),
      await post('/b/v1/check', 'X-A', '"x"'),
      await post('/v1/check', 'X-A', '1'),
    ]).toEqual([204, 204, 400, 204, 400, 401, 404]);
    expect(server.mock().contract.operations.map(({ id }) => id)).toEqual([
      ...['POST /a/check', 'list', 'POST /b/check', 'b_list'],
    ]);
  });

  it.each([
    [[a, b], [], /^Two documents have the prefix ""; give each one of its own/],
    [[`/a=${a}`, `/a=${b}`], [], /^Two documents have the prefix "\/a"/],
    [[`a b=${a}`], [], /^The document must be FILE or PREFIX=FILE such as /],
    [
      [`/a=${a}`, `/b=${b}`],
      ['o.yaml'],
      /^No document has the prefix "" of the overlay o\.yaml; the documents have "\/a" and "\/b"\.$/,
    ],
    [['/a='], [], /^The document must be FILE or PREFIX=FILE/],
  ])('%j with overlays %j are refused', async (specs, overlays, sentence) => {
    expect(await failureOf(loadSpecs({ specs, overlays }))).toMatch(sentence);
  });
});

describe('a document at an address', () => {
  const servers: Server[] = [];
  afterAll(() => servers.forEach((server) => server.close()));

  async function serving(listener: RequestListener): Promise<string> {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const load = (location: string, fetched?: Map<string, string>) =>
    loadSpecs({ specs: [location], ...(fetched ? { fetched } : {}) });

  it('is fetched once, redirects included, and shown without its query', async () => {
    let requests = 0;
    const origin = await serving(({ url }, response) => {
      requests += 1;
      if (url?.startsWith('/old')) response.writeHead(302, { Location: '/api.yaml?token=secret' }).end();
      else response.end(small('T', 'components: {schemas: {A: {hint: 1}}}\n'));
    });
    const fetched = new Map<string, string>();
    const { warnings } = await load(`${origin}/old?token=secret`, fetched);
    await load(`${origin}/old?token=secret`, fetched);
    expect(warnings).toEqual([`${origin}/old:5: unknown schema keyword "hint"`]);
    expect(requests).toBe(2);
  });

  it('that answers with an error, is too large, or goes elsewhere is refused; its files are not read', async () => {
    const origin = await serving(({ url = '' }, response) => {
      if (url === '/large') response.end(Buffer.alloc(21 * 1024 * 1024, ' '));
      else if (url === '/elsewhere') response.writeHead(301, { Location: 'http://192.0.2.1/' }).end();
      else if (url === '/round') response.writeHead(301, { Location: '/round' }).end();
      else if (url === '/file') response.end(small('T').replace(done, '{"204": {$ref: "other.yaml"}}'));
      else response.writeHead(404).end();
    });
    const failures = [];
    for (const path of ['/no', '/large', '/elsewhere', '/round'])
      failures.push((await failureOf(load(origin + path))).replaceAll(origin, 'HOST'));
    expect(failures).toEqual([
      'Failed to fetch the document HOST/no: the server answered 404.',
      'Failed to fetch the document HOST/large: it is larger than 20 MiB.',
      'Failed to fetch the document HOST/elsewhere: only https is followed, and http to this machine.',
      'Failed to fetch the document HOST/round: it is redirected more than 5 times.',
    ]);
    const { warnings } = await load(`${origin}/file`, new Map());
    expect(warnings).toEqual([
      `${origin}/file:4: the $ref "other.yaml" is not followed, because a document from the network may refer only to itself: its place accepts anything`,
    ]);
  });

  it.each([
    ['http://192.0.2.1/api.yaml', 'only https is followed, and http to this machine'],
    ['https://user:secret@example.com/api.yaml', 'an address may not contain a user or a password'],
    ['http://127.0.0.1:1/api.yaml', ''],
  ])('%s is refused with one sentence without secrets', async (address, why) => {
    const failure = await failureOf(load(address));
    expect(failure).toMatch(/^Failed to fetch the document https?:\/\/[^\n]+\.$/);
    expect(failure).toContain(why);
    expect(failure).not.toContain('secret');
  });
});
