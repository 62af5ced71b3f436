/** The house of docs/architecture.md: who may import whom, by dependency-cruiser over the real tree; imports of types count. */
import { cruise } from 'dependency-cruiser';
import type { IForbiddenRuleType } from 'dependency-cruiser';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { packageFile } from '../contract/package-root.js';
import { temporaryFolder } from './temporary-folder.js';

/** Room → what it may import besides itself: rooms, or single files of them. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  secrets: [],
  journal: ['secrets', 'contract'],
  state: ['journal', 'contract'],
  scenarios: ['contract'],
  mock: ['scenarios', 'state', 'journal', 'secrets', 'contract'],
  shipping: ['contract', 'mock/service-definition.ts'],
  foreign: ['mock', 'contract'],
  control: ['mock', 'scenarios', 'state', 'journal', 'contract'],
  server: ['control', 'foreign', 'mock', 'scenarios', 'state', 'journal', 'secrets', 'contract'],
  conformance: ['secrets', 'contract'],
  reports: ['conformance', 'contract'],
  // The client loads the composition root when it is asked to start a mock.
  client: ['conformance', 'secrets', 'contract', 'scenarios/schema/scenario-file.ts', 'index.ts'],
  dashboard: ['client', 'scenarios', 'contract'],
  cli: [
    'server',
    'shipping',
    'client',
    'reports',
    'conformance',
    'journal',
    'scenarios',
    'state',
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
      pathNot: `^src/(${[room, ...allowed].map((to) => (to.endsWith('.ts') ? `${to}$` : `${to}/`)).join('|')})`,
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

/** The broken arrows of a tree: rule, from, to. */
async function brokenArrows(root: string, entries: string[]): Promise<string[]> {
  const options = {
    baseDir: root,
    ruleSet: { forbidden: rules },
    validate: true,
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
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
}, 60_000);

it('every folder of src is a room', () => {
  const folders = readdirSync(packageFile('src'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const known = [...Object.keys(arrows), 'build', 'testing'];
  expect(folders.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
});

describe('an import that the design forbids is found', () => {
  it.each([
    ['src/conformance/a.ts', 'src/server/b.ts', 'conformance imports only'],
    ['src/server/a.ts', 'src/conformance/b.ts', 'server imports only'],
    ['src/shipping/a.ts', 'src/server/b.ts', 'shipping imports only'],
    ['src/shipping/a.ts', 'src/mock/b.ts', 'shipping imports only'],
    ['src/control/a.ts', 'src/server/b.ts', 'control imports only'],
    ['src/contract/a.ts', 'src/shipping/b.ts', 'contract imports only'],
    ['src/server/a.ts', 'src/shipping/b.ts', 'server imports only'],
    ['src/mock/a.ts', 'node:buffer', 'the mock and its scenarios know no Node'],
    ['src/scenarios/a.ts', 'src/state/b.ts', 'scenarios imports only'],
    ['src/reports/a.ts', 'src/server/b.ts', 'reports imports only'],
    ['src/cli/a.ts', 'src/index.ts', 'nothing inside imports the public API'],
    ['contract-tests/a.ts', 'src/server/b.ts', 'rules import the suite'],
    ['src/shipping/a.ts', 'node:http', 'business knows no HTTP'],
  ])('%s -> %s', async (from, to, rule) => {
    const root = temporaryFolder();
    const steps = from
      .split('/')
      .slice(1)
      .map(() => '..')
      .join('/');
    const target = to.startsWith('node:') ? to : `${steps}/${to.replace(/\.ts$/, '.js')}`;
    const files = {
      [from]: `import { x } from '${target}';\nexport const y = x;\n`,
      [to]: 'export const x = 1;\n',
    };
    for (const [file, text] of Object.entries(files)) {
      if (file.startsWith('node:')) continue;
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    const found = await brokenArrows(root, [from.split('/')[0] ?? '']);
    expect(found.join('\n')).toContain(rule);
  });

  it('a circle', async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, 'src/state'), { recursive: true });
    writeFileSync(
      join(root, 'src/state/a.ts'),
      "import { b } from './b.js';\nexport const a = (): unknown => b;\n",
    );
    writeFileSync(
      join(root, 'src/state/b.ts'),
      "import { a } from './a.js';\nexport const b = (): unknown => a;\n",
    );
    expect((await brokenArrows(root, ['src'])).join('\n')).toContain('no circles');
  });
});
