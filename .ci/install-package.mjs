// Packs the package as npm would ship it, and installs the file with README's command in an otherwise empty folder.
// Usage: node .ci/install-package.mjs FOLDER, for the build that is there. Checks take a copy of that folder where INSTALLED_PACKAGE
// names it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Puts the file, and the folder `project` in which it is installed, into a folder.
 *
 * @param isBuilt whether the build that is there is packed; else npm makes a clean one first
 * @returns what `npm pack` says of the file
 */
export function installPackage(folder, isBuilt) {
  const installed = process.env.INSTALLED_PACKAGE;
  if (installed) execFileSync('cp', ['-al', `${installed}/.`, folder]);
  else packAndInstall(folder, isBuilt);
  return JSON.parse(readFileSync(join(folder, 'packed.json'), 'utf8'));
}

function packAndInstall(folder, isBuilt) {
  const npm = (args, cwd) =>
    execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const pack = ['pack', root, '--json', '--silent', '--pack-destination', folder];
  const [packed] = JSON.parse(npm(isBuilt ? [...pack, '--ignore-scripts'] : pack, root));
  writeFileSync(join(folder, 'packed.json'), JSON.stringify(packed));
  const project = join(folder, 'project');
  mkdirSync(project);
  npm(['install', '--silent', '--no-audit', '--no-fund', '--save-dev', join('..', packed.filename)], project);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) packAndInstall(process.argv[2], true);
