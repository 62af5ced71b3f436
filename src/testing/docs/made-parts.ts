import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { packageFile } from '../../contract/package-root.js';
import { suiteGroups, unsatisfiedGroups } from '../../values/testing/test-suite.js';
import { agentParts } from './made/agent-results.js';
import { benchParts } from './made/bench-tables.js';
import { changeParts } from './made/change-table.js';
import { helpParts } from './made/command-help.js';
import { controlApiTable } from './made/control-api-table.js';
import { dependencyTable } from './made/dependency-table.js';
import { errorTable } from './made/error-table.js';
import { killMatrixParts } from './made/kill-matrix-table.js';
import { fenced, type MadeParts } from './made/markdown-table.js';
import { ruleParts } from './made/rule-parts.js';
import { scenarioParts } from './made/scenario-parts.js';
import { optionParts } from './option-tables.js';
import { requestFiles } from './request-files.js';

/** Makers of the marked parts of the pages, by name; a part that is named as a file's path shows that file. */
const madeParts: MadeParts = {
  ...agentParts,
  ...benchParts,
  ...changeParts,
  ...helpParts,
  ...killMatrixParts,
  ...optionParts,
  ...ruleParts,
  ...scenarioParts,
  'control-api': controlApiTable,
  'dependency-table': dependencyTable,
  'error-table': errorTable,
  'prism-version': prismVersion,
  'suite-groups': () => String(suiteGroups.length),
  'suite-share': () => `${(100 - (100 * unsatisfiedGroups.length) / suiteGroups.length).toFixed(1)}%`,
  'request-files': () => String(requestFiles().length),
  'mock-numbers': mockNumbers,
  'vitest-import': vitestImport,
};

/** The version that the benchmarks install. */
function prismVersion(): string {
  const { dependencies } = JSON.parse(source('bench/package.json')) as {
    dependencies: Record<string, string>;
  };
  return dependencies['@stoplight/prism-cli'] ?? '';
}

/** The tables of bench/results/mock.json; its picture in docs must be of the same figures. */
function mockNumbers(): string {
  const update = process.env.UPDATE_DOCS === undefined ? [] : ['--write-picture'];
  return execFileSync(process.execPath, [packageFile('bench', 'mock-report.mjs'), ...update], {
    encoding: 'utf8',
  });
}

/** The language of a block by the end of a file's name, and what begins a comment in it. */
const languages: Readonly<Record<string, readonly [language: string, comment: string]>> = {
  js: ['js', '//'],
  jsx: ['js', '//'],
  mjs: ['js', '//'],
  py: ['python', '#'],
  txt: ['text', '#'],
  go: ['go', '//'],
  java: ['java', '//'],
  mts: ['ts', '//'],
};

/** The part of a page that has a name. @throws Error where nothing makes it */
export async function makePart(name: string): Promise<string> {
  if (name.includes('/')) return fileBlock(name);
  const make = madeParts[name];
  if (!make) throw new Error(`Nothing makes the part ${name}; made-parts.ts has the names.`);
  return make();
}

/** A file of the repository, as a user would have it in a project: that of `.ci/check-projects.mjs` begins with its name. */
function fileBlock(path: string): string {
  const [language, comment] = languages[extname(path).slice(1)] ?? [extname(path).slice(1), ''];
  const [, name] = /^\.ci\/projects\/[^/]+\/(.*)$/.exec(path) ?? [];
  const first = name === undefined || comment === '' ? '' : `${comment} ${name}\n`;
  const text = source(path)
    .replace(/(['"])(?:\.\.\/)+index\.js\1/g, "'drydock-kit/client'")
    .replace(/^import type .*openapi\.js';\n/m, '');
  return fenced(language, first + text);
}

/** The line that differs when the Jest example runs under Vitest. */
function vitestImport(): string {
  const [line] = /^import .* from '@jest\/globals';$/m.exec(source('src/client/examples/jest.test.ts')) ?? [];
  if (line === undefined) throw new Error('The Jest example does not import @jest/globals.');
  return fenced('ts', line.replace('@jest/globals', 'vitest'));
}

function source(file: string): string {
  return readFileSync(packageFile(...file.split('/')), 'utf8');
}
