import { execFileSync } from 'node:child_process';
import { packageFile } from '../../../contract/package-root.js';

/** What the built command prints on standard output. */
export function runDrydock(...args: readonly string[]): string {
  const main = packageFile('dist', 'src', 'cli', 'main.js');
  return execFileSync(process.execPath, [main, ...args], { encoding: 'utf8' });
}
