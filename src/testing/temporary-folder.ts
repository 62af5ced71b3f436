import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterFile } from './after-file.js';

/** A temporary folder that is removed after the test file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'drydock-'));
  afterFile(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a text to a temporary folder. @returns the file's path */
export function temporaryFile(name: string, text: string): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, text);
  return file;
}
