// Decides which modules share a file in dist. To find, read and link a file costs more than to run it, so there are few.
import { posix } from 'node:path';

const running = ['use', 'reset', 'requests', 'coverage'].map((name) => `src/cli/commands/${name}.ts`);
const document = [
  ...['src/contract/specs/load-specs.ts', 'src/contract/files/bundle-files.ts'],
  ...['src/contract/patterns/document-patterns.ts', 'src/scenarios/files/load-folders.ts'],
  ...['src/foreign/document-answers.ts', 'src/foreign/error-maker.ts', 'src/foreign/wrong-examples.ts'],
];
const control = [
  ...['src/control/control-api.ts', 'src/server/internal-routes.ts'],
  'src/server/origins/control-origin.ts',
];

/**
 * The shared files, each with what its modules are reached from, by static imports: a module is in the first that names a list from
 * which it is reached (with `and`: from both lists). So a file only imports those above it, and what browsers load imports none that
 * needs Node.
 */
const chunks = {
  basics: {
    from: ['src/client/index.ts', 'src/cli/config/read-command.ts', ...running],
    and: ['src/fetch/index.ts'],
  },
  core: { from: ['src/index.ts'], and: ['src/fetch/index.ts'] },
  'control-core': { from: control, and: ['src/fetch/index.ts'] },
  browser: { from: ['src/fetch/index.ts'] },
  document: { from: ['src/fetch/foreign-document.ts'] },
  running: { from: ['src/client/index.ts', 'src/cli/main.ts', ...running] },
  command: { from: ['src/cli/config/read-command.ts'] },
  server: { from: ['src/index.ts', 'src/cli/commands/mock.ts', 'src/cli/worker.ts'] },
  'server-document': { from: document },
  control: { from: control },
  suite: {
    from: [
      /^src\/cli\/(commands\/verify|verify-thread)\.ts$/,
      'src/suite-thread.ts',
      'src/conformance/run/verify.ts',
      /^contract-tests\//,
    ],
  },
  'kill-matrix': { from: [/^kill-matrix\//] },
};

/** @returns the name of a module's shared file, for Rollup; undefined for entry points, and where Rollup is to decide */
export function chunkNames(root) {
  let names;
  return (id, { getModuleIds, getModuleInfo }) => {
    names ??= namesOf([...getModuleIds()], root.replaceAll('\\', '/'), getModuleInfo);
    return getModuleInfo(id).isEntry ? undefined : names.get(id);
  };
}

function namesOf(modules, root, getModuleInfo) {
  const matching = (roots) =>
    modules.filter((id) => roots.some((path) => matches(posix.relative(root, id), path)));
  const reached = (roots) => reachedFrom(matching(roots), (id) => getModuleInfo(id).importedIds);
  const names = new Map();
  for (const [name, { from, and }] of Object.entries(chunks)) {
    const second = and && reached(and);
    for (const id of reached(from)) if (!names.has(id) && (second?.has(id) ?? true)) names.set(id, name);
  }
  return names;
}

function matches(path, pattern) {
  return typeof pattern === 'string' ? path === pattern : pattern.test(path);
}

function reachedFrom(roots, importsOf) {
  const reached = new Set(roots);
  for (const id of reached) for (const next of importsOf(id)) reached.add(next);
  return reached;
}
