// Uses the packed package in small projects of every kind, each in a folder of its own beside the installed package.
// Usage: node .ci/check-projects.mjs [--all | --turn N | NAME...]; without a choice the quick ones, which CI runs too: they take the
// runners of this repository. The others install their own from a registry; --turn takes a third of those that are quick all the same.
// A project whose programs, or whose packages besides npm's, can't be had on this machine is skipped, with a line that says so.
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installPackage } from './install-package.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const ours = (path) => join(root, 'node_modules', path);
const jest = (...args) => [process.execPath, ours('jest/bin/jest.js'), '--ci', '--colors=false', ...args];
const own = (program, ...args) => [process.execPath, `node_modules/${program}`, ...args];
// Types of packages are checked, those of the language are not.
const libraries = ['--skipLibCheck', 'false', '--skipDefaultLibCheck'];
const strict = ['--strict', '--noEmit', ...libraries, '--target', 'es2022', '--types', 'node'];
const tsc = (...how) => [process.execPath, ours('typescript/bin/tsc'), ...strict, ...how];
const tsc7 = (...how) => [process.execPath, ours('typescript-7/bin/tsc'), ...strict, ...how];
const bundler = ['--module', 'esnext', '--moduleResolution', 'bundler'];
const typeFiles = ['use.ts', 'matchers-of-globals.ts', 'matchers-of-expect.ts'];
const types = (module, moduleResolution, compiler = tsc, ...more) =>
  compiler('--module', module, '--moduleResolution', moduleResolution, ...typeFiles, ...more);

const babel = {
  presets: [['@babel/preset-env', { targets: { node: 'current' } }], '@babel/preset-typescript'],
};
/** Beside the other packages, so that it and the project have one copy of what both import. */
const thePackage = ['--install-links', '../../node_modules/drydock-kit'];
const storybook = (...args) =>
  own('storybook/dist/bin/dispatcher.js', 'build', '--quiet', '--disable-telemetry', ...args);
const jestGlobals = ['jest@30', '@types/jest@30', 'typescript@5.9'];
const withBabel = ['babel-jest@30', '@babel/core@7', '@babel/preset-env@7', '@babel/preset-typescript@7'];

/** For Jest in CommonJS: ts-jest, or Babel, turns the static imports into calls of require. */
const withJestGlobals = (text) =>
  text.replace(/^import .* from 'vitest';\n/m, '').replace('drydock-kit/vitest', 'drydock-kit/jest');

/** Serves while a command runs. Without a `package.json` in the project, npx finds the package in the folder above. */
const mocked = (...command) => [
  'npx',
  '--offline',
  'drydock-kit',
  'mock',
  '--port',
  '0',
  '--until',
  ...command,
];

/** The same for a project that has a `package.json`, with the command in one word for the shell. */
const mockedAbove = (command) => [
  '../../node_modules/.bin/drydock',
  'mock',
  '--port',
  '0',
  '--until',
  command,
];
const variables = '--env-var "baseUrl=$DRYDOCK_URL" --env-var "controlToken=$DRYDOCK_CONTROL_TOKEN"';

/**
 * The parts of each project (its files, `package.json`, other files), the commands without which it is skipped, what
 * it installs with npm, and the commands that must succeed. `shared` files belong to several projects; `turn` is the third of CI.
 */
