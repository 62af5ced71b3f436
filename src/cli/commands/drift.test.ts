import { describe, expect, it } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
