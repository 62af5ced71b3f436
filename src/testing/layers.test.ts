/** The arrows of the design: who may import whom under src, by dependency-cruiser over the real tree. */
import { cruise } from 'dependency-cruiser';
import type { IForbiddenRuleType } from 'dependency-cruiser';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { packageFile } from '../contract/package-root.js';
import { temporaryFolder } from './temporary-folder.js';

/** Layer → the layers that it may import besides itself. */
const arrows: Record<string, string[]> = {
  contract: [],
  service: ['contract'],
  scenarios: ['contract'],
  state: ['contract'],
  server: ['service', 'scenarios', 'state', 'contract'],
  conformance: ['contract'],
  reports: ['conformance', 'contract'],
  // Faces like the command line: the client starts mocks and judges answers for tests, the page has the client's types.
  client: ['server', 'conformance', 'contract'],
  dashboard: ['client', 'contract'],
  cli: ['server', 'conformance', 'reports', 'client', 'scenarios', 'state', 'service', 'contract'],
};

/** Tests and what they share may import anything. */
const inTests = '(\\.test\\.ts$|/testing/)';

function layerRules(): IForbiddenRuleType[] {
  return Object.entries(arrows).map(([layer, allowed]) => ({
    name: `${layer} imports only ${[...allowed, 'itself'].join(', ')}`,
    severity: 'error',
    from: { path: `^src/${layer}/`, pathNot: inTests },
    to: { path: '^(src|contract-tests)/', pathNot: `^src/(${[layer, ...allowed].join('|')})/` },
  }));
}

const rules: IForbiddenRuleType[] = [
  ...layerRules(),
  {
    name: 'no circles',
    severity: 'error',
    from: { pathNot: inTests },
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  {
    name: 'nothing inside imports the public API',
    severity: 'error',
    from: { path: '^(src|contract-tests)/', pathNot: `(^src/index\\.ts$|${inTests})` },
    to: { path: '^src/index\\.ts$' },
  },
  {
    name: 'the business knows no HTTP',
    severity: 'error',
    from: { path: '^src/service/', pathNot: inTests },
    to: { path: '(^|/)(node:)?(http|https|http2|net|express)(/|$)' },
  },
  {
    name: 'rules import the suite’s engine alone',
    severity: 'error',
    from: { path: '^contract-tests/', pathNot: inTests },
    to: { path: '^src/', pathNot: '^src/(conformance|contract)/' },
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

it('every arrow of this tree is one of the design', async () => {
  const entries = ['src', 'contract-tests'].filter((folder) => existsSync(packageFile(folder)));
  expect(await brokenArrows(packageFile(), entries)).toEqual([]);
}, 60_000);

it('every folder of src is a layer of the design', () => {
  const folders = readdirSync(packageFile('src'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const known = [...Object.keys(arrows), 'build', 'testing'];
  expect(folders.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
});

describe('an arrow that is not of the design is found', () => {
  it.each([
    ['src/conformance/a.ts', 'src/server/b.ts', 'conformance imports only'],
    ['src/server/a.ts', 'src/conformance/b.ts', 'server imports only'],
    ['src/service/a.ts', 'src/server/b.ts', 'service imports only'],
    ['src/contract/a.ts', 'src/service/b.ts', 'contract imports only'],
    ['src/scenarios/a.ts', 'src/state/b.ts', 'scenarios imports only'],
    ['src/reports/a.ts', 'src/server/b.ts', 'reports imports only'],
    ['src/cli/a.ts', 'src/index.ts', 'nothing inside imports the public API'],
    ['contract-tests/a.ts', 'src/server/b.ts', 'rules import the suite'],
    ['src/service/a.ts', 'node:http', 'the business knows no HTTP'],
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
