import { execFileSync } from 'node:child_process';
import { packageFile } from '../../contract/package-root.js';

/** The source files of which a function runs during a rate request; generated code is left out. */
export function requestFiles(): string[] {
  const script = packageFile('src', 'testing', 'docs', 'trace-request.mjs');
  return JSON.parse(execFileSync(process.execPath, [script], { encoding: 'utf8' })) as string[];
}
