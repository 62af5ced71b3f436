import { readFileSync } from 'node:fs';
import { packageFile } from '../../../contract/package-root.js';
import { dependencyReasons } from './dependency-reasons.js';
import { code, markdownTable } from './markdown-table.js';

/** Every runtime dependency has a reason, and every reason a dependency. */
export function dependencyTable(): string {
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    readFileSync(packageFile('package.json'), 'utf8'),
  ) as Partial<Record<'dependencies' | 'optionalDependencies', Record<string, string>>>;
  const names = Object.keys({ ...dependencies, ...optionalDependencies });
  const unknown = Object.keys(dependencyReasons).filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new Error(`dependency-reasons.ts names ${unknown.join(', ')}, which package.json does not.`);
  const rows = names.map((name) => {
    const reason = dependencyReasons[name];
    if (!reason) throw new Error(`dependency-reasons.ts lacks ${name}.`);
    return [code(name), reason.does, reason.toDropIt];
  });
  return markdownTable(['package', 'what it does', 'what dropping it would take'], rows);
}
