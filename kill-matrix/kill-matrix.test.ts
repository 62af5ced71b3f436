/** Needs a build: the matrix runs in threads, which run compiled code. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const compiled = (name: string) => fileURLToPath(new URL(`../dist/kill-matrix/${name}`, import.meta.url));

/** The servers that are run: in CI a thirty-second of them, others for each commit. */
const { CI_TURN: turn } = process.env;
const sample = turn === undefined ? ['--one-of', '60'] : ['--one-of', '32', '--seed', turn];

/** Of a table in Markdown: its names and the line below them. */
const headLines = 2;

it('the suite finds a sample of the faults by the rules that they name, and fails none of the servers that keep the contract', async () => {
  const matrix = spawn(process.execPath, [compiled('main.js'), '--quick', ...sample]);
  const exited = once(matrix, 'exit') as Promise<[number | null]>;
  const [table, problems, [status]] = await Promise.all([text(matrix.stdout), text(matrix.stderr), exited]);
  expect({ problems: problems.split('\n').filter((line) => line !== ''), status }).toEqual({
    problems: [],
    status: 0,
  });
  const [, found, faults, alarms, variants] =
    /^(\d+) of (\d+) faults found, (\d+) false alarms on (\d+) servers that differ lawfully\.$/m.exec(
      table,
    ) ?? [];
  expect({ found, alarms }).toEqual({ found: faults, alarms: '0' });
  // A sample of faults of one topic, or without lawful servers, would show little.
  const [topics = ''] = table.split('\n\n');
  expect(topics.split('\n').length - headLines).toBeGreaterThanOrEqual(4);
  expect(Number(variants)).toBeGreaterThanOrEqual(2);
}, 1_800_000);
