/** `--until COMMAND`: a server for as long as a command runs; and a server that npm started ends with npm. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageFile } from '../contract/package-root.js';
import { startMock } from '../testing/mock-server.js';
import type { DrydockServer } from '../server/create-server.js';
import { CliProcess } from '../testing/cli-process.js';
import { runCli } from './testing/run-cli.js';

const mock = ['mock', '--port', '0', '--until'];
const { PATH } = process.env;
const node = (script: string) => [process.execPath, '-e', script];

describe('a mock with --until', () => {
  it('serves while the command runs, and exits with its code', async () => {
    const ask = `fetch(process.env.DRYDOCK_URL + '/categories', { headers: { Authorization: 'Bearer dk_test_a' } })
      .then(({ status }) => { console.log(status); process.exitCode = 7; })`;
    const { exitCode, out, err } = await runCli([...mock, ...node(ask)], { PATH });
    expect([exitCode, out]).toEqual([7, '200']);
    expect(err).toMatch(/^Drydock ready at http:\/\/127\.0\.0\.1:\d+\/api\/v1\/developer$/);
  });

  it('gives the command the control API by its own environment', async () => {
    const use = `"${process.execPath}" "${packageFile('dist', 'src', 'cli', 'main.js')}" use flaky --sandbox a`;
    const run = await runCli([...mock, use], { PATH });
    expect([run.exitCode, run.out]).toEqual([0, expect.stringContaining('flaky')]);
  });

  it.each([
    ['words with spaces, quotes and dollars', ['a b', `it's`, '"$HOME"', '', '--help']],
    ['flags that are not its own', ['--port', '1', '--until', '-h']],
  ])('passes %s on as they are', async (_, words) => {
    const show = 'console.log(JSON.stringify(process.argv.slice(1)))';
    const { out } = await runCli([...mock, ...node(show), '--', ...words], { PATH });
    expect(JSON.parse(out)).toEqual(words);
  });

  it('ends the command, and what that has started, at a signal', async () => {
    const inner = `setInterval(() => undefined, 1e6); console.log('inner')`;
    const outer = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(inner)}], { stdio: 'inherit' });`;
    const running = new CliProcess([...mock, ...node(outer)]);
    await running.line(/^inner/);
    running.child.kill('SIGTERM');
    // Not before each process that has its output is gone.
    expect((await running.finished).exitCode).toBe(143);
  });

  it.each([
    [['mock', '--until'], '--until needs a value: --until COMMAND.'],
    [
      ['mock', '--workers', '2', '--redis', 'redis://127.0.0.1:1', '--until', 'true'],
      '--until runs a command beside one process: leave out --workers.',
    ],
  ])('%j is bad usage', async (args, line) => {
    expect(await runCli(args, { PATH })).toEqual({ exitCode: 2, out: '', err: line });
  });
});

describe('a proxy with --until', () => {
  let target: DrydockServer;
  beforeAll(async () => {
    target = await startMock();
  });
  afterAll(() => target.close());
  const proxy = (scenario: string, code: number) => {
    const key = `Bearer dk_test_a~${scenario}`;
    const ask = `fetch(process.env.DRYDOCK_URL + '/categories', { headers: { Authorization: ${JSON.stringify(key)} } })
      .then(() => { process.exitCode = ${code}; })`;
    return runCli(['proxy', target.url, '--port', '0', '--until', ...node(ask)], { PATH });
  };

  it.each([
    ['normal', 0, 0],
    ['broken-null-list', 0, 1],
    ['broken-null-list', 5, 5],
    ['normal', 5, 5],
  ])(
    'judges %s traffic of a command that exits with %i, and exits with %i',
    async (scenario, code, expected) => {
      const { exitCode, out } = await proxy(scenario, code);
      expect(exitCode).toBe(expected);
      expect(out).toMatch(scenario === 'normal' ? /^CONFORMS/m : /^DOES NOT CONFORM/m);
    },
  );

  it('ends the command when its own time is over, and exits with its verdict', async () => {
    const wait = node('setInterval(() => undefined, 1e6)');
    const { exitCode, out } = await runCli(
      ['proxy', target.url, '--port', '0', '--for', '1s', '--until', ...wait],
      {
        PATH,
      },
    );
    expect([exitCode, out]).toEqual([3, expect.stringContaining('COULD NOT JUDGE')]);
  });
});

it('a mock that npm started stops when the shell between them has gone', async () => {
  const command = `"${process.execPath}" "${packageFile('dist', 'src', 'cli', 'main.js')}" mock --port 0; true`;
  const shell = spawn('sh', ['-c', command], { env: { PATH, npm_command: 'exec' } });
  const output: string[] = [];
  shell.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  while (!output.join('').includes('ready')) await once(shell.stdout, 'data');
  const closed = once(shell.stdout, 'close');
  shell.kill('SIGKILL');
  await closed;
});
