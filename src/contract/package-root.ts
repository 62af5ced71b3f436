import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = fileURLToPath(import.meta.url);

/** The folder of this package: the nearest one above this module that holds the document. */
function findPackageRoot(): string {
  let folder = dirname(here);
  while (!existsSync(join(folder, 'openapi.yaml')) || !existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder)
      throw new Error('The package is incomplete: openapi.yaml is missing beside package.json.');
    folder = parent;
  }
  return folder;
}

const packageRoot = findPackageRoot();

/** The absolute path of a file or folder that ships in the package, such as `openapi.yaml` or `scenarios`. */
export function packageFile(...segments: string[]): string {
  return join(packageRoot, ...segments);
}

/** The folder of `src` and `contract-tests` in the form that runs: the sources, or what the build made of them. */
const codeFolder = here.slice(0, here.lastIndexOf(`${sep}src${sep}`));

/** The absolute path of code that is found by its path, such as a program of a thread: built if this module is, source otherwise. */
export function codeFile(...segments: string[]): string {
  return join(codeFolder, ...segments);
}

/** A data file of `src`, such as `shipping/catalogue/categories.json`: the build copies it, source otherwise. */
export function dataFile(path: string): URL {
  return pathToFileURL(join(packageRoot, ...(codeFolder === packageRoot ? [] : ['dist']), 'src', path));
}

function packageFacts() {
  const text = readFileSync(packageFile('package.json'), 'utf8');
  return JSON.parse(text) as { readonly version: string; readonly engines: { readonly node: string } };
}

export function packageVersion(): string {
  return packageFacts().version;
}

/** Says that a version of Node is older than package.json allows; undefined when it is not. @param running such as `18.20.8` */
export function nodeTooOld(running: string): string | undefined {
  const oldest = packageFacts().engines.node.replace('>=', '');
  const [major = 0, minor = 0] = numbersOf(running);
  const [oldestMajor = 0, oldestMinor = 0] = numbersOf(oldest);
  const tooOld = major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
  return tooOld ? `Drydock needs Node ${oldest} or later; this is Node ${running}.` : undefined;
}

function numbersOf(version: string): number[] {
  return version.split('.').map(Number);
}
