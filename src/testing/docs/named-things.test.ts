/** Files, scripts and tests that the documentation names exist. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { packageFile } from '../../contract/package-root.js';
import { proseOf, readPages, type Page } from './pages.js';

const roots = [
  'src',
  'contract-tests',
  'kill-matrix',
  'bench',
  'scenarios',
  'deploy',
  'docs',
  '.ci',
  '.github',
];

/** Paths of the files of this repository with slashes, generated and installed ones left out. */
function repositoryFiles(): string[] {
  const atRoot = readdirSync(packageFile(), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  const below = roots.flatMap((root) =>
    readdirSync(packageFile(root), { recursive: true, encoding: 'utf8' })
      .filter((path) => !/(^|[/\\])(node_modules|\.venv)([/\\]|$)/.test(path))
      .map((path) => `${root}/${path.replaceAll('\\', '/')}`),
  );
  return [...atRoot, ...roots, ...below];
}

const pages = readPages();
const files = repositoryFiles();
const path = /^(?:src|contract-tests|kill-matrix|bench|scenarios|deploy|docs|\.ci|\.github)\/[\w./*<>-]*$/;

/** Paths in the prose, such as `src/cli/flags.ts`; `<name>` stands for one part of a path. */
function pathsOf(page: Page): string[] {
  const spans = [...proseOf(page).matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  return spans.filter((span) => path.test(span));
}

/** A path below a folder that is not in the package, or is there in another form. */
const outsidePackage =
  /`(?:(?:src|contract-tests|kill-matrix|bench|deploy|\.ci|\.github)\/|docs\/exercises)[\w./*<>-]*`/;

/** Paragraphs that name a file which a reader of the package lacks, without saying where it is. */
function misleadingIn(page: Page): string[] {
  const [, introduction = ''] = proseOf(page).split(/\n\n+/);
  if (introduction.includes('are in the repository')) return [];
  const paragraphs = proseOf(page).split(/\n\n+/);
  return paragraphs.filter((text) => outsidePackage.test(text) && !/\brepository\b/.test(text));
}

function exists(named: string): boolean {
  const escaped = named.replace(/\/$/, '').replace(/[.+]/g, '\\$&');
  const pattern = new RegExp(`^${escaped.replace(/<[^>]*>|\*/g, '[^/]+')}$`);
  return files.some((file) => pattern.test(file));
}

/** Commands of the blocks, one a line, without what they print. */
function commandsOf({ text }: Page): string[] {
  const blocks = [...text.matchAll(/^```(sh|console)\n([\s\S]*?)^```$/gm)];
  const lines = blocks.flatMap(([, language, block = '']) =>
    block.split('\n').filter((line) => language === 'sh' || line.startsWith('$ ')),
  );
  const inline = [...text.matchAll(/`((?:npm|node|bash) [^`\n]+)`/g)].map(([, command = '']) => command);
  return [...lines, ...inline].map((line) => line.replace(/(^|\s)#\s.*$/, ''));
}

function scriptsOf(folder: string): string[] {
  const manifest = readFileSync(packageFile(...folder.split('/'), 'package.json'), 'utf8');
  return Object.keys((JSON.parse(manifest) as { scripts: Record<string, string> }).scripts);
}

/** Lists the parts of a command that don't exist: an npm script, a program's file, or a test that it picks. */
function missingOf(command: string): string[] {
  const scripts = [...command.matchAll(/npm (?:--prefix (\S+) )?run (?:--silent )?([\w:-]+)/g)]
    .filter(([, folder = '', script = '']) => !scriptsOf(folder).includes(script))
    .map(([whole]) => whole);
  const programs = [...command.matchAll(/(?:^|\s)(?:node|bash) (?:--\S+ )*((?:dist|bench|\.ci|src)\/\S+)/g)]
    .map(([, file = '']) => file.replace(/^dist\/(.*)\.js$/, '$1.ts'))
    .filter((file) => !files.includes(file));
  const [, tests = ''] = /(?:npx vitest run|npm test --) ([^&;|]*)/.exec(command) ?? [];
  const unmatched = tests
    .split(/\s+/)
    .filter(
      (test) => path.test(test) && !files.some((file) => file.includes(test) && file.endsWith('test.ts')),
    );
  return [...scripts, ...programs, ...unmatched];
}

describe('documentation', () => {
  it.each(pages)('of $name names only files that exist', (page) => {
    expect(pathsOf(page).filter((named) => !exists(named))).toEqual([]);
  });

  it.each(pages)('of $name says which files are in the repository and not in the package', (page) => {
    expect(misleadingIn(page)).toEqual([]);
  });

  it.each(pages)('of $name names files of the built package that exist', (page) => {
    const named = [...proseOf(page).matchAll(/`(dist\/[\w./-]+)`/g)].map(([, file = '']) => file);
    expect(named.filter((file) => !existsSync(packageFile(...file.split('/'))))).toEqual([]);
  });

  it.each(pages)('of $name names only commands that exist', (page) => {
    expect(commandsOf(page).flatMap(missingOf)).toEqual([]);
  });

  it('that names a file outside the package is found', () => {
    const page = {
      ...pages[0]!,
      text: '# How?\n\nSo.\n\nSee `src/cli/flags.ts`.\n\nSee `src/cli/flags.ts` in the repository.\n',
    };
    expect(misleadingIn(page)).toEqual(['See `src/cli/flags.ts`.']);
  });

  it('that names something missing is found', () => {
    expect(exists('src/cli/<name>.ts')).toBe(true);
    expect(exists('src/cli/<name>.rb')).toBe(false);
    const command = 'npx vitest run src/no/such && npm run nothing && node bench/none.mjs';
    expect(missingOf(command)).toEqual(['npm run nothing', 'bench/none.mjs', 'src/no/such']);
    expect(missingOf('npx vitest run src/testing/docs')).toEqual([]);
  });
});
