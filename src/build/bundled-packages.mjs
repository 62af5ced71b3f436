// The packages whose code is inside a built file. Their licences stand beside it, each under the package's name.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const rule = `\n${'-'.repeat(80)}\n\n`;

/** Writes the licences of the packages that modules came from. @param modules paths of files, with / or \ between names */
export function writeLicences(file, modules) {
  const folders = new Set(modules.map(packageFolder));
  folders.delete(undefined);
  const licences = [...folders].sort().map((folder) => `${headingOf(folder)}\n\n${licenceOf(folder)}\n`);
  writeFileSync(file, licences.join(rule));
}

/** Lists the packages that `writeLicences` wrote a licence for, as `name@version`. */
export function packagesIn(file) {
  return readFileSync(file, 'utf8')
    .split(rule)
    .map((licence) => /^(\S+) (\S+) /.exec(licence))
    .filter((heading) => heading !== null)
    .map(([, name, version]) => `${name}@${version}`);
}

function packageFolder(module) {
  return /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(module)?.[0];
}

function headingOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return `${name} ${version} (${license})`;
}

/** The texts that the package asks to be kept with every copy. */
function licenceOf(folder) {
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|notice|copying)/i.test(name));
  return files.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n');
}