const projects = {
  'types-node10': { of: 'types', turn: 1, commands: [types('commonjs', 'node10')] },
  'types-nodenext': {
    of: 'types',
    package: { type: 'module' },
    commands: [types('nodenext', 'nodenext', tsc7, 'playwright-fixtures.ts')],
  },
  // With names of a project's own: the file that the command writes, under the oldest compiler too.
  names: {
    turn: 0,
    package: { type: 'module' },
    install: ['typescript@5.4'],
    commands: [
      [
        '../../node_modules/.bin/drydock',
        'types',
        'shop.yaml',
        '--scenarios',
        'mocks',
        '--output',
        'names.d.ts',
      ],
      // Node's types are not written for it.
      own('typescript/bin/tsc', ...strict, ...bundler, '--skipLibCheck', 'use.ts', 'names.d.ts'),
      tsc7(...bundler, 'use.ts', 'names.d.ts'),
      tsc7('--module', 'nodenext', '--moduleResolution', 'nodenext', 'use.ts', 'names.d.ts'),
    ],
  },
  'jest-cjs': { commands: [jest()] },
  'node-test': { shared: ['shipment.json'], commands: [[process.execPath, '--test']] },
  mocha: {
    turn: 1,
    shared: ['shipment.json', 'node-test/shipping-client.mjs'],
    install: ['mocha@12.0.3'],
    commands: [own('mocha/bin/mocha.js', 'shipping.test.mjs')],
  },
  pytest: {
    turn: 1,
    package: null,
    needs: [
      ['python3', '-m', 'venv', '.venv'],
      ['.venv/bin/pip', 'install', '--quiet', '--disable-pip-version-check', '-r', 'requirements.txt'],
    ],
    shared: ['shipment.json'],
    commands: [mocked('.venv/bin/pytest', '-p', 'no:cacheprovider')],
  },
  go: {
    turn: 0,
    package: null,
    needs: [['go', 'version']],
    shared: ['shipment.json'],
    commands: [['go', 'vet', '.'], mocked('go', 'test', '-count=1', '.')],
  },
  newman: {
    turn: 2,
    shared: ['shipment.json'],
    install: ['newman@6.2.2'],
    commands: [mockedAbove(`npx newman run collection.json ${variables}`)],
  },
  junit: {
    isSlow: true,
    package: null,
    needs: [
      ['mvn', '--version'],
      ['javac', '--version'],
    ],
    shared: ['shipment.json'],
    commands: [mocked('mvn', '--quiet', '--batch-mode', 'test')],
  },
  bruno: {
    install: ['@usebruno/cli@4.1.0'],
    commands: [mockedAbove(`npx bru run ${variables}`)],
  },
  'openapi-fetch': {
    turn: 0,
    shared: ['shipment.json'],
    install: ['openapi-fetch@0.17.0', 'openapi-typescript@7.13.0', 'typescript@5.9', '@types/node@20'],
    commands: [
      own('openapi-typescript/bin/cli.js', '../../node_modules/drydock-kit/openapi.yaml', '-o', 'api.d.ts'),
      own(
        'typescript/bin/tsc',
        '--strict',
        '--module',
        'nodenext',
        '--target',
        'es2023',
        'shipping.test.mts',
      ),
      [process.execPath, '--test', 'shipping.test.mjs'],
    ],
  },
  // In CommonJS, for what it writes imports without extensions.
  orval: {
    install: [
      ...['orval@7.21.0', '@tanstack/query-core@5.108.0', 'typescript@5.9', '@types/node@20'],
      ...thePackage,
    ],
    commands: [
      own('orval/dist/bin/orval.js', '--config', 'orval.config.mjs'),
      own(
        'typescript/bin/tsc',
        '--strict',
        '--esModuleInterop',
        '--module',
        'commonjs',
        '--target',
        'es2023',
        'categories.test.ts',
      ),
      [process.execPath, '--test', 'categories.test.js'],
    ],
  },
  nextjs: {
    isSlow: true,
    package: { type: 'module' },
    install: ['next@16', 'react@19', 'react-dom@19', ...thePackage],
    commands: [own('next/dist/bin/next', 'build'), [process.execPath, '--test', 'categories.test.mjs']],
  },
  sveltekit: {
    isSlow: true,
    package: { type: 'module' },
    install: [
      ...[
        '@sveltejs/kit@2',
        '@sveltejs/adapter-node@5',
        '@sveltejs/vite-plugin-svelte@6',
        'svelte@5',
        'vite@7',
      ],
      ...thePackage,
    ],
    commands: [own('vite/bin/vite.js', 'build'), [process.execPath, '--test', 'categories.test.mjs']],
  },
  // A program in Go, which takes minutes to compile where it isn't there.
  k6: {
    isSlow: true,
    package: null,
    needs: [['sh', '-c', 'command -v k6 || GOBIN=$PWD go install go.k6.io/k6@v1.8.1']],
    shared: ['shipment.json'],
    commands: [mocked('sh', '-c', 'PATH=$PATH:$PWD k6 run --quiet rates.js')],
  },
  // Its program is no package: npm's installs it from an address of its own.
  cypress: {
    isSlow: true,
    package: { type: 'module' },
    needs: [
      ['npm', 'install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts', 'cypress@15.3.0'],
      [
        'sh',
        '-c',
        'npx cypress install >&2 && npx cypress verify || { echo its program is missing >&2; exit 1; }',
      ],
    ],
    commands: [own('cypress/bin/cypress', 'run', '--quiet')],
  },
  // Node's types are not written for the oldest compiler.
  'types-oldest': {
    of: 'types',
    turn: 2,
    install: ['typescript@5.4'],
    commands: [
      own(
        'typescript/bin/tsc',
        ...strict,
        ...bundler,
        '--skipLibCheck',
        ...typeFiles,
        'playwright-fixtures.ts',
      ),
    ],
  },
  'types-node16': { of: 'types', isSlow: true, commands: [types('node16', 'node16')] },
  'types-bundler': { of: 'types', isSlow: true, commands: [types('esnext', 'bundler')] },
  'jest-cjs-ts-jest': {
    of: 'vitest',
    change: withJestGlobals,
    install: [...jestGlobals, 'ts-jest@29'],
    package: { jest: { preset: 'ts-jest' } },
    files: {
      'tsconfig.json': { compilerOptions: { module: 'commonjs', moduleResolution: 'node10', strict: true } },
    },
    commands: [own('jest/bin/jest.js', '--ci')],
  },
  'jest-cjs-babel': {
    of: 'vitest',
    change: withJestGlobals,
    install: [...jestGlobals, ...withBabel],
    files: { 'babel.config.json': babel },
    commands: [
      own('jest/bin/jest.js', '--ci'),
      tsc('--module', 'commonjs', '--types', 'node,jest', 'shop.test.ts'),
    ],
  },
  'jest-esm': {
    of: 'vitest',
    install: ['jest@30', '@jest/globals@30', ...withBabel],
    package: { type: 'module', jest: { extensionsToTreatAsEsm: ['.ts'] } },
    files: { 'babel.config.json': { presets: ['@babel/preset-typescript'] } },
    change: (text) =>
      text.replace("'vitest'", "'@jest/globals'").replace('drydock-kit/vitest', 'drydock-kit/jest'),
    commands: [[process.execPath, '--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--ci']],
  },
  jsdom: {
    install: ['jest@30', 'jest-environment-jsdom@30'],
    package: { jest: { transform: {} } },
    commands: [own('jest/bin/jest.js', '--ci')],
  },
  playwright: {
    isSlow: true,
    package: { type: 'module' },
    commands: [[process.execPath, ours('@playwright/test/cli.js'), 'test']],
  },
  storybook: {
    install: [
      ...[...thePackage, 'storybook@10', '@storybook/react-vite@10', 'vite@7', 'react@19', 'react-dom@19'],
      ...['msw@2', 'msw-storybook-addon@3'],
    ],
    package: { type: 'module' },
    commands: [
      own('msw/cli/index.js', 'init', 'public', '--no-save'),
      storybook('--output-dir', 'built'),
      storybook('--config-dir', '.storybook-csf3', '--output-dir', 'built-csf3'),
      [process.execPath, 'check-stories.mjs', 'built', 'built-csf3'],
    ],
  },
  'react-native': {
    install: [
      ...[...thePackage, 'react-native@0.83', 'react@19.2.0', '@react-native/metro-config@0.83'],
      ...['@react-native/babel-preset@0.83', 'react-native-url-polyfill@3', 'text-encoding@0.7'],
      '@ungap/structured-clone@1',
    ],
    commands: [[process.execPath, 'check-bundle.mjs']],
  },
  vitest: {
    install: ['vitest@4', 'typescript@5.9'],
    package: { type: 'module' },
    commands: [own('vitest/vitest.mjs', 'run', '--testTimeout=60000'), tsc(...bundler, 'shop.test.ts')],
  },
};

