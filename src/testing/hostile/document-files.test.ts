/** Whoever writes a document must not learn what else lies on the machine that serves it, nor fill its memory. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadContract } from '../../contract/load-contract.js';
import { CliProcess } from '../cli-process.js';
import { startMock } from '../mock-server.js';
import { temporaryFolder } from '../temporary-folder.js';

const head = `openapi: 3.1.0
info: {title: T, version: "1"}
paths:
  /a:
    get:
      responses:
        "200":
          description: A.
          content:
            application/json:
`;
const secret = { token: 'not for you' };
const folder = temporaryFolder();
const documents = join(folder, 'documents');

beforeAll(() => {
  mkdirSync(join(documents, 'parts'), { recursive: true });
  write('../secret.json', JSON.stringify(secret));
  write('parts/one.yaml', "value: {name: Ada, more: {$ref: '../../secret.json'}}\n");
  write(
    'parts/schemas.yaml',
    "Thing: {required: [name], properties: {name: {type: string}, child: {$ref: '#/Thing'}, age: {$ref: '../age.yaml'}}}\n",
  );
  write('age.yaml', 'type: integer\n');
  write('parts/away.yaml', "type: object\nproperties:\n  a: {$ref: '../../secret.json'}\n");
  write('parts/round.yaml', "{$ref: 'round.yaml'}\n");
  symlinkSync('/dev/zero', join(documents, 'zero'));
  symlinkSync(join(folder, 'secret.json'), join(documents, 'link.json'));
  symlinkSync(folder, join(documents, 'above'));
  execFileSync('mkfifo', [join(documents, 'pipe')]);
});

function write(name: string, text: string): string {
  const file = join(documents, name);
  writeFileSync(file, text);
  return file;
}

const written = (media: string, name = 'api.yaml'): string => write(name, `${head}              ${media}\n`);

async function refusal(media: string): Promise<string> {
  const cause: unknown = await loadContract(written(media)).then(
    () => 'it loaded',
    (error: unknown) => error,
  );
  return (cause as Error).message.replaceAll(documents, 'FOLDER');
}

describe('A reference of a document is refused with its line', () => {
  const outside =
    /^FOLDER\/api\.yaml:11: the \$ref "[^"]+" leads out of FOLDER; --spec-root names the folder/;
  it.each([
    ['to a file of the system', "examples: {a: {$ref: 'file:///etc/passwd'}}", outside],
    ['by an absolute path', "schema: {$ref: '/etc/passwd'}", outside],
    ['above the folder', "schema: {$ref: '../secret.json'}", outside],
    ['above the folder, encoded', "schema: {$ref: '%2e%2e/secret.json'}", outside],
    ['through a link to a file outside', "schema: {$ref: 'link.json'}", outside],
    ['through a link to a folder outside', "schema: {$ref: 'above/secret.json'}", outside],
    ['to a device', "schema: {$ref: 'zero'}", outside],
    [
      'from a file of the folder',
      "schema: {$ref: 'parts/away.yaml'}",
      /^FOLDER\/parts\/away\.yaml:3: the \$ref "[^"]+" leads out of FOLDER;/,
    ],
  ])('%s', async (_, media, sentence) => {
    expect(await refusal(media)).toMatch(sentence);
  });
});

describe('A reference of a document is not followed, which is a warning with its line', () => {
  it.each([
    ['to a pipe', "schema: {$ref: 'pipe'}", /:11: the \$ref "pipe" can't be followed: it is a pipe:/],
    ['to a folder', "schema: {$ref: 'parts'}", /:11: .* it is a folder:/],
    ['to another host', "schema: {$ref: 'https://example.com/a.yaml'}", /:11: .* may refer only to files:/],
    ['to a file of another host', "schema: {$ref: 'file://example.com/a.yaml'}", /is no path of a file:/],
    ['of another scheme', "schema: {$ref: 'data:application/json,{}'}", /:11: .* is not followed/],
    [
      'to nothing in a file',
      "schema: {$ref: 'age.yaml#/no'}",
      /:11: the \$ref "age\.yaml#\/no" leads nowhere:/,
    ],
  ])('%s', async (_, media, sentence) => {
    const { warnings, document } = await loadContract(written(media));
    expect(warnings).toEqual([expect.stringMatching(sentence)]);
    expect(JSON.stringify(document)).not.toContain('$ref');
  });
});

describe('A document', () => {
  it('gets what it refers to in its folder', async () => {
    const file = written(
      "examples: {a: {$ref: 'parts/one.yaml'}}\n              schema: {$ref: 'parts/schemas.yaml#/Thing'}",
    );
    const contract = await loadContract(file);
    const validate = contract.validators.at('/components/schemas/Thing');
    expect(contract.parts).toEqual(
      ['parts/one.yaml', 'parts/schemas.yaml', 'age.yaml'].map((name) => join(documents, name)),
    );
    expect(
      [
        { name: 'Ada', child: { name: 'Bob', age: 3 } },
        { name: 'Ada', child: { age: 'three' } },
      ].map((value) => validate(value)),
    ).toEqual([true, false]);
  });

  it('that refers in a circle gets a schema that constrains nothing', async () => {
    const contract = await loadContract(written("schema: {$ref: 'parts/round.yaml'}"));
    expect(contract.operations).toHaveLength(1);
  });

  it('gets files of a wider folder only where --spec-root names it', async () => {
    const file = written("schema: {const: 1, allOf: [{$ref: '../secret.json'}]}");
    const { document } = await loadContract(file, { root: folder });
    expect(JSON.stringify(document)).toContain(secret.token);
  });

  it('is served with the $refs in its data as they are', async () => {
    const data = {
      $ref: 'file:///etc/passwd',
      near: { $ref: '#/info' },
      $$ref: [{ $ref: '../secret.json' }],
    };
    const text = JSON.stringify(data);
    const served = [
      `example: ${text}`,
      `examples: {a: {value: ${text}}}`,
      `schema: {const: ${text}}`,
      `schema: {enum: [${text}]}`,
      `schema: {default: ${text}}`,
      `schema: {example: ${text}}`,
      `schema: {type: object, examples: [${text}]}`,
    ];
    for (const [index, media] of served.entries()) {
      const server = await startMock({
        spec: write(`served-${index}.yaml`, `${head}              ${media}\n`),
        controlPort: 'auto',
      });
      const response = await fetch(`${server.url}/a`);
      expect([media, await response.json()]).toEqual([media, data]);
      const reference = await (await fetch(`${server.control?.origin}/__drydock/docs/openapi.json`)).text();
      expect(reference).toContain(text);
      expect(reference).not.toContain(secret.token);
    }
  });

  it('is not started by the command when it refers to what it may not', async () => {
    const mock = new CliProcess([
      'mock',
      '--port',
      '0',
      '--spec',
      written("schema: {$ref: 'file:///etc/passwd'}", 'cli.yaml'),
    ]);
    const { exitCode, err, out } = await mock.finished;
    expect([exitCode, out]).toEqual([2, []]);
    expect(err).toEqual([expect.stringMatching(/cli\.yaml:11: the \$ref .*--spec-root/)]);
  });
});

describe('A document is refused with its place', () => {
  const laughs = Array.from({ length: 12 }, (_, level) => {
    const inside = level === 0 ? 'lol' : Array.from({ length: 10 }, () => `*k${level - 1}`).join(', ');
    return `                k${level}: &k${level} [${inside}]`;
  });
  const merges = Array.from({ length: 40 }, (_, level) => {
    const inside = level === 0 ? 'v: 1' : `x: {<<: *k${level - 1}}, y: {<<: *k${level - 1}}`;
    return `                k${level}: &k${level} {${inside}}`;
  });
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  it.each([
    [
      'whose aliases stand in what they stand for',
      `${head}              example: &a {x: [*a]}\n`,
      'api.yaml:11: the alias *a stands in what it stands for.',
    ],
    [
      'whose aliases multiply',
      `${head}              example:\n${laughs.join('\n')}\n`,
      'api.yaml:19: more than 3000000 values, aliases written out.',
    ],
    [
      'whose merged aliases multiply',
      `${head}              example:\n${merges.join('\n')}\n`,
      'api.yaml:12: more than 3000000 values, aliases written out.',
    ],
    [
      'with more aliases than a person writes',
      `${head}              example: [&a 1${', *a'.repeat(10_001)}]\n`,
      'api.yaml:11: more than 10000 aliases and anchors.',
    ],
    [
      'that is nested too deeply',
      `openapi: 3.1.0\nx: ${deep}\n`,
      'api.yaml:2: nested deeper than 200 levels.',
    ],
    [
      'that is nested too deeply, in JSON',
      `{"openapi":"3.1.0","x":${deep}}`,
      'api.yaml:1: nested deeper than 200 levels.',
    ],
    [
      'that is larger than 20 MiB',
      `{"openapi":"3.1.0","x":"${'x'.repeat(60_000_000)}"}`,
      'api.yaml: it is larger than 20 MiB, the most that is read.',
    ],
  ])('%s', async (_, text, sentence) => {
    const file = write('api.yaml', text);
    await expect(loadContract(file)).rejects.toThrow(sentence);
  });

  it('that is a device', async () => {
    await expect(loadContract('/dev/zero')).rejects.toThrow('it is a device.');
  });

  it('whose files are together larger than 40 MiB', async () => {
    for (const name of ['a', 'b', 'c']) write(`${name}.json`, `{"x":"${'x'.repeat(15_000_000)}"}`);
    const media = ['a', 'b', 'c'].map((name) => `{$ref: '${name}.json'}`).join(', ');
    await expect(loadContract(written(`schema: {allOf: [${media}]}`))).rejects.toThrow(
      'all files of the document together are larger than 40 MiB.',
    );
  });
});
