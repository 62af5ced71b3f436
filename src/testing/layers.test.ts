/** The house of docs/architecture.md: who may import whom, by dependency-cruiser over the real tree; imports of types count. */
import { cruise, type IForbiddenRuleType } from 'dependency-cruiser';
import { build, type BuildFailure } from 'esbuild';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageFile } from '../contract/package-root.js';
import { temporaryFolder } from './temporary-folder.js';

/** Room → what it may import besides itself: rooms, or single files of them. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  secrets: [],
  tls: ['contract'],
  options: ['contract', 'conformance/level.ts', 'reports/registry.ts', 'state/redis/address.ts'],
  journal: ['secrets', 'contract'],
  state: ['journal', 'contract'],
  scenarios: ['contract'],
  mock: ['options', 'scenarios', 'state', 'journal', 'secrets', 'contract'],
  shipping: ['contract', 'mock/service-definition.ts'],
  values: ['contract'],
  foreign: ['mock', 'values', 'contract'],
  recordings: ['conformance', 'scenarios', 'journal', 'secrets', 'contract'],
  control: ['mock', 'recordings', 'scenarios', 'state', 'journal', 'secrets', 'contract'],
  server: [
    ...['options', 'control', 'foreign', 'mock', 'scenarios', 'state', 'journal', 'secrets', 'tls'],
    'contract',
  ],
  proxy: [
    ...['options', 'server', 'mock', 'journal', 'scenarios', 'state', 'recordings', 'conformance'],
    ...['reports', 'secrets', 'tls', 'contract', 'control/guard/known-hosts.ts'],
    'control/metrics/prometheus-text.ts',
  ],
  conformance: ['secrets', 'tls', 'values', 'contract'],
  reports: ['conformance', 'contract'],
  diff: ['values', 'conformance', 'recordings', 'reports', 'journal/coverage/coverage-report.ts', 'contract'],
  // The client loads the composition root when it is asked to start a mock, and the matcher the service's own document.
  client: [
    'options',
    'conformance',
    'secrets',
    'contract',
    'scenarios/schema/scenario-file.ts',
    'recordings/har/har.ts',
    'journal/coverage/',
    'shipping/shipping-service.ts',
    'index.ts',
  ],
  // The mock without a server: the client's interface over the handlers of the control API.
  fetch: [
    'options',
    'server/options.ts',
    'client',
    'shipping',
    'foreign',
    'control',
    'mock',
    'scenarios',
    'state',
    'journal',
    'contract',
  ],
  // The page reads a search as the control API does.
  dashboard: ['client', 'scenarios', 'journal/search/', 'journal/coverage/', 'contract'],
  fixtures: ['contract'],
  mcp: [
    ...['client', 'control/guard/known-hosts.ts', 'control/guard/control-token.ts', 'contract'],
    // Types of what the reports say.
    ...['conformance/events.ts', 'diff/change.ts', 'diff/diff-documents.ts'],
  ],
  cli: [
    'suite-runner.ts',
    'control/guard/control-token.ts',
    'document-comparer.ts',
    'options',
    'mcp',
    'server',
    'fetch',
    'foreign/resources/',
    'proxy',
    'shipping',
    'client',
    'reports',
    'conformance',
    'recordings',
    'diff',
    'journal',
    'scenarios',
    'state',
    'tls',
    'contract',
  ],
};

/** Tests and what they share may import anything. */
const inTests = '(\\.test\\.tsx?$|/testing/)';

function roomRules(): IForbiddenRuleType[] {
  return Object.entries(arrows).map(([room, allowed]) => ({
    name: `${room} imports only ${[...allowed, 'itself'].join(', ')}`,
    severity: 'error',
    from: { path: `^src/${room}/`, pathNot: inTests },
    to: {
      path: '^(src|contract-tests|kill-matrix)/',
      pathNot: `^src/(${[room, ...allowed].map((to) => (to.endsWith('.ts') ? `${to}$` : `${to.replace(/\/$/, '')}/`)).join('|')})`,
    },
  }));
}

const rules: IForbiddenRuleType[] = [
  ...roomRules(),
  {
    name: 'no circles, of types neither',
    severity: 'error',
    from: { pathNot: inTests },
    to: { circular: true },
  },
  {
    name: 'nothing inside imports the public API but the client',
    severity: 'error',
    from: { path: '^src/', pathNot: `(^src/(index\\.ts$|client/)|${inTests})` },
    to: { path: '^src/index\\.ts$' },
  },
  {
    name: 'the mock and its scenarios know no Node',
    severity: 'error',
    from: { path: '^src/(mock|scenarios|secrets)/', pathNot: `(^src/scenarios/files/|${inTests})` },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'the mock, its scenarios and the control API know no Express',
    severity: 'error',
    from: { path: '^src/(mock|scenarios|control)/', pathNot: inTests },
    to: { path: '(^|/)(@types/)?express/' },
  },
  {
    name: 'business knows no HTTP',
    severity: 'error',
    from: { path: '^src/shipping/', pathNot: inTests },
    to: { path: '(^|/)(node:)?(http|https|http2|net|express)(/|$)' },
  },
  {
    name: 'rules import the suite’s engine alone',
    severity: 'error',
    from: { path: '^contract-tests/', pathNot: inTests },
    to: { path: '^src/', pathNot: '^src/(conformance|contract)/' },
  },
  {
    name: 'nothing that ships imports the kill matrix',
    severity: 'error',
    from: { path: '^(src|contract-tests)/', pathNot: inTests },
    to: { path: '^kill-matrix/' },
  },
];

