/** Modules of src/testing for benchmarks, compiled on import to a folder from which they find their packages. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const built = new URL('../../node_modules/.cache/drydock-testing/', import.meta.url);

/** main.js of the built command. */
export const program = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
if (!existsSync(program)) throw new Error('The command is not built: run npm run build first.');

/** A module of src/testing that imports nothing from outside its folder, such as `hostile/fuzz.js`. */
export function testingModule(path) {
  const source = `src/testing/${path.replace(/\.js$/, '.ts')}`;
  const options = ['--rootDir', 'src/testing', '--outDir', fileURLToPath(built), '--declaration', 'false'];
  const dialect = [
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--strict',
    '--skipLibCheck',
    '--types',
    'node',
  ];
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', source, ...options, ...dialect], {
    cwd: root,
    stdio: 'inherit',
  });
  return import(new URL(path, built).href);
}
