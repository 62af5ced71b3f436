/** The documents of the list on this machine: each package is fetched once, and only the documents are kept of it. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packages } from './list.mjs';

const root = fileURLToPath(new URL('../.documents', import.meta.url));

/**
 * @param {(title: string) => boolean} [isWanted] only packages that list such a document are fetched
 * @param {typeof packages} [list] the packages
 * @returns {{ package: string, version: string, document: string, file: string }[]} those that the packages really have
 */
export function fetchDocuments(isWanted = () => true, list = packages) {
  return list.flatMap(({ name, version, files }) => {
    if (!files.some((path) => isWanted(titleOf(name, path)))) return [];
    const folder = folderOf(name, version, files);
    return files
      .map((path) => ({ package: name, version, document: titleOf(name, path), file: join(folder, path) }))
      .filter(({ file }) => existsSync(file));
  });
}

/** One document of a package. @returns its path on this machine */
export function fetchDocument(name, version, path) {
  return join(folderOf(name, version, [path]), path);
}

function folderOf(name, version, files) {
  const folder = join(root, `${name.replaceAll('/', '+')}@${version}`);
  const listed = join(folder, '.listed.json');
  const known = existsSync(listed) ? JSON.parse(readFileSync(listed, 'utf8')) : [];
  // A file that the package does not have is asked for once.
  if (!existsSync(folder) || !files.every((file) => known.includes(file) || existsSync(join(folder, file)))) {
    fetchPackage(`${name}@${version}`, folder, files);
    writeFileSync(listed, JSON.stringify([...new Set([...known, ...files])]));
  }
  return folder;
}

function fetchPackage(specifier, folder, files) {
  mkdirSync(folder, { recursive: true });
  const [packed] = execFileSync('npm', ['pack', specifier, '--silent', '--pack-destination', folder], {
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .slice(-1);
  const archive = join(folder, packed);
  const names = files.map((path) => `package/${path}`);
  try {
    // A file that the package does not have is reported, and the others are still taken out.
    execFileSync('tar', ['-xzf', archive, '-C', folder, '--strip-components=1', ...names], {
      stdio: 'ignore',
    });
  } catch {
    process.stderr.write(`${specifier} has not all of its listed documents.\n`);
  }
  rmSync(archive);
}

/** `api/twilio.com/api.json` is called `twilio.com/api`; a package with one document has its own name. */
function titleOf(name, path) {
  return path.startsWith('api/') ? path.slice('api/'.length, -'.json'.length) : name;
}