const run = promisify(execFile);

/**
 * Runs projects, as many at once as there are processors.
 *
 * @param folder where the package is installed
 * @throws Error with what the first one that fails has written
 */
export async function checkProjects(folder, names) {
  const waiting = [...names];
  const worker = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
      await checkProject(folder, name);
  };
  await Promise.all([worker(), worker()]);
}

export const quickProjects = Object.keys(projects).filter(
  (name) => !projects[name].install && !projects[name].isSlow && projects[name].turn === undefined,
);

async function checkProject(folder, name) {
  const { of = name, needs = [], shared = [], install = [], package: fields = {} } = projects[name];
  const { files = {}, change, commands } = projects[name];
  const place = join(folder, 'projects', name);
  const start = performance.now();
  mkdirSync(join(folder, 'projects'), { recursive: true });
  cpSync(fileURLToPath(new URL(`projects/${of}`, import.meta.url)), place, { recursive: true });
  const manifest = fields && { 'package.json': { name, private: true, ...readPackage(of), ...fields } };
  const written = { ...manifest, ...files };
  for (const [file, content] of Object.entries(written))
    writeFileSync(join(place, file), JSON.stringify(content));
  for (const file of shared)
    cpSync(fileURLToPath(new URL(`projects/${file}`, import.meta.url)), join(place, basename(file)));
  if (change) changeFiles(place, change);
  const missing = await firstFailure(needs, place);
  if (missing) return console.log(`project ${name}: skipped, because here ${missing}`);
  try {
    if (install.length > 0)
      await run('npm', ['install', '--silent', '--no-audit', '--no-fund', ...install], { cwd: place });
    for (const [program, ...args] of commands) await run(program, args, { cwd: place, timeout: 600_000 });
  } catch (cause) {
    throw new Error(`The project ${name} fails:\n${cause.stdout ?? ''}${cause.stderr ?? ''}`, { cause });
  }
  console.log(`project ${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

/** The output of the first command that fails in a folder; undefined when all succeed. */
async function firstFailure(commands, cwd) {
  for (const [program, ...args] of commands) {
    const failure = await run(program, args, { cwd, timeout: 300_000 }).then(
      () => undefined,
      ({ stderr, message }) => stderr?.trim().split('\n').at(-1) || message,
    );
    if (failure) return `\`${[program, ...args].join(' ')}\` fails: ${failure}`;
  }
  return undefined;
}

