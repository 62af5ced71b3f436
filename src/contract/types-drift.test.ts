import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { temporaryFolder } from '../testing/temporary-folder.js';
import { packageFile } from './package-root.js';

it('the generated types are those of the document; npm run types makes them', () => {
  const fresh = join(temporaryFolder(), 'openapi.ts');
  const program = packageFile('node_modules', 'openapi-typescript', 'bin', 'cli.js');
  execFileSync(process.execPath, [program, packageFile('openapi.yaml'), '-o', fresh], { stdio: 'pipe' });
  const kept = readFileSync(packageFile('src', 'contract', 'generated', 'openapi.ts'), 'utf8');
  expect(kept).toBe(readFileSync(fresh, 'utf8'));
});
