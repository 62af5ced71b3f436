import { describe, expect, it } from 'vitest';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { packageFile } from '../../contract/package-root.js';
import { startMock } from '../../testing/mock-server.js';
import { temporaryFolder } from '../../testing/temporary-folder.js';
import { callCommand } from '../testing/call-command.js';
import { runCli } from '../testing/run-cli.js';

const folder = temporaryFolder();

/** The HAR of a sandbox whose client met a rate limit and asked for what is not there. */
async function recording(): Promise<string> {
  const mock = await startMock();
  const visit = (key: string, path: string): Promise<unknown> =>
    fetch(`${mock.url}${path}`, { headers: { Authorization: `Bearer ${key}` } });
  await visit('dk_test_r', '/categories');
  await visit('dk_test_r~rate-limited', '/categories');
  await visit('dk_test_r', '/orders/TRK1');
  const journal = await fetch(`${mock.origin}/__drydock/sandboxes/r/requests`, {
    headers: { Authorization: `Bearer ${mock.controlToken}`, Accept: 'application/har+json' },
  });
  const file = join(folder, 'checkout.har');
  writeFileSync(file, await journal.text());
  return file;
}

describe('the commands for recordings', () => {
  it('judge a recording, and make a scenario of it that loads', async () => {
    const file = await recording();
    const [judged, imported] = await Promise.all([
      runCli(['drift', file, '--report', `json=${join(folder, 'drift.json')}`, '--min-operations', '50']),
      runCli(['scenarios', 'import', file, '--name', 'checkout'], {}, folder),
    ]);
    expect(judged).toMatchObject({
      exitCode: 0,
      out: '',
      err: expect.stringMatching(/^CONFORMS: no failure \(3 exchanges, nothing sent, [\d.]+ s\)$/),
    });
    const report = JSON.parse(readFileSync(join(folder, 'drift.json'), 'utf8')) as Record<string, unknown>;
    expect(report).toMatchObject({ target: expect.stringContaining('/api/v1/developer'), failures: [] });
    expect(imported).toMatchObject({ exitCode: 0, err: '' });
    expect(imported.out.split('\n')).toEqual([
      'scenarios/checkout.yaml has 2 of listCategories, 1 of getOrder.',
      'Use it: drydock mock --scenarios scenarios --scenario checkout',
    ]);
    const [checked, again] = await Promise.all([
      runCli(['scenarios', 'check', 'scenarios'], {}, folder),
      runCli(['scenarios', 'import', file, '--name', 'checkout'], {}, folder),
    ]);
    expect(checked.out).toBe('1 scenario, all good.');
    expect(again).toMatchObject({
      exitCode: 2,
      err: 'scenarios/checkout.yaml is there already; --force replaces it, and --name gives another one.',
    });
  });

  it('write a scenario through no link that lies in the folder, nor through a folder of the usual name that is one', async () => {
    const [mine, outside] = [temporaryFolder(), temporaryFolder()];
    const file = await recording();
    const victim = join(outside, 'victim');
    writeFileSync(victim, 'untouched');
    mkdirSync(join(mine, 'scenarios'));
    symlinkSync(victim, join(mine, 'scenarios', 'linked.yaml'));
    symlinkSync(`${victim}.new`, join(mine, 'scenarios', 'dangling.yaml'));
    mkdirSync(join(mine, 'other'));
    symlinkSync(outside, join(mine, 'other', 'scenarios'));
    const results = await Promise.all([
      runCli(['scenarios', 'import', file, '--name', 'linked', '--force'], {}, mine),
      runCli(['scenarios', 'import', file, '--name', 'dangling'], {}, mine),
      runCli(['scenarios', 'import', file, '--name', 'inner'], {}, join(mine, 'other')),
    ]);
    expect(results.map(({ exitCode, err }) => [exitCode, err.includes('is a link')])).toEqual(
      results.map(() => [2, true]),
    );
    expect(readdirSync(outside)).toEqual(['victim']);
    expect(readFileSync(victim, 'utf8')).toBe('untouched');
  });

  it('end at the first signal, and leave no report of a part', async () => {
    const line = JSON.stringify({
      request: { method: 'GET', url: 'http://a.test/api/v1/developer/categories' },
      response: { status: 404 },
    });
    const log = join(folder, 'endless.ndjson');
    writeFileSync(log, `${line}\n`.repeat(200_000));
    const report = join(folder, 'endless.json');
    const args = [packageFile('dist', 'src', 'cli', 'main.js'), 'drift', log, '--report', `json=${report}`];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let err = '';
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    const exited = once(child, 'close');
    // The file is opened before the recording is read.
    while (!existsSync(report) && child.exitCode === null) await setImmediate();
    child.kill('SIGTERM');
    expect([(await exited)[0], err]).toEqual([130, 'Stopped before the whole recording was judged.\n']);
    expect(existsSync(report)).toBe(false);
  });

  it.each([
    [['drift'], 'Say which recording: drydock drift FILE.har.'],
    [['drift', 'none.har'], "none.har can't be read: there is no such file."],
    [
      ['scenarios', 'import', 'x.har'],
      /needs a recording and a name: drydock scenarios import FILE\.har --name NAME\.$/,
    ],
  ])('refuse %j in one sentence', async (args, sentence) => {
    const { exitCode, err } = await callCommand(args);
    expect([exitCode, err]).toEqual([2, expect.stringMatching(sentence)]);
    expect(err.split('\n')).toHaveLength(1);
  });
});