function readPackage(of) {
  const file = new URL(`projects/${of}/package.json`, import.meta.url);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

function changeFiles(place, change) {
  for (const name of readdirSync(place).filter((file) => file.endsWith('.ts')))
    writeFileSync(join(place, name), change(readFileSync(join(place, name), 'utf8')));
}

/** Links what projects without an installation of their own need besides the package: types, and a peer dependency. */
export function linkRunners(folder) {
  for (const name of ['expect', '@playwright/test', 'playwright-core']) {
    const place = join(folder, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    if (!existsSync(place)) symlinkSync(ours(name), place);
  }
}

/** The third of the projects that CI takes in turn whose turn it is with `--turn N`; none without it. */
export function projectsInTurn(args) {
  const turn = args.indexOf('--turn');
  if (turn === -1) return [];
  return Object.keys(projects).filter((name) => projects[name].turn === Number(args[turn + 1]) % 3);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));

function chosenProjects(args) {
  if (args.includes('--turn')) return projectsInTurn(args);
  return args.includes('--all') ? Object.keys(projects) : quickProjects;
}

async function main(args) {
  const named = args.filter((name) => name in projects);
  const names = named.length > 0 ? named : chosenProjects(args);
  const place = mkdtempSync(join(tmpdir(), 'drydock-projects-'));
  const folder = join(place, 'project');
  try {
    installPackage(place, true);
    linkRunners(folder);
    await checkProjects(folder, names);
  } catch (cause) {
    console.error(cause.message);
    process.exitCode = 1;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
