/** Small mutations of a document: each loads, or is refused with one sentence that names file, line and field. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import send from 'supertest';
import { createApp } from '../../index.js';
import { temporaryFolder } from '../../testing/temporary-folder.js';

const text = { type: 'string' };
const json = (schema: unknown) => ({
  'application/json': { schema, examples: { one: { value: { id: 'a' } } } },
});
const document = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  servers: [
    { url: 'https://{region}.a.test/v1', variables: { region: { default: 'eu', enum: ['eu', 'us'] } } },
  ],
  security: [{ key: [] }],
  tags: [{ name: 'pets' }],
  paths: {
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text, example: 'a' }],
      get: {
        operationId: 'getPet',
        tags: ['pets'],
        parameters: [{ $ref: '#/components/parameters/limit' }],
        responses: {
          200: { $ref: '#/components/responses/pet' },
          default: { description: 'Bad.', content: json({}) },
        },
      },
      put: {
        operationId: 'putPet',
        security: [],
        servers: [{ url: '/v2' }],
        requestBody: { required: true, content: json({ $ref: '#/components/schemas/Pet' }) },
        responses: {
          204: { description: 'Done.', headers: { 'X-Count': { required: true, schema: text } } },
        },
        callbacks: {
          done: { '{$request.body#/url}': { post: { responses: { 200: { description: 'Ok.' } } } } },
        },
      },
    },
  },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    parameters: {
      limit: { name: 'limit', in: 'query', style: 'form', explode: true, schema: { type: 'integer' } },
    },
    responses: { pet: { description: 'A pet.', content: json({ $ref: '#/components/schemas/Pet' }) } },
    schemas: {
      Pet: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { ...text, pattern: '^[a-z]+$', minLength: 1, maxLength: 9 },
          kind: { enum: ['cat', 'dog'] },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
          tag: { oneOf: [text, { type: 'null' }], readOnly: true },
        },
        discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Pet' } },
        additionalProperties: false,
      },
    },
  },
};

type Path = readonly (string | number)[];

function* pathsOf(value: unknown, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value))
    yield* pathsOf(child, [...path, Array.isArray(value) ? Number(key) : key]);
}

function mutated(
  path: Path,
  put: (parent: Record<string | number, unknown>, key: string | number) => void,
): string {
  const copy = structuredClone(document) as unknown as Record<string | number, unknown>;
  let parent = copy;
  for (const key of path.slice(0, -1)) parent = parent[key] as typeof parent;
  put(parent, path.at(-1) ?? '');
  return JSON.stringify(copy, null, 1);
}

const values: readonly unknown[] = [null, [], 'text', { a: 7 }];
const file = join(temporaryFolder(), 'mutated.json');

/** One sentence that names the line; what is missing has none. */
const sentence =
  /^DocumentError: mutated\.json(:\d+: [^\n]+|: (not an OpenAPI document|the document has no operation)[^\n]+)\.$/;
/** The words of a defect of the program. */
const defect = /is not a function|not iterable|Cannot |undefined|is null|in operator|Failed to answer/;

/** Says how a mock of a document fails to start or to answer, in its own words; undefined where it does not. */
async function failureOf(source: string): Promise<string | undefined> {
  writeFileSync(file, source);
  const lines: string[] = [];
  try {
    const mock = await createApp({ spec: file, log: (line) => lines.push(line) });
    const headers = { 'X-Key': 'k', 'Content-Type': 'application/json' };
    await send(mock.app).get('/v1/pets/a?limit=1').set(headers);
    await send(mock.app).put('/v2/pets/a').set(headers).send('{"id":"a"}');
    await mock.close();
  } catch (error) {
    const said = `${(error as Error).name}: ${(error as Error).message}`.replace(file, 'mutated.json');
    return sentence.test(said) && !defect.test(said) ? undefined : said;
  }
  return lines.find((line) => defect.test(line));
}

it('each mutation of a document is served, or refused with one sentence that names its line', async () => {
  const wrong = new Map<string, string>();
  const look = async (what: string, source: string): Promise<void> => {
    const failure = await failureOf(source);
    if (failure !== undefined) wrong.set(failure, what);
  };
  for (const path of pathsOf(document)) {
    const place = path.join('/');
    await look(
      `no ${place}`,
      mutated(path, (parent, key) => Reflect.deleteProperty(parent, key)),
    );
    for (const value of values)
      await look(
        `${place} = ${JSON.stringify(value)}`,
        mutated(path, (parent, key) => (parent[key] = value)),
      );
  }
  expect([...wrong]).toEqual([]);
});

it.each([
  [
    'a map of parameters',
    ['paths', '/pets/{id}', 'get', 'parameters'],
    {},
    'parameters must be a list, got an object.',
  ],
  [
    'a body that is a text',
    ['paths', '/pets/{id}', 'put', 'requestBody'],
    'pet',
    'requestBody must be an object, got "pet".',
  ],
  ['a reference to a number', ['components', 'schemas', 'Pet'], { $ref: 7 }, '$ref must be a text, got 7.'],
])('%s is named with its line', async (_, path, value, text) => {
  writeFileSync(
    file,
    mutated(path, (parent, key) => (parent[key] = value)),
  );
  await expect(createApp({ spec: file, log: () => undefined })).rejects.toThrow(text);
});
