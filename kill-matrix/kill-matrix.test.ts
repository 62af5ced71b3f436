/** Needs a build: the matrix runs in threads, which run compiled code. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const compiled = (name: string) => fileURLToPath(new URL(`../dist/kill-matrix/${name}`, import.meta.url));

it('the suite finds a sample of the faults by the rules that they name, and fails none of the servers that keep the contract', async () => {
  const matrix = spawn(process.execPath, [compiled('main.js'), '--quick', '--one-of', '64']);
  const exited = once(matrix, 'exit') as Promise<[number | null]>;
  const [table, problems, [status]] = await Promise.all([text(matrix.stdout), text(matrix.stderr), exited]);
  expect({ problems: problems.split('\n').filter((line) => line !== ''), status }).toEqual({
    problems: [],
    status: 0,
  });
  expect(table).toMatch(/^\d+ of \d+ faults found, 0 false alarms on \d+ servers that differ lawfully\.$/m);
}, 300_000);
