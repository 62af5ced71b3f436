/** Needs a build: the services are run by compiled code. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const main = fileURLToPath(new URL('../../dist/kill-matrix/documents/main.js', import.meta.url));

it('the suite finds faults of services with documents of their own, and blames none that keeps its document', async () => {
  const { table, problems, status } = await run('--one-of', '60');
  expect({ blamed: problems.filter((line) => line.startsWith('blamed')), status }).toEqual({
    blamed: [],
    status: 0,
  });
  const [, found, faults] = /^\| all \| (\d+) of (\d+) \|/m.exec(table) ?? [];
  expect(Number(faults)).toBeGreaterThanOrEqual(4);
  expect(Number(found)).toBeGreaterThan(0);
}, 300_000);

it('finds a fault of each kind that takes several requests to see', async () => {
  const { table, problems } = await run(
    'desk/(page-gap|priority-first|offset-ignored|close-open|comments-other)|accounts/(token-403|inactive-404|introspect-no-token|challenge-absent)|files/csv-semicolons',
  );
  expect(problems).toEqual([]);
  expect(table).toContain('| all | 10 of 10 |');
}, 300_000);

async function run(...args: string[]) {
  const matrix = spawn(process.execPath, [main, ...args]);
  const exited = once(matrix, 'exit') as Promise<[number | null]>;
  const [table, problems, [status]] = await Promise.all([text(matrix.stdout), text(matrix.stderr), exited]);
  return { table, problems: problems.split('\n').filter((line) => line !== ''), status };
}
