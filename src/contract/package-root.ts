import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this package: the nearest one above this module that holds the document. */
function findPackageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
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

/** The version of this package. */
export function packageVersion(): string {
  return (JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string }).version;
}
