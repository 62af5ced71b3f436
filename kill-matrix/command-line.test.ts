/** Needs a build: the programs are started as a contributor does. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { packageFile } from '../src/contract/package-root.js';

function run(program: string, ...args: string[]) {
  const ran = spawnSync(process.execPath, [packageFile('dist', 'kill-matrix', program), ...args]);
  return { status: ran.status, stdout: String(ran.stdout), stderr: String(ran.stderr) };
}

it('the programs of the kill matrix list their flags for --help', () => {
  const { status, stdout } = run('main.js', '--help');
  expect(stdout).toMatch(
    /^node dist\/kill-matrix\/main\.js \[flags\] \[PATTERN\]\n[^]*--lawful GLOB +only the/,
  );
  expect(status).toBe(0);
});

it.each([
  ['main.js', '--quik', 'Unknown flag --quik. Did you mean --quick?\n'],
  ['main.js', 'a(', 'PATTERN must be a regular expression, got "a(".\n'],
  ['serve.js', '--fault=none', 'No fault is called "none"; --list prints them all.\n'],
])('kill-matrix/%s ends with exit 2 and one sentence for %s', (program, argument, sentence) => {
  expect(run(program, argument)).toEqual({ status: 2, stdout: '', stderr: sentence });
});
