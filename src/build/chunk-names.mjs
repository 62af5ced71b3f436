// Decides which modules share a file in dist. To find, read and link a file costs more than to run it, so there are few.
import { posix } from 'node:path';

const running = [
  ...['running/use', 'running/reset', 'running/requests', 'running/webhook'],
  'commands/coverage',
].map((name) => `src/cli/${name}.ts`);
const config = 'src/cli/config/read-command.ts';
const browser = 'src/fetch/index.ts';
const suite = [
  ...['src/cli/commands/verify.ts', 'src/cli/verify-thread.ts', 'src/suite-thread.ts'],
  'src/conformance/run/verify.ts',
];
const control = [
  ...['src/control/control-api.ts', 'src/server/internal-routes.ts'],
  'src/server/origins/control-origin.ts',
];

/**
 * The shared files. `from` names modules, or folders by a slash at the end: they and what they reach by static imports are in the file,
 * with `and` only what those modules reach as well. A module is in the first file that it can be in, so that a file only imports
 * those above it, and what browsers load imports none that needs Node.
 */
const chunks = {
  basics: { from: ['src/client/index.ts', config, ...running], and: browser },
  core: { from: ['src/index.ts'], and: browser },
  'control-core': { from: control, and: browser },
  browser: { from: [browser] },
  document: { from: ['src/fetch/foreign-document.ts', 'src/foreign/document-answers.ts'] },
  stateful: { from: ['src/foreign/stateful/stateful-answers.ts'] },
  'json-parser': { from: ['src/mock/routing/json-parser.ts'] },
  running: { from: ['src/client/index.ts', 'src/cli/main.ts', ...running] },
  command: { from: [config] },
  // Shared by the mock and the commands that start no server, without Express.
  contract: {
    from: ['src/index.ts', 'src/cli/commands/mock.ts', ...control],
    and: [...suite, 'src/cli/commands/types.ts', 'src/cli/commands/scenarios.ts'],
  },
  server: { from: ['src/index.ts', 'src/cli/commands/mock.ts', 'src/cli/worker.ts'] },
  'server-document': {
    from: [
      ...['src/contract/specs/load-specs.ts', 'src/contract/files/bundle-files.ts'],
      ...['src/contract/patterns/document-patterns.ts', 'src/scenarios/files/load-folders.ts'],
      ...['src/foreign/error-maker.ts', 'src/foreign/wrong-examples.ts'],
    ],
  },
  control: { from: control },
  suite: { from: [...suite, 'contract-tests/'] },
  'kill-matrix': { from: ['kill-matrix/'] },
};

/** @returns the plugin that finds out which modules are in which file, and the groups of modules for the bundler's option */
export function sharedFiles(root) {
  const names = new Map();
  const plugin = {
    name: 'shared-files',
    buildEnd(error) {
      if (error) return;
      const modules = [...this.getModuleIds()];
      const infoOf = (id) => this.getModuleInfo(id);
      for (const [id, name] of namesOf(modules, root.replaceAll('\\', '/'), infoOf))
        if (!infoOf(id).isEntry) names.set(id, name);
    },
  };
  const groups = Object.keys(chunks).map((name, index, { length }) => ({
    ...{ name, test: (id) => names.get(id) === name },
    priority: length - index,
  }));
  return { plugin, groups };
}

/** @throws Error naming a module of the list that doesn't exist; a folder may be empty */
function namesOf(modules, root, getModuleInfo) {
  const reached = (paths) => {
    const roots = paths.flatMap((path) => modulesAt(path, modules, root));
    return reachedFrom(roots, (id) => getModuleInfo(id).importedIds);
  };
  const names = new Map();
  for (const [name, { from, and }] of Object.entries(chunks)) {
    const second = and && reached([and].flat());
    for (const id of reached(from)) if (!names.has(id) && (second?.has(id) ?? true)) names.set(id, name);
  }
  return names;
}

function modulesAt(path, modules, root) {
  const full = posix.join(root, path);
  if (path.endsWith('/')) return modules.filter((id) => id.startsWith(full));
  if (!modules.includes(full))
    throw new Error(`chunk-names.mjs lists ${path}, which the build does not reach.`);
  return [full];
}

function reachedFrom(roots, importsOf) {
  const reached = new Set(roots);
  for (const id of reached) for (const next of importsOf(id)) reached.add(next);
  return reached;
}
