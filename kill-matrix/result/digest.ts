/** Identifies what a result of the kill matrix belongs to: the rules, the faults and the variants, as code. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { transform } from 'esbuild';
import { packageFile } from '../../src/contract/package-root.js';

/** Everything that makes a rule or a server of the matrix. */
const folders = [
  'contract-tests',
  'kill-matrix/faults',
  'kill-matrix/variants',
  'kill-matrix/variations',
  'kill-matrix/reference-server',
];

/** A digest of all code of rules and servers. Comments and formatting don't count. */
export async function digestOfRulesAndFaults(): Promise<string> {
  const codes = await Promise.all(
    sourceFiles().map(async (file) => {
      const { code } = await transform(readFileSync(packageFile(file), 'utf8'), { loader: 'ts' });
      return `${file.replaceAll(sep, '/')}\n${code}`;
    }),
  );
  return createHash('sha256').update(codes.join('\n')).digest('hex');
}

function sourceFiles(): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(packageFile(folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/[/\\]testing[/\\]/.test(file))
    .sort();
}