/** The broken arrows of a tree: rule, from, to. Tests may import anything, so that what they import is not read. */
async function brokenArrows(root: string, folders: string[]): Promise<string[]> {
  const entries = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file}`)
      .filter((file) => /\.tsx?$/.test(file) && !new RegExp(inTests).test(file)),
  );
  const options = {
    baseDir: root,
    ruleSet: { forbidden: rules },
    validate: true,
    tsPreCompilationDeps: true,
    doNotFollow: { path: `node_modules|${inTests}` },
    exclude: { path: '(^|/)(dist|src/dashboard/page)/' },
  };
  const { output } = await cruise(entries, options, {
    extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
  });
  if (typeof output === 'string') throw new Error(output);
  return output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
}

it('every import between rooms is one of the design', async () => {
  expect(await brokenArrows(packageFile(), ['src', 'contract-tests', 'kill-matrix'])).toEqual([]);
});

/** Modules that a browser runs: bundling fails where it does. */
const forBrowsers = ['src/fetch/index.ts', 'src/fetch/msw.ts'];

it('nothing that runs in a browser reaches a module of Node', async () => {
  const result = await build({
    ...{ entryPoints: forBrowsers.map((file) => packageFile(file)), bundle: true, write: false },
    ...{ platform: 'browser', format: 'esm', splitting: true, outdir: 'out', logLevel: 'silent' },
    external: ['./precompiled/*', 'msw'],
  }).catch((cause: unknown) => cause as BuildFailure);
  const reached = result.errors.map(({ text, location }) => `${location?.file ?? ''}: ${text}`);
  expect(reached).toEqual([]);
  const code = ('outputFiles' in result ? result.outputFiles : []).map(({ text }) => text).join('');
  expect(code).toContain('createFetchHandler');
  expect(code).not.toMatch(/\bnew Function\b|\beval\(/);
});

it('every folder of src is a room', () => {
  const folders = readdirSync(packageFile('src'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const known = [...Object.keys(arrows), 'build', 'testing'];
  expect(folders.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
});

/** File, what it imports, and how the name of the rule begins that forbids it. */
const forbiddenImports = [
  ['src/conformance/a.ts', 'src/server/x.ts', 'conformance imports only'],
  ['src/server/a.ts', 'src/conformance/x.ts', 'server imports only'],
  ['src/shipping/a.ts', 'src/server/x.ts', 'shipping imports only'],
  ['src/shipping/b.ts', 'src/mock/x.ts', 'shipping imports only'],
  ['src/control/a.ts', 'src/server/x.ts', 'control imports only'],
  ['src/contract/a.ts', 'src/shipping/x.ts', 'contract imports only'],
  ['src/contract/b.ts', 'src/testing/x.ts', 'contract imports only'],
  ['src/server/b.ts', 'src/shipping/x.ts', 'server imports only'],
  ['src/mock/a.ts', 'node:buffer', 'the mock and its scenarios know no Node'],
  ['src/scenarios/a.ts', 'src/state/x.ts', 'scenarios imports only'],
  ['src/reports/a.ts', 'src/server/x.ts', 'reports imports only'],
  ['src/cli/a.ts', 'src/index.ts', 'nothing inside imports the public API'],
  ['contract-tests/a.ts', 'src/server/x.ts', 'rules import the suite'],
  ['src/shipping/c.ts', 'node:http', 'business knows no HTTP'],
  ['src/state/a.ts', 'src/state/b.ts', 'no circles'],
] as const;

/** A tree with a file for each path that is named, each with its one import. */
function treeOf(imports: readonly (readonly [from: string, to: string, ...rest: unknown[]])[]): string {
  const root = temporaryFolder();
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  for (const [, to] of imports) if (!to.startsWith('node:')) write(to, 'export const x = 1;\n');
  for (const [from, to] of imports) {
    const target = to.startsWith('node:') ? to : relative(dirname(from), to).replace(/^(?!\.)/, './');
    write(
      from,
      `import * as all from '${target.replace(/\.ts$/, '.js')}';\nexport const x = (): unknown => all;\n`,
    );
  }
  return root;
}

describe('an import that the design forbids is found', () => {
  let found: string[];
  beforeAll(async () => {
    found = await brokenArrows(treeOf([...forbiddenImports, ['src/state/b.ts', 'src/state/a.ts']]), [
      'src',
      'contract-tests',
    ]);
  });

  it.each(forbiddenImports)('%s -> %s', (from, to, rule) => {
    const pair = `: ${from} -> ${to.replace('node:', '')}`;
    expect(found.filter((line) => line.endsWith(pair))).toContainEqual(expect.stringContaining(rule));
  });
});
