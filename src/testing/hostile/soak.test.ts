/** A few hundred requests of what `node bench/soak.mjs --minutes 60`, which measures the heap, sends for an hour. */
import { cpSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { packageFile } from '../../contract/package-root.js';
import { temporaryFolder } from '../temporary-folder.js';
import { MockProcess } from './mock-process.js';
import { soak } from './soak.js';

it('a mock under load with reloads serves an ordinary client, and holds no more files and sockets afterwards', async () => {
  const folder = temporaryFolder();
  cpSync(packageFile('scenarios'), folder, { recursive: true });
  const program = packageFile('dist', 'src', 'cli', 'main.js');
  const mock = await MockProcess.start(program, ['--quota', 'off', '--watch', '--scenarios', folder]);
  const { before, canary } = await soak({
    ...{ mock, folder },
    isWarm: ({ requests, reloads }) => requests >= 100 && reloads >= 2,
    isOver: ({ requests, reloads }) => requests >= 400 && reloads >= 6,
  });
  expect(canary.failures).toEqual([]);
  while ((mock.descriptors() ?? 0) >= before.descriptors + 20) await delay(20);
  expect(await mock.stop()).toBe(0);
  // The copies replace the package's own scenarios, which the start tells.
  const expected = /^Reloaded|^The scenario \S+ of \S+ replaces that of /;
  expect(mock.err.filter((line) => !expected.test(line))).toEqual([]);
});
