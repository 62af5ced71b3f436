import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder of its own that goes when the test file is done. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'drydock-'));
  folders.push(folder);
  return folder;
}

/** Writes a text into a folder of its own. @returns the file's path */
export function temporaryFile(name: string, text: string): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, text);
  return file;
}
