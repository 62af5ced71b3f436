/** Needs a build: the matrix runs in threads, which run compiled code. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const compiled = (name: string) => fileURLToPath(new URL(`../dist/kill-matrix/${name}`, import.meta.url));

it('the suite finds every fault by the rules that it names, and fails no server that keeps the contract', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [compiled('main.js')], { encoding: 'utf8' });
  expect({ problems: stderr.split('\n').filter((line) => line !== ''), status }).toEqual({
    problems: [],
    status: 0,
  });
  expect(stdout).toMatch(/^(\d+) of \1 faults found, 0 false alarms on \d+ servers that differ lawfully\.$/m);
  // .ci/run prints it, so that the matrix runs once.
  writeFileSync(compiled('table.md'), stdout);
}, 300_000);
