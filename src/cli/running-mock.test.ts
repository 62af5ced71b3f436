/** The commands that drive a running mock, which is a process. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliProcess } from '../testing/cli-process.js';
import { temporaryFolder } from '../testing/temporary-folder.js';
import { registerMock, runtimeFolder } from './running/running-mocks.js';
import { callCommand } from './testing/call-command.js';
import { runCli } from './testing/run-cli.js';

const runtime = temporaryFolder();
const env = { XDG_RUNTIME_DIR: runtime };
const folder = join(runtime, 'drydock');
let mock: CliProcess;
let url: string;
let token: string;
let page: string;

const run = (...args: string[]) => callCommand(args, env);
const statusOf = async (key: string) =>
  (await fetch(`${url}/categories`, { headers: { Authorization: `Bearer ${key}` } })).status;

beforeAll(async () => {
  mock = new CliProcess(['mock', '--port', '0'], env);
  url = /ready at (\S+)/.exec(await mock.line(/ready at/))?.[1] ?? '';
  [, page = '', token = ''] = /(http\S+)#token=(\S+)/.exec(await mock.line(/^ {2}page/)) ?? [];
  await mock.line(/^ {2}try/);
});
afterAll(async () => {
  mock.child.kill('SIGTERM');
  await mock.finished;
});

describe('the file of a running mock', () => {
  it('is for this user alone', () => {
    const [file = ''] = readdirSync(folder);
    expect(file).toBe(`${new URL(url).port}.json`);
    expect([statSync(folder).mode & 0o777, statSync(join(folder, file)).mode & 0o777]).toEqual([
      0o700, 0o600,
    ]);
    expect(readFileSync(join(folder, file), 'utf8')).toContain(token);
  });

  it('is ignored when its process has ended, or another instance uses the port', async () => {
    const other = join(temporaryFolder(), 'drydock');
    mkdirSync(other, { recursive: true, mode: 0o700 });
    const about = { url: new URL(url).origin, token: 'not-to-be-sent', instance: 'another' };
    const write = (port: number, pid: number) =>
      writeFileSync(join(other, `${port}.json`), JSON.stringify({ ...about, pid }), { mode: 0o600 });
    write(1, process.pid);
    write(2, 2 ** 22 + 1);
    const refused = await callCommand(['use', 'flaky'], { XDG_RUNTIME_DIR: join(other, '..') });
    expect(refused).toEqual({
      ...{ exitCode: 2, out: '' },
      err: 'No mock of yours runs here: start one with drydock mock.',
    });
    expect(readdirSync(other)).toEqual(['1.json']);
  });

  it('is deleted when another mock starts, where its own process was killed', () => {
    const other = join(temporaryFolder(), 'drydock');
    mkdirSync(other, { recursive: true, mode: 0o700 });
    const killed = { url: 'http://127.0.0.1:2', token: 'old', pid: 2 ** 22 + 1, instance: 'killed' };
    writeFileSync(join(other, '2.json'), JSON.stringify(killed), { mode: 0o600 });
    registerMock(other, { ...killed, url: 'http://127.0.0.1:3', pid: process.pid })();
    expect(readdirSync(other)).toEqual([]);
  });

  it('is deleted when the mock ends', async () => {
    const short = new CliProcess(['mock', '--port', '0'], env);
    const port = /ready at \S+:(\d+)/.exec(await short.line(/ready at/))?.[1] ?? '';
    expect(readdirSync(folder)).toContain(`${port}.json`);
    short.child.kill('SIGTERM');
    await short.finished;
    expect(readdirSync(folder)).not.toContain(`${port}.json`);
  });

  it('is in the runtime folder of each operating system', () => {
    expect(runtimeFolder({ XDG_RUNTIME_DIR: '/run/user/7' }, 'linux')).toBe('/run/user/7/drydock');
    expect(runtimeFolder({ TMPDIR: '/var/folders/x/T' }, 'darwin')).toMatch(
      /^\/var\/folders\/x\/T\/drydock-\d+$/,
    );
    expect(runtimeFolder({ LOCALAPPDATA: 'C:/Users/a' }, 'win32')).toMatch(/drydock.run$/);
  });
});

describe('drydock use', () => {
  it('chooses the scenario of one sandbox, or of everyone', async () => {
    expect(await runCli(['use', 'flaky', '--sandbox', 'one'], env)).toEqual({
      exitCode: 0,
      out: 'Sandbox one: flaky',
      err: '',
    });
    expect([await statusOf('dk_test_one'), await statusOf('dk_test_two')]).toEqual([500, 200]);
    await run('use', 'unavailable', '--everyone');
    expect([await statusOf('dk_test_one'), await statusOf('dk_test_two')]).toEqual([500, 503]);
    expect((await run('use', 'normal')).out).toBe('Everyone without a scenario of their own: normal');
    expect(await statusOf('dk_test_two')).toBe(200);
  });

  it('takes the address of the page for its mock', async () => {
    const { controlPort } = JSON.parse(readFileSync(join(folder, `${new URL(url).port}.json`), 'utf8')) as {
      controlPort: number;
    };
    expect(page).toContain(`:${controlPort}/`);
    const used = await run('use', 'flaky', '--sandbox', 'paged', '--url', page);
    expect([used.exitCode, used.out]).toEqual([0, 'Sandbox paged: flaky']);
  });

  it.each([
    [['use'], 2, 'Say which scenario: drydock use flaky.'],
    [['use', 'flakey'], 2, 'did you mean flaky?'],
    [['use', 'flaky', '--sandbox', 'a', '--everyone'], 2, '--sandbox and --everyone exclude each other'],
    [['use', 'flaky', '--sandbox', 'a b'], 2, '--sandbox must be 1 to 64 of'],
    [['use', 'flaky', '--url', 'http://127.0.0.1:1'], 2, 'No mock of yours runs at http://127.0.0.1:1'],
    [
      ['use', 'flaky', '--url', 'http://127.0.0.1:65533', '--control-token', 'some-token'],
      3,
      'nothing listens there',
    ],
  ])('refuses %j in one line that shows no token', async (args, exitCode, reason) => {
    const refused = await run(...args);
    expect([refused.exitCode, refused.out]).toEqual([exitCode, '']);
    expect(refused.err).toContain(reason);
    expect(refused.err).not.toMatch(new RegExp(`\n|some-token|${token}`));
  });
});

describe('drydock requests', () => {
  it('lists the last requests of all sandboxes, oldest first, or of one', async () => {
    await run('reset');
    await statusOf('dk_test_a');
    await statusOf('dk_test_b~rate-limited');
    const all = await run('requests');
    expect(all.out.split('\n').map((line) => line.replace(/ +[\d.]+ ms$/, ''))).toEqual([
      '200  GET     /api/v1/developer/categories  a',
      '429  GET     /api/v1/developer/categories  b  rate-limited',
    ]);
    const one = await run('requests', '--sandbox', 'b', '--json');
    expect(JSON.parse(one.out)).toMatchObject({ sandbox: 'b', status: 429, scenario: ['rate-limited'] });
  });

  it('follows, until it is stopped', async () => {
    const follower = new CliProcess(['requests', '--follow', '--limit', '1'], env);
    await follower.line(/b {2}rate-limited/);
    await statusOf('dk_test_followed');
    expect(await follower.line(/followed/)).toMatch(/^200 {2}GET/);
    follower.child.kill('SIGINT');
    expect((await follower.finished).exitCode).toBe(0);
  });

  it('shows no status where none reached the client', async () => {
    await statusOf('dk_test_broken~connection-reset').catch(() => undefined);
    const { out } = await run('requests', '--sandbox', 'broken');
    expect(out).toMatch(/^--- {2}GET .* broken {2}connection-reset: reset {2}reset /);
  });
});

describe('drydock reset', () => {
  it('resets one sandbox or all of them', async () => {
    await run('use', 'flaky', '--sandbox', 'fresh');
    await run('reset', '--sandbox', 'fresh');
    expect(await statusOf('dk_test_fresh')).toBe(200);
    expect((await run('reset')).out).toBe('Every sandbox is as new.');
    expect(await run('requests')).toEqual({ exitCode: 0, out: '', err: '' });
  });
});

describe('help', () => {
  it('drydock alone prints it and ends with 2; version and help of a command are words too', async () => {
    const alone = await run();
    expect([alone.exitCode, alone.out]).toEqual([2, '']);
    expect(alone.err).toContain('drydock use NAME [flags]');
    expect((await run('help', 'mock')).out).toBe((await run('mock', '--help')).out);
    expect((await run('help', 'mok')).err).toContain('Did you mean mock?');
    expect((await run('version')).out).toBe((await run('--version')).out);
  });
});

describe('drydock completion', () => {
  it('completes commands, flags and values in bash', async () => {
    const script = (await run('completion', 'bash')).out;
    const complete = (...words: string[]) =>
      execFileSync('bash', [
        '-c',
        `${script}\nCOMP_WORDS=(drydock "$@"); COMP_CWORD=$#; _drydock; printf '%s\\n' "\${COMPREPLY[@]}"`,
        'bash',
        ...words,
      ])
        .toString()
        .trim()
        .split('\n');
    expect(complete('re')).toEqual(['reset', 'requests']);
    expect(complete('mock', '--max-')).toEqual(['--max-memory', '--max-connections']);
    expect(complete('verify', '--level', '')).toEqual(['must', 'should', 'assumed']);
    expect(complete('completion', 'f')).toEqual(['fish']);
  });

  it('is made for zsh and fish of the same tables, and refuses another shell', async () => {
    expect((await run('completion', 'zsh')).out).toMatch(/^#compdef drydock[^]*--max-memory\[/);
    expect((await run('completion', 'fish')).out).toMatch(/-l level -d '[^']*' -x -a 'must should assumed'/);
    expect((await run('completion', 'tcsh')).err).toContain('bash, zsh or fish');
  });
});

describe('verify against a mock of this user', () => {
  const only = ['--only', 'categories/*'];
  const own = { XDG_RUNTIME_DIR: temporaryFolder() };
  let limited: CliProcess;
  let address: string;
  beforeAll(async () => {
    limited = new CliProcess(['mock', '--port', '0', '--quota', '300/3600s'], own);
    address = /ready at (\S+)/.exec(await limited.line(/ready at/))?.[1] ?? '';
  });
  afterAll(async () => {
    limited.child.kill('SIGTERM');
    await limited.finished;
  });

  const call = async (key: string) =>
    (await fetch(`${address}/categories`, { headers: { Authorization: `Bearer ${key}` } })).status;
  async function spend(key: string): Promise<void> {
    for (let status = 200; status !== 429; status = await call(key));
  }

  it("has the whole quota of its key's sandbox, and leaves that of others", async () => {
    await spend('dk_test_a');
    await spend('dk_test_b');
    const run = await runCli(['verify', address, '--key', 'dk_test_a', ...only], own);
    expect([run.exitCode, run.out]).toEqual([0, expect.stringMatching(/^CONFORMS/m)]);
    expect(await call('dk_test_b')).toBe(429);
  });

  it('meets the spent quota where the user has no file of that mock', async () => {
    await spend('dk_test_c');
    const run = await runCli(['verify', address, '--key', 'dk_test_c', ...only], {
      XDG_RUNTIME_DIR: runtime,
    });
    expect([run.exitCode, run.out]).toEqual([3, expect.stringContaining('429')]);
  });
});
