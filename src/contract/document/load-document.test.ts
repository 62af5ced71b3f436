import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFile, temporaryFolder } from '../../testing/temporary-folder.js';
import { requestBodyValidator } from '../contract.js';
import { loadContract } from '../load-contract.js';
import { shippingDocument } from '../../shipping/shipping-service.js';

const paths = `paths:
  /things:
    get:
      responses:
        "200": {description: Things.}
`;
const head = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\n';

async function failureOf(text: string, name = 'api.yaml'): Promise<string> {
  const file = temporaryFile(name, text);
  const failure = await loadContract(file).then(
    () => new Error('it loaded'),
    (cause: unknown) => cause as Error,
  );
  return failure.message.replaceAll(file, 'FILE');
}

describe('loadContract refuses an unusable document with one sentence', () => {
  it.each([
    ['YAML that is broken', `${head}paths: {\n  /a: [}\n`, /^FILE:4: not valid YAML or JSON: [^\n]+$/],
    [
      'JSON that is broken',
      '{"openapi": "3.1.0",\n "paths": {,}}',
      /^FILE:2: not valid YAML or JSON: [^\n]+$/,
    ],
    [
      'no OpenAPI',
      'hello: world\n',
      /^FILE: not an OpenAPI document of version 3\.0, 3\.1 or 3\.2, or Swagger 2\.0: it has no "openapi" field\.$/,
    ],
    ['an empty file', '', /^FILE: not an OpenAPI document/],
    ['Swagger 1.2', 'swagger: "1.2"\n', /^FILE: not an OpenAPI .*: its version is "1\.2"\.$/],
    [
      'Swagger 2.0 without operations',
      'swagger: "2.0"\n',
      /^FILE: the document has no operation to serve\.$/,
    ],
    [
      'paths that refer to nothing',
      `${head}paths: {/a: {$ref: "no.yaml"}}\n`,
      /^FILE: the document has no operation to serve \(FILE:3: the \$ref "no\.yaml" can't be followed: there is no such file: its place accepts anything\)\.$/,
    ],
    ['a later version', 'openapi: 4.0.0\n', /^FILE: not .*: its version is "4\.0\.0"\.$/],
    ['a version that is a number', 'openapi: 3.1\n', /^FILE: not .*: its version is 3\.1\.$/],
    ['no operation', `${head}paths: {}\n`, /^FILE: the document has no operation to serve\.$/],
  ])('%s', async (_, text, sentence) => {
    expect(await failureOf(text)).toMatch(sentence);
  });

  it('a missing file, and a folder', async () => {
    const folder = temporaryFolder();
    const missing = join(folder, 'no.yaml');
    await expect(loadContract(missing)).rejects.toThrow(
      `Failed to read the document ${missing}: there is no such file.`,
    );
    await expect(loadContract(folder)).rejects.toThrow(/^Failed to read the document [^\n]+\.$/);
  });
});

describe('an unknown schema keyword', () => {
  const text = readFileSync(shippingDocument, 'utf8').replace(
    /^ {4}Timestamp:\n {6}type: string\n/m,
    '$&      minLenght: 3\n',
  );
  const line = text.split('\n').findIndex((row) => row.includes('minLenght')) + 1;

  it('is a warning with its line in another document', async () => {
    const file = temporaryFile('openapi.yaml', text);
    expect((await loadContract(file)).warnings).toEqual([
      `${file}:${line}: unknown schema keyword "minLenght"`,
    ]);
  });

  it('stops the start in a document of one’s own', async () => {
    const file = temporaryFile('openapi.yaml', text);
    await expect(loadContract(file, { strict: true })).rejects.toThrow(
      `${file}:${line}: unknown schema keyword "minLenght"; an extension would start with x-.`,
    );
  });
});

describe('a document of OpenAPI 3.0', () => {
  const text = `openapi: 3.0.3
info: {title: T, version: "1"}
servers: [{url: "https://{host}/v{n}/", variables: {host: {default: example.com}, n: {default: "2"}}}]
paths:
  /things:
    post:
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                note: {type: string, nullable: true}
                count: {type: integer, minimum: 0, exclusiveMinimum: true}
      responses: {"200": {description: Done.}}
`;

  it('keeps the meaning of nullable and exclusive bounds', async () => {
    const contract = await loadContract(temporaryFile('api.yaml', text));
    const [operation] = contract.operations;
    const validate = requestBodyValidator(contract, operation!)!;
    const problems = (value: unknown) =>
      contract.validators.problems(validate, value, 'body').map((problem) => problem.text);
    expect(problems({ note: null, count: 1 })).toEqual([]);
    expect(problems({ count: 0 })).toEqual(['count must be greater than 0, got 0']);
    expect(problems({ note: 1 })).toHaveLength(1);
  });

  it('is served at the path of its first server, with variables at their defaults', async () => {
    expect((await loadContract(temporaryFile('api.yaml', text))).basePaths).toEqual(['/v2']);
  });
});

it('loadContract follows references into other files', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'thing.yaml'), 'description: A thing.\n');
  const main = join(folder, 'api.yaml');
  writeFileSync(main, head + paths.replace('{description: Things.}', '{$ref: "thing.yaml"}'));
  const { operations } = await loadContract(main);
  expect(operations[0]?.responses.get('200')?.value).toEqual({ description: 'A thing.' });
});

it('the lines of a JSON document are those of its keys', async () => {
  const schemas = {
    A: { type: 'object', maxLenght: 1, properties: { 'a"b': { minLenght: 2 } } },
    B: { x: [{ y: '}"' }], hint: 1 },
  };
  const document = {
    openapi: '3.1.0',
    info: {},
    paths: { '/a': { get: { responses: {} } } },
    components: { schemas },
  };
  const text = JSON.stringify(document, undefined, 1);
  const lineWith = (part: string): number => text.slice(0, text.indexOf(part)).split('\n').length;
  const file = temporaryFile('api.json', text);
  expect((await loadContract(file)).warnings).toEqual(
    ['maxLenght', 'minLenght', 'x', 'hint'].map(
      (name) => `${file}:${lineWith(`"${name}":`)}: unknown schema keyword "${name}"`,
    ),
  );
});

it('a document of OpenAPI 3.2 is served, with a warning for each part that is not', async () => {
  const text = `${head.replace('3.1.0', '3.2.0')}$self: https://a.test/api\npaths:\n  /a:\n    query: {responses: {}}\n    additionalOperations: {COPY: {responses: {}}}\n    get: {responses: {"200": {description: D., content: {application/jsonl: {itemSchema: {}}}}}}\n`;
  const file = temporaryFile('api.yaml', text);
  const { operations, warnings } = await loadContract(file);
  expect(operations.map(({ id }) => id)).toEqual(['GET /a']);
  expect(warnings).toEqual([
    `${file}: QUERY /a is not served: only the methods of OpenAPI 3.1 are`,
    `${file}: COPY /a is not served: only the methods of OpenAPI 3.1 are`,
    `${file}: "itemSchema" is not checked in requests`,
    `${file}: "$self" is not used: references start at the document's own place`,
  ]);
});
