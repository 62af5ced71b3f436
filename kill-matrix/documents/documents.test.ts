/** Needs a build: the services are run by compiled code. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const main = fileURLToPath(new URL('../../dist/kill-matrix/documents/main.js', import.meta.url));

it('the suite finds faults of services with documents of their own, and blames none that keeps its document', async () => {
  const matrix = spawn(process.execPath, [main, '--one-of', '60']);
  const exited = once(matrix, 'exit') as Promise<[number | null]>;
  const [table, problems, [status]] = await Promise.all([text(matrix.stdout), text(matrix.stderr), exited]);
  expect({ problems: problems.split('\n').filter((line) => line.startsWith('blamed')), status }).toEqual({
    problems: [],
    status: 0,
  });
  const [, found, faults] = /^\| all \| (\d+) of (\d+) \|/m.exec(table) ?? [];
  expect(Number(faults)).toBeGreaterThanOrEqual(4);
  expect(Number(found)).toBeGreaterThan(0);
}, 300_000);
