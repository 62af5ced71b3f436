import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import ts from 'typescript';
import { packageFile } from '../../contract/package-root.js';
import { shopFile } from '../../foreign/testing/shop-document.js';
import { drydock } from '../../client/index.js';
import { temporaryFile, temporaryFolder } from '../../testing/temporary-folder.js';
import { callCommand } from '../testing/call-command.js';

const shop = (id: string, status = "'409'"): string => `openapi: 3.1.0
info: {title: Shop, version: "1"}
paths:
  /items:
    get: {operationId: ${id}, responses: {'204': {description: None.}, ${status}: {description: It fails.}}}
`;
const spec = temporaryFile('shop.yaml', shop('listItems'));
const mocks = temporaryFolder();
writeFileSync(join(mocks, 'sold-out.yaml'), 'title: Sold out\nadvice: Say so.\nanswer: {status: 204}\n');

/** The members of the two unions, as TypeScript reads them. */
function namesIn(text: string): Record<string, string[]> {
  const { diagnostics } = ts.transpileModule(text, { reportDiagnostics: true });
  expect(diagnostics).toEqual([]);
  const source = ts.createSourceFile('names.d.ts', text, ts.ScriptTarget.Latest);
  const [names] = source.statements;
  if (!names || !ts.isInterfaceDeclaration(names)) throw new Error('No interface.');
  const members = names.members.filter(ts.isPropertySignature).map(({ name, type }) => {
    const types = type && ts.isUnionTypeNode(type) ? [...type.types] : type ? [type] : [];
    const texts = types.map((one) =>
      ts.isLiteralTypeNode(one) && ts.isStringLiteral(one.literal) ? one.literal.text : one.getText(source),
    );
    return [name.getText(source), texts] as const;
  });
  return Object.fromEntries(members);
}

describe('drydock types', () => {
  it('writes the names that a mock of the same files knows', async () => {
    const output = join(temporaryFolder(), 'names.d.ts');
    const { out, err, exitCode } = await callCommand([
      ...['types', spec, '--scenarios', mocks, '--output', output],
    ]);
    expect({ err, exitCode }).toEqual({ err: '', exitCode: 0 });
    const { scenario, operation } = namesIn(readFileSync(output, 'utf8'));
    await using mock = await drydock.start({ spec, scenarios: mocks });
    const known = (await mock.scenarios()).map(({ name }) => name);
    expect(known).toContain('sold-out');
    expect(scenario).toEqual(['normal', ...known, '`delay-${number}ms`', '`delay-${number}s`']);
    expect(operation).toEqual((await mock.operations()).map(({ id }) => id));
    expect(out).toBe(`Wrote the names of ${known.length} scenarios and 1 operation to ${output}.`);
  });

  it('writes those of the shipping service without a document, to standard output without a file', async () => {
    const { out, exitCode } = await callCommand(['types']);
    expect(exitCode).toBe(0);
    expect(namesIn(out)).toMatchObject({
      scenario: expect.arrayContaining(['flaky', 'status-404']),
      operation: ['listCategories', 'getShippingRates', 'createOrder', 'getOrder'],
    });
  });

  it.each(['4XX', 'default'])('takes any status where the document has %s', async (status) => {
    const { out } = await callCommand(['types', temporaryFile('shop.yaml', shop('a', status))]);
    expect(namesIn(out).scenario).toContain('`status-${number}`');
  });

  it('keeps any name of an operation inside its text', async () => {
    const { out } = await callCommand(['types', temporaryFile('odd.yaml', shop(`'a" | "\\\` b''*/'`))]);
    expect(namesIn(out).operation).toEqual([`a" | "\\\` b'*/`]);
  });

  it('reads document and folders of the configuration file', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'mine'));
    writeFileSync(join(folder, 'shop.yaml'), shop('ofTheFile'));
    writeFileSync(join(folder, 'mine', 'own.yaml'), 'title: Own\nadvice: None.\ndelay: 1ms\n');
    const config = join(folder, 'drydock.config.yaml');
    writeFileSync(config, 'mock: {spec: shop.yaml, scenarios: mine}\n');
    const { out, err } = await callCommand(['types', '--config', config]);
    expect(err).toBe('');
    expect(namesIn(out)).toMatchObject({
      scenario: expect.arrayContaining(['own']),
      operation: ['ofTheFile'],
    });
  });

  it('writes nothing while a scenario file is wrong', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'late.yaml'), 'title: Late\nadvice: Wait.\ndelay: soon\n');
    const output = join(folder, 'names.d.ts');
    const { out, err, exitCode } = await callCommand([
      ...['types', '--scenarios', folder, '--output', output],
    ]);
    expect({ out, exitCode }).toEqual({ out: '', exitCode: 2 });
    expect(err).toMatch(/late\.yaml:3.*\nNothing is written while a scenario file is wrong/);
    expect(existsSync(output)).toBe(false);
  });

  it.each([
    [['--output', 'names.ts'], 2, '--output must end with .d.ts, got "names.ts".'],
    [['--output', 'names.d.mts'], 2, '--output must end with .d.ts, got "names.d.mts".'],
    [['--output', join('no', 'such', 'names.d.ts')], 2, /^--output can't be written to .*names\.d\.ts: /],
    [['nope.yaml'], 2, 'Failed to read the document nope.yaml: there is no such file.'],
    [['--scenarios', 'nodir'], 2, /^--scenarios nodir can't be read: /],
    [['--overlay', 'x.yaml'], 2, '--overlay changes the document of --spec; give that document as well.'],
  ])('says in a sentence what is wrong with %j', async (args, code, sentence) => {
    const { out, err, exitCode } = await callCommand(['types', ...args]);
    expect({ out, exitCode }).toEqual({ out: '', exitCode: code });
    expect(err).toEqual(expect.stringMatching(sentence));
    expect(err.split('\n')).toHaveLength(1);
  });

  it('writes what a handler of each operation gets and returns', async () => {
    const { out } = await callCommand(['types', shopFile()]);
    const handler = (code: string) => `
      import type { OperationHandler } from ${JSON.stringify(packageFile('src/foreign/handlers/operation-handler.js'))};
      ${code}`;
    const right = handler(`
      export const createUser: OperationHandler<'createUser'> = async ({ body, store, generate }) => {
        const name: string = body?.name ?? '';
        if (name === '') return { status: 409 };
        if ((await store.items('/users').list()).length > 9) return { status: 409, message: name, errors: [name] };
        const made = await generate();
        const id: string = made.body.id;
        return { status: 201, body: { ...made.body, id, name } };
      };
      export const deleteUser: OperationHandler<'deleteUser'> = () => undefined;
      export const getUser: OperationHandler<'getUser'> = ({ path }) => ({ id: path.user_id, name: 'Ann', created_at: '' });`);
    expect(problemsIn(out, right)).toEqual([]);
    const wrong = handler(`
      export const a: OperationHandler<'getUser'> = ({ path }) => ({ id: 7, name: path.user_id, created_at: '' });
      export const b: OperationHandler<'getUser'> = ({ path }) => ({ id: path.nothing, name: '', created_at: '' });
      export const c: OperationHandler<'createUser'> = ({ body }) => ({ status: 202, body });`);
    expect(problemsIn(out, wrong)).toHaveLength(3);
  }, 120_000);
});

