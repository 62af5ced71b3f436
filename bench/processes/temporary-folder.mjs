/** One folder for what a run writes on its way; gone when the process ends. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const folder = mkdtempSync(join(tmpdir(), 'drydock-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
