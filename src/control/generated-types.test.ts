import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageFile } from '../contract/package-root.js';

const document = packageFile('src', 'control', 'control-api.yaml');
const generated = packageFile('src', 'contract', 'generated', 'control-api.ts');

describe('the types of the control API', () => {
  it('are what its document says now', () => {
    const manifest = createRequire(import.meta.url).resolve('openapi-typescript/package.json');
    const generator = join(manifest, '..', 'bin', 'cli.js');
    const made = execFileSync(
      process.execPath,
      [generator, document, '--default-non-nullable=false', '--immutable'],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    expect(made.trim()).toBe(readFileSync(generated, 'utf8').trim());
  });
});