it('drydock types knows each body that a handler may get, and lists of what a stream consists of', async () => {
  const object = (name: string) => ({
    schema: { type: 'object', required: [name], properties: { [name]: { type: 'string' } } },
  });
  const document = {
    ...{ openapi: '3.1.0', info: { title: 'Notes', version: '1' } },
    paths: {
      '/notes': {
        post: {
          operationId: 'addNote',
          requestBody: {
            required: true,
            content: { 'application/json': object('json'), 'multipart/form-data': object('form') },
          },
          responses: { 200: { description: '', content: { 'text/event-stream': object('data') } } },
        },
        put: {
          operationId: 'putNote',
          requestBody: { required: true, content: { 'application/octet-stream': {} } },
          responses: { 200: { description: '', content: { 'image/png': { schema: { type: 'string' } } } } },
        },
      },
    },
  };
  const { out } = await callCommand(['types', temporaryFile('notes.json', JSON.stringify(document))]);
  expect(out).toContain('body: { "json": string } | { "form": string };');
  expect(out).toContain('200: { "data": string } | ({ "data": string })[] | string | Uint8Array;');
  expect(out).toContain('body: undefined;');
  expect(out).toContain('200: string | Uint8Array;');
});

/** TypeScript's errors in a module beside a declaration. */
function problemsIn(declaration: string, module: string): string[] {
  const folder = temporaryFolder();
  const files = [join(folder, 'drydock.d.ts'), join(folder, 'handler.ts')];
  writeFileSync(files[0] ?? '', declaration);
  writeFileSync(files[1] ?? '', module);
  const program = ts.createProgram(files, {
    ...{ strict: true, noEmit: true, types: [], lib: ['lib.es2022.d.ts'] },
    ...{ module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
  });
  return ts
    .getPreEmitDiagnostics(program)
    .filter(({ file }) => file === undefined || file.fileName.startsWith(folder))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}
