/** Identifies what a result of the kill matrix belongs to: the suite's engine, the rules, the faults and the variants, as code. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { transform } from 'esbuild';
import { packageFile } from '../../src/contract/package-root.js';

/** Everything that decides what a rule finds in a server of the matrix. */
const folders = [
  'src/conformance',
  'contract-tests',
  'kill-matrix/faults',
  'kill-matrix/variants',
  'kill-matrix/variations',
  'kill-matrix/reference-server',
];

/** Digests of the code of engine, rules and servers, by file. Comments and formatting don't count. */
export async function codeDigests(): Promise<Record<string, string>> {
  const digests = sourceFiles().map(async (file) => {
    const { code } = await transform(readFileSync(packageFile(file), 'utf8'), { loader: 'ts' });
    const digest = createHash('sha256').update(code).digest('hex').slice(0, 16);
    return [file.replaceAll(sep, '/'), digest] as const;
  });
  return Object.fromEntries(await Promise.all(digests));
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
