/** Needs a build: the services are run by compiled code. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { documentServices } from './services.js';

const main = fileURLToPath(new URL('../../dist/kill-matrix/documents/main.js', import.meta.url));

/** A fault of each kind that takes several requests to see. */
const seenBySeveral = [
  ...['page-gap', 'priority-first', 'offset-ignored', 'close-open', 'comments-other'].map(
    (name) => `desk/${name}`,
  ),
  ...['token-403', 'inactive-404', 'introspect-no-token', 'challenge-absent'].map(
    (name) => `accounts/${name}`,
  ),
  'files/csv-semicolons',
];

/** The services that are run: in CI a third of them, others for each commit. */
const { CI_TURN: turn } = process.env;
const sample = turn === undefined ? ['--one-of', '60'] : ['--one-of', '40', '--seed', turn];
const services = documentServices.filter((_, index) => turn === undefined || index % 3 === Number(turn) % 3);

it('the suite finds faults of services with documents of their own, those that take several requests too, and blames none that keeps its document', async () => {
  const known = documentServices.flatMap(({ name, faults }) =>
    faults.map((fault) => `${name}/${fault.name}`),
  );
  expect(known).toEqual(expect.arrayContaining(seenBySeveral));
  const names = services.map(({ name }) => name);
  const wanted = seenBySeveral.filter((id) => names.some((name) => id.startsWith(`${name}/`)));
  const { table, problems, status } = await run(
    ...[...sample, '--with', `^(${seenBySeveral.join('|')})$`, `^(${names.join('|')})/`],
  );
  const missed = problems.filter((line) => wanted.some((id) => line === `missed: ${id}`));
  expect({ missed, blamed: problems.filter((line) => line.startsWith('blamed')), status }).toEqual({
    missed: [],
    blamed: [],
    status: 0,
  });
  const [, found, lawful] = /^\| all \| (\d+) of \d+ \| \d+ \| 0 of (\d+) \|/m.exec(table) ?? [];
  expect(Number(found)).toBeGreaterThanOrEqual(wanted.length);
  expect(Number(lawful)).toBeGreaterThanOrEqual(services.length);
}, 600_000);

async function run(...args: string[]) {
  const matrix = spawn(process.execPath, [main, ...args]);
  const exited = once(matrix, 'exit') as Promise<[number | null]>;
  const [table, problems, [status]] = await Promise.all([text(matrix.stdout), text(matrix.stderr), exited]);
  return { table, problems: problems.split('\n').filter((line) => line !== ''), status };
}
