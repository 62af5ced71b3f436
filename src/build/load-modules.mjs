// Runs modules of src where there is no package yet, or where it doesn't export them: bundled into one file and imported.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Below the package that the modules belong to, since they look for its files; node_modules may be a link to another place. */
const folder = new URL('../../dist/modules/src/', import.meta.url);

/**
 * @param {string} name who asks: the name of the file
 * @param {...string} modules paths below src, such as `contract/load-contract.ts`
 * @returns what all of them export
 */
export async function loadModules(name, ...modules) {
  const file = new URL(`${name}.js`, folder);
  const contents = modules.map((module) => `export * from './src/${module}';`).join('\n');
  await build({
    ...{ absWorkingDir: root, stdin: { contents, resolveDir: root }, outfile: fileURLToPath(file) },
    ...{ bundle: true, packages: 'external', format: 'esm', platform: 'node', target: 'node20.19' },
    ...{ sourcemap: 'inline', logLevel: 'warning' },
  });
  return import(file.href);
}
