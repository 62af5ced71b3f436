/** With --watch a changed scenario file applies at once; a broken one keeps its last good version and affects no other. */
import { expect, it } from 'vitest';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { LogLines } from '../../testing/log-lines.js';
import { startMock } from '../../testing/mock-server.js';
import { visit } from '../../testing/scenarios/valid-requests.js';
import { temporaryFolder } from '../../testing/temporary-folder.js';

const categories = { method: 'GET', path: '/categories', success: 200 };

/** A watching mock on a folder of two scenarios, `first` and `other`, that answer 500. */
async function watched() {
  const folder = temporaryFolder();
  const log = new LogLines();
  const fileOf = (name: string) => join(folder, `${name}.yaml`);
  const write = (name: string, content: string) =>
    writeFileSync(fileOf(name), `title: Changes\nadvice: Look again.\n${content}\n`);
  write('first', 'answer: {status: 500}');
  write('other', 'answer: {status: 500}');
  const server = await startMock({ scenarios: folder, watch: true, log: log.write });
  const status = async (name: string) =>
    (await visit(server, categories, 'reload', { 'X-Mock-Scenario': name })).status;
  /** Waits until a change of the file is loaded, and returns the lines that were logged before that. */
  const taken = async (name: string): Promise<string[]> => {
    const before: string[] = [];
    for (;;) {
      const line = await log.next();
      if (line === `Reloaded after a change of ${fileOf(name)}`) return before;
      before.push(line);
    }
  };
  return { server, folder, log, fileOf, write, status, taken };
}

it('a changed scenario file applies without a restart', async () => {
  const { write, status, taken } = await watched();
  expect(await status('first')).toBe(500);
  write('first', 'answer: {status: 404}');
  expect(await taken('first')).toEqual([]);
  expect([await status('first'), await status('other')]).toEqual([404, 500]);
});

it('a broken scenario file is logged with its line, and its last good version and the others stay', async () => {
  const { write, status, taken, fileOf } = await watched();
  const shown = relative('', fileOf('first')).startsWith('..')
    ? fileOf('first')
    : relative('', fileOf('first'));
  const kept = `Kept the last good version: ${shown}`;
  write('first', 'answer: {status: 200}\ndelai: 5s');
  expect((await taken('first')).join('\n')).toContain(`${kept}:4: `);
  expect([await status('first'), await status('other')]).toEqual([500, 500]);

  write('first', 'answer: {status: 499}');
  expect((await taken('first')).join('\n')).toContain(`${kept}:3: answer has status 499`);
  write('first', 'answer: [');
  expect((await taken('first')).join('\n')).toMatch(/Kept the last good version: .*first\.yaml:\d+: /);

  write('other', 'answer: {status: 403}');
  expect((await taken('other')).join('\n')).toContain(kept);
  expect([await status('first'), await status('other')]).toEqual([500, 403]);

  write('first', 'answer: {status: 401}');
  expect(await taken('first')).toEqual([]);
  expect([await status('first'), await status('other')]).toEqual([401, 403]);
});

it('scenario files can be added, removed and renamed', async () => {
  const { write, status, taken, fileOf } = await watched();
  write('third', 'answer: {status: 404}');
  await taken('third');
  expect(await status('third')).toBe(404);
  renameSync(fileOf('third'), fileOf('fourth'));
  await taken('fourth');
  expect([await status('third'), await status('fourth')]).toEqual([400, 404]);
  rmSync(fileOf('fourth'));
  await taken('fourth');
  expect([await status('fourth'), await status('first')]).toEqual([400, 500]);
});

it('a reload keeps the step of a sequence', async () => {
  const { write, status, taken } = await watched();
  const steps = 'steps: [{times: 2, answer: {status: 500}}, {answer: {status: 404}}]';
  write('first', steps);
  await taken('first');
  expect([await status('first'), await status('first')]).toEqual([500, 500]);
  write('first', `${steps}\natEnd: hold`);
  await taken('first');
  expect([await status('first'), await status('first')]).toEqual([404, 404]);
});

it('a removed folder is logged once, and its scenarios stay', async () => {
  const { folder, log, status } = await watched();
  renameSync(folder, `${folder}-gone`);
  const line = await log.next();
  expect(line).toMatch(/^Kept the last good version: .*there is no such folder\.?$/);
  expect([await status('first'), await status('other')]).toEqual([500, 500]);
  renameSync(`${folder}-gone`, folder);
  const later = [await log.next()];
  while (!later.some((one) => one.startsWith('Reloaded'))) later.push(await log.next());
  expect(later.filter((one) => one.includes('no such folder'))).toEqual([]);
});
