/** `drydock mock --handlers` as a user runs it: an edit is served when it is saved, and an error is told with its line. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { shopFile } from '../foreign/testing/shop-document.js';
import { CliProcess } from '../testing/cli-process.js';
import { temporaryFolder } from '../testing/temporary-folder.js';
import { runCli } from './testing/run-cli.js';

const headers = { Authorization: 'Bearer dk_test_demo' };

it('serves an edit of a handler when it is saved, and tells file and line of an error', async () => {
  const folder = join(temporaryFolder(), 'handlers');
  mkdirSync(folder);
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
  };
  write('_word.ts', "export const word: string = 'first';\n");
  write(
    'getUser.ts',
    "import { word } from './_word';\nexport default () => ({ id: 'usr_1', name: word });\n",
  );
  const args = ['mock', '--port', '0', '--spec', shopFile(), '--handlers', folder, '--watch'];
  const mock = new CliProcess(args);
  const told = (pattern: RegExp) => mock.line(pattern, mock.err);
  const url = (await mock.line(/ready/)).replace('Drydock ready at ', '');
  const get = async () => {
    const response = await fetch(`${url}/users/usr_1`, { headers });
    return { status: response.status, text: await response.text() };
  };
  expect((await get()).text).toContain('first');

  write('_word.ts', "export const word: string = 'second';\n");
  await told(/^Reloaded after a change of .*_word\.ts$/);
  expect((await get()).text).toContain('second');

  write('getUser.ts', 'export default () => {\n  return (;\n};\n');
  await told(/^Kept the last good version: Failed to load the handler .*getUser\.ts:2: ParseError/);
  expect((await get()).text).toContain('second');

  write('getUser.ts', "import { nothing } from './nowhere';\nexport default () => nothing;\n");
  await told(/getUser\.ts:1: Cannot find module '\.\/nowhere'\.$/);

  write('getUser.ts', 'export default () => {\n  const none: any = undefined;\n  return none.name;\n};\n');
  await told(/^Reloaded after a change of .*getUser\.ts$/);
  const failed = await get();
  expect(failed.status).toBe(500);
  expect(failed.text).not.toMatch(/getUser|none|undefined/);
  await told(
    /^Failed to answer GET \/v1\/users\/usr_1: .*getUser\.ts:3: Cannot read properties of undefined/,
  );
  expect(mock.err.join('\n')).not.toContain('    at ');

  mock.child.kill('SIGTERM');
  expect((await mock.finished).exitCode).toBe(0);
});

it('ends with one sentence for a file that is no operation', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'getUsr.mjs'), 'export default () => 1;\n');
  const { exitCode, out, err } = await runCli(['mock', '--spec', shopFile(), '--handlers', folder]);
  expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
  expect(err).toMatch(/getUsr\.mjs answers no operation of the document: did you mean getUser\b.*\n?$/);
});
