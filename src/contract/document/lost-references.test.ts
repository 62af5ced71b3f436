import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFile, temporaryFolder } from '../../testing/temporary-folder.js';
import { requestBodyValidator } from '../contract.js';
import { loadContract } from '../load-contract.js';

const text = `openapi: 3.1.0
info: {title: T, version: "1"}
paths:
  /things:
    parameters:
      - {$ref: "#/components/parameters/No"}
      - {name: q, in: query}
    post:
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                sku: {$ref: "#/components/schemas/No"}
                size: {description: Its size., $ref: "no.yaml#/Size"}
                remote: {$ref: "https://example.com/schema.json"}
                count: {type: integer}
      responses:
        "200": {$ref: "#/components/responses/Round"}
        "400": {$ref: "#/info/title"}
        "404": {$ref: "#anchor"}
components:
  responses:
    Round: {$ref: "#/components/responses/Round"}
webhooks:
  a: {post: {requestBody: {content: {a/b: {schema: {$ref: "#/no"}}}}}}
`;
const file = temporaryFile('api.yaml', text);

describe('a $ref that leads nowhere', () => {
  it('is one warning with its line, wherever it stands', async () => {
    const { warnings } = await loadContract(file);
    const nowhere = 'leads nowhere: its place accepts anything';
    expect(warnings.map((warning) => warning.replace(`${file}:`, ''))).toEqual([
      `16: the $ref "no.yaml#/Size" can't be followed: there is no such file: its place accepts anything`,
      `17: the $ref "https://example.com/schema.json" is not followed, because a document may refer only to files: its place accepts anything`,
      `6: the $ref "#/components/parameters/No" ${nowhere}`,
      `15: the $ref "#/components/schemas/No" ${nowhere}`,
      `20: the $ref "#/components/responses/Round" ${nowhere}`,
      `21: the $ref "#/info/title" ${nowhere}`,
      `22: the $ref "#anchor" ${nowhere}`,
      `25: the $ref "#/components/responses/Round" ${nowhere}`,
      `27: the $ref "#/no" ${nowhere}`,
    ]);
  });

  it('accepts anything, and what stands around it still constrains', async () => {
    const contract = await loadContract(file);
    const [operation] = contract.operations;
    const validate = requestBodyValidator(contract, operation!)!;
    const bodies = [{ sku: 1, size: 'L' }, { sku: ['a'], remote: null }, { count: 'many' }];
    expect(bodies.map((body) => validate(body))).toEqual([true, true, false]);
    expect(operation!.parameters.map(({ value }) => value.name)).toEqual(['q']);
    expect([...operation!.responses].map(([status, { value }]) => [status, value])).toEqual([
      ['200', {}],
      ['400', {}],
      ['404', {}],
    ]);
  });

  it('stops the start of a document of one’s own', async () => {
    await expect(loadContract(temporaryFile('own.yaml', text), { strict: true })).rejects.toThrow(
      /own\.yaml:6: the \$ref "#\/components\/parameters\/No" leads nowhere\.$/,
    );
  });

  it('is a warning in Swagger 2.0 too', async () => {
    const swagger = temporaryFile(
      'swagger.yaml',
      'swagger: "2.0"\ninfo: {title: T, version: "1"}\npaths:\n  /a:\n    get:\n      parameters:\n        - {$ref: "#/parameters/No"}\n      responses:\n        "200": {$ref: "#/responses/No"}\n',
    );
    const { operations, warnings } = await loadContract(swagger);
    expect(operations.map(({ id, parameters }) => [id, parameters])).toEqual([['GET /a', []]]);
    expect(warnings.slice(1)).toEqual([
      `${swagger}:7: the $ref "#/parameters/No" leads nowhere: its place accepts anything`,
      `${swagger}:9: the $ref "#/responses/No" leads nowhere: its place accepts anything`,
    ]);
  });
});

describe('a $ref where a text belongs', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'texts'));
  writeFileSync(join(folder, 'texts', 'about.md'), '# About: [this\n');
  writeFileSync(join(folder, 'texts', 'all.yaml'), 'things: All things.\n');
  const written = (name: string, about: string): string => {
    const path = join(folder, name);
    writeFileSync(
      path,
      `openapi: 3.1.0
info: {title: T, version: "1", description: {$ref: ${about}}}
x-texts: {one: One thing.}
tags: [{name: a, description: {$ref: "texts/no.md"}}]
paths:
  /things:
    get:
      summary: {$ref: "#/x-texts/one"}
      responses:
        "200":
          description: {$ref: "texts/all.yaml#/things"}
          content:
            application/json:
              schema:
                title: {$ref: "texts/about.md"}
                properties:
                  title: {type: string}
                example: {title: {$ref: "texts/about.md"}}
`,
    );
    return path;
  };

  it('becomes the text, in a file of any kind, and its file is watched', async () => {
    const path = written('api.yaml', 'texts/about.md');
    const { document, operations, parts, warnings } = await loadContract(path);
    expect(document.info).toHaveProperty('description', '# About: [this\n');
    expect(operations[0]?.summary).toBe('One thing.');
    const response = operations[0]?.responses.get('200')?.value;
    expect(response?.description).toBe('All things.');
    expect(response?.content?.['application/json']?.schema).toEqual({
      title: '# About: [this\n',
      properties: { title: { type: 'string' } },
      example: { title: { $ref: 'texts/about.md' } },
    });
    expect(parts).toEqual(['all.yaml', 'about.md'].map((name) => join(folder, 'texts', name)));
    expect(warnings).toEqual([
      `${path}:4: the $ref "texts/no.md" can't be followed: there is no such file: the text is left out`,
    ]);
  });

  it('reaches only the files under the root', async () => {
    writeFileSync(join(folder, 'secret.md'), 'secret');
    const path = join(folder, 'texts', 'inner.yaml');
    writeFileSync(
      path,
      'openapi: 3.1.0\ninfo: {title: T, version: "1", description: {$ref: "../secret.md"}}\npaths: {/a: {get: {}}}\n',
    );
    await expect(loadContract(path)).rejects.toThrow(/inner\.yaml:2: the \$ref "[^"]+" leads out of /);
    const { document } = await loadContract(path, { root: folder });
    expect(document.info).toHaveProperty('description', 'secret');
  });
});
