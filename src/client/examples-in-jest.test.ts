/** The examples that the docs print run under Jest. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { packageFile } from '../contract/package-root.js';
import { whyNoBrowser } from '../server/dashboard/testing/page-browser.js';
import { temporaryFolder } from '../testing/temporary-folder.js';
import { itUnless } from '../testing/unless.js';

interface Results {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
}

/** Jest's output for a file of the examples. */
async function run(name: string): Promise<Results> {
  const output = join(temporaryFolder(), 'results.json');
  const program = packageFile('node_modules', 'jest', 'bin', 'jest.js');
  const { PATH = '', HOME = '', CHROMIUM_PATH } = process.env;
  await promisify(execFile)(
    process.execPath,
    ['--experimental-vm-modules', program, '--json', '--outputFile', output, '-i', name],
    {
      cwd: packageFile('src', 'client', 'examples'),
      // Without what says that Vitest runs.
      env: { PATH, HOME, ...(CHROMIUM_PATH === undefined ? {} : { CHROMIUM_PATH }) },
    },
  );
  return JSON.parse(readFileSync(output, 'utf8')) as Results;
}

it('that for Jest passes', async () => {
  expect(await run('jest.test.ts')).toMatchObject({ numPassedTests: 3, numFailedTests: 0 });
});

itUnless(whyNoBrowser, 'that for a browser in Jest passes', async () => {
  expect(await run('playwright.test.ts')).toMatchObject({ numFailedTests: 0, numPendingTests: 0 });
});
