import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs versions of Node from the packages in which npm publishes its binaries, and runs no script of theirs.
 *
 * @param versions exact, or a line such as 22, which means its newest
 * @throws Error which names the versions, if one is not in the registry or doesn't run
 */
export function installNodes(folder, versions) {
  const binaries = `node-${process.platform}-${process.arch}`;
  const aliases = versions.map((version) => `node${version}@npm:${binaries}@${version}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
  try {
    const options = ['--silent', '--no-audit', '--no-fund', '--ignore-scripts'];
    execFileSync('npm', ['install', ...options, ...aliases], { cwd: folder, stdio: 'inherit' });
  } catch (cause) {
    const wanted = versions.join(', ');
    throw new Error(`The registry doesn't give all of Node ${wanted} as ${binaries}.`, { cause });
  }
  return versions.map((wanted) => {
    const node = join(folder, 'node_modules', `node${wanted}`, 'bin', 'node');
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1);
    if (version !== wanted && !version.startsWith(`${wanted}.`))
      throw new Error(`${binaries}@${wanted} holds Node ${version}.`);
    return { node, version };
  });
}
