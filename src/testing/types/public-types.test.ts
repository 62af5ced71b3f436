/** The package's public types in an editor: the names that it completes, and a sentence for every field. */
import { describe, expect, it } from 'vitest';
import { readFileSync, existsSync } from 'node:fs';
import { packageFile } from '../../contract/package-root.js';
import { dirname, join } from 'node:path';
import ts from 'typescript';

interface Editor {
  /** The names that are offered behind a mark in the sample. */
  readonly completionsAt: (mark: string) => string[];
  readonly program: ts.Program;
}

const sampleFile = packageFile('src', 'testing', 'types', 'sample.ts');

const options: ts.CompilerOptions = {
  ...{ target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, lib: ['lib.es2022.d.ts'], types: [] },
  ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true },
};

/** @param entries files below the root of the package @param sample the text of one more file, in src/testing/types */
function openEditor(entries: readonly string[], sample: string): Editor {
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => options,
    getScriptFileNames: () => [sampleFile, ...entries.map((entry) => packageFile(entry))],
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) =>
      ts.ScriptSnapshot.fromString(file === sampleFile ? sample : readFileSync(file, 'utf8')),
    getCurrentDirectory: () => packageFile(),
    getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
    fileExists: existsSync,
    readFile: (file) => readFileSync(file, 'utf8'),
    resolveModuleNameLiterals: (names, from) =>
      names.map(({ text }) => ({ resolvedModule: ownModule(text, from) })),
  };
  const service = ts.createLanguageService(host);
  const program = service.getProgram();
  if (!program) throw new Error('TypeScript has no program for the sample.');
  return {
    program,
    completionsAt: (mark) => {
      const position = sample.indexOf(mark);
      const found = service.getCompletionsAtPosition(sampleFile, position, undefined);
      return (found?.entries ?? []).map(({ name }) => name);
    },
  };
}

function ownModule(name: string, from: string): ts.ResolvedModuleFull | undefined {
  if (!name.startsWith('.')) return undefined;
  const path = join(dirname(from), name);
  const file = [path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.d.ts')].find((one) => existsSync(one));
  if (file === undefined) return undefined;
  return { resolvedFileName: file, extension: file.endsWith('.d.ts') ? ts.Extension.Dts : ts.Extension.Ts };
}

/** Exports and their fields that have no doc block, such as `src/client/types.ts: Verdict.verified`. */
function undocumented({ program }: Editor, entries: readonly string[]): string[] {
  const checker = program.getTypeChecker();
  const root = `${packageFile()}/`;
  const found = new Set<string>();
  const check = (symbol: ts.Symbol, name: string): void => {
    const declaration = symbol.valueDeclaration ?? symbol.declarations?.[0];
    const file = declaration?.getSourceFile().fileName;
    if (!declaration || !file?.startsWith(`${root}src/`)) return;
    const says =
      symbol.getDocumentationComment(checker).length > 0 || symbol.getJsDocTags(checker).length > 0;
    if (!says && !isPlain(declaration)) found.add(`${file.slice(root.length)}: ${name}`);
  };
  for (const entry of entries) {
    const source = program.getSourceFile(packageFile(entry));
    const module = source && checker.getSymbolAtLocation(source);
    for (const exported of module ? checker.getExportsOfModule(module) : []) {
      const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
      const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
      check(symbol, exported.name);
      for (const field of fieldsOf(checker, symbol)) check(field, `${exported.name}.${field.name}`);
    }
  }
  return [...found];
}

function fieldsOf(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol[] {
  if ((symbol.flags & ts.SymbolFlags.Type) === 0) return [];
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  return (type.isUnion() ? type.types : [type]).flatMap((one) => one.getProperties());
}

/** Declarations that are not for callers, or explain themselves: `name` of an error, `type` of an event. */
function isPlain(declaration: ts.Declaration): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Override;
  if ((ts.getCombinedModifierFlags(declaration) & hidden) !== 0) return true;
  const type = ts.isPropertySignature(declaration) ? declaration.type : undefined;
  return (
    type !== undefined &&
    (ts.isLiteralTypeNode(type) || (ts.isUnionTypeNode(type) && type.types.every(ts.isLiteralTypeNode)))
  );
}

const { exports } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as {
  exports: Record<string, { import?: { types: string } }>;
};
/** The sources of what package.json exports, such as `src/client/index.ts`. */
const entries = Object.values(exports).flatMap(({ import: module }) =>
  module ? [module.types.replace('./dist/', '').replace('.d.ts', '.ts')] : [],
);

const sample = `
  import type { MockClient } from '../../client/index.js';
  import { fixture } from '../../fixtures/index.js';
  import type { ServerOptions } from '../../server/options.js';
  declare const mock: MockClient;
  void mock.sandbox().scenario('/*scenarios*/');
  void mock.sandbox().expectVerified({ requests: [{ operation: '/*operation ids*/' }] });
  fixture('/*operations of fixtures*/', 200);
  fixture('createOrder', /*statuses of fixtures*/);
  const options: ServerOptions = { /*options of a server*/ };
`;

describe('the public types', () => {
  const editor = openEditor(entries, sample);

  it.each([
    ['scenarios', ['flaky', 'normal', 'rate-limited', 'server-error']],
    ['operation ids', ['createOrder', 'getShippingRates']],
    ['operations of fixtures', ['createOrder', 'getShippingRates']],
    ['statuses of fixtures', ['429']],
    ['options of a server', ['port', 'quota', 'seed']],
  ])('complete %s, such as %j', (mark, names) => {
    expect(editor.completionsAt(`/*${mark}*/`)).toEqual(expect.arrayContaining(names));
  });

  it('say of every export, and of each of its fields, what it is', () => {
    expect(undocumented(editor, entries)).toEqual([]);
  });
});
