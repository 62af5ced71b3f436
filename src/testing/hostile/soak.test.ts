/** A few seconds of what `node bench/soak.mjs --minutes 60` does for an hour. */
import { cpSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { packageFile } from '../../contract/package-root.js';
import { temporaryFolder } from '../temporary-folder.js';
import { MockProcess } from './mock-process.js';
import { soak } from './soak.js';

const megabyte = 1_048_576;

it('the memory, files and sockets of the mock do not grow under load', async () => {
  const folder = temporaryFolder();
  cpSync(packageFile('scenarios'), folder, { recursive: true });
  const program = packageFile('dist', 'src', 'cli', 'main.js');
  const mock = await MockProcess.start(program, ['--quota', 'off', '--watch', '--scenarios', folder]);
  const report = await soak({ mock, folder, seconds: 4 });
  expect(await mock.stop()).toBe(0);
  const { before, after, canary } = report;
  expect(canary.failures).toEqual([]);
  expect(report.requests).toBeGreaterThan(300);
  expect(report.reloads).toBeGreaterThan(5);
  // The copies replace the package's own scenarios, which the start tells.
  const expected = /^Reloaded|^The scenario \S+ of \S+ replaces that of /;
  expect(mock.err.filter((line) => !expected.test(line))).toEqual([]);
  expect(after.heap - before.heap).toBeLessThan(6 * megabyte);
  if (!Number.isNaN(before.descriptors)) expect(after.descriptors - before.descriptors).toBeLessThan(20);
}, 60_000);
