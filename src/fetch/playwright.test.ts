/** The fixtures, run by Playwright Test itself in a real Chromium. */
import { expect } from 'vitest';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { packageFile } from '../contract/package-root.js';
import { chromiumPath, whyNoBrowser } from '../server/dashboard/testing/page-browser.js';
import { temporaryFolder } from '../testing/temporary-folder.js';
import { itUnless } from '../testing/unless.js';

itUnless(
  whyNoBrowser,
  'Playwright Test gives each test a sandbox, and routes a page to a mock without a server',
  async () => {
    const program = packageFile('node_modules', '@playwright', 'test', 'cli.js');
    const cwd = packageFile('src', 'fetch', 'testing', 'playwright-project');
    // Without what says that Vitest runs.
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, CHROMIUM_PATH: chromiumPath, PLAYWRIGHT_OUTPUT: temporaryFolder() };
    const { stdout } = await promisify(execFile)(process.execPath, [program, 'test'], {
      cwd,
      env,
    }).catch((cause: unknown) => cause as { stdout: string });
    expect(stdout).toContain('3 passed');
  },
);
