/** `drydock mock --workers N` as a user runs it: one port, one set of lines, one exit. */
import { beforeAll, expect, it } from 'vitest';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { packageFile } from '../contract/package-root.js';
import { CliProcess } from '../testing/cli-process.js';
import { freePort, RedisServer, whyNoRedis } from '../testing/redis-server.js';
import { describeUnless } from '../testing/unless.js';

interface Mock {
  readonly process: CliProcess;
  readonly url: string;
  readonly page: string;
  readonly token: string;
}

describeUnless(whyNoRedis, 'drydock mock --workers', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await RedisServer.start();
  });

  async function start(...args: string[]): Promise<Mock> {
    const process = new CliProcess(['mock', '--port', '0', '--redis', redis.patientUrl, ...args]);
    const url = (await process.line(/ready/)).replace('Drydock ready at ', '');
    const [, page = '', token = ''] =
      /page +([^#\s]+)#token=(\S+)/.exec(await process.line(/^ {2}page/)) ?? [];
    await process.line(/^ {2}token/);
    await process.line(/^ {2}workers/);
    return { process, url, page, token };
  }

  /** The worker that answers a new connection. */
  async function metrics({ token }: Mock, url: string): Promise<string> {
    const { text } = await visit(new URL('/__drydock/metrics', url), token);
    return /drydock_store_up\{worker="(\d+)"\} 1/.exec(text)?.[1] ?? '';
  }

  /** Sends requests until both workers have answered. @param ready a condition before they count */
  async function metricsOfAll(mock: Mock, ready = () => true, url = mock.url): Promise<Set<string>> {
    const met = new Set<string>();
    while (met.size < 2) {
      const workers = await Promise.all(Array.from({ length: 8 }, () => metrics(mock, url)));
      if (ready()) for (const worker of workers) met.add(worker);
    }
    return met;
  }

  async function sandboxes({ url, token }: Mock): Promise<string[]> {
    const { text } = await visit(new URL('/__drydock/sandboxes', url), token);
    return (JSON.parse(text) as { sandboxes: { name: string }[] }).sandboxes.map(({ name }) => name);
  }

  it('prints its lines once, replaces a worker that died, and ends with 0 after draining all', async () => {
    const mock = await start('--workers', '2');
    expect([...(await metricsOfAll(mock))].sort()).toEqual(['1', '2']);
    expect((await metricsOfAll(mock, undefined, mock.page)).size).toBe(2);
    expect((await visit(mock.page, '')).status).toBe(200);
    const statuses = [];
    for (let call = 0; call < 5; call += 1) {
      statuses.push((await visit(`${mock.url}/categories`, 'dk_test_a~flaky')).status);
    }
    expect(statuses).toEqual([500, 500, 200, 200, 200]);
    expect(mock.process.out.filter((line) => /ready|^ {2}token/.test(line))).toHaveLength(2);
    expect((await visit(new URL('/__drydock/ready', mock.url), '')).status).toBe(200);

    const [victim = 0] = workersOf(mock);
    process.kill(victim, 'SIGKILL');
    const lost = (await metricsOfAll(mock, () => workersOf(mock).length === 2)).size;
    expect([lost, workersOf(mock).includes(victim)]).toEqual([2, false]);
    // A request under way while the mock stops is answered.
    const slow = visit(`${mock.url}/categories`, 'dk_test_b~slow');
    while (!(await sandboxes(mock)).includes('b'));
    mock.process.child.kill('SIGTERM');
    expect((await slow).status).toBe(200);
    const { exitCode, err } = await mock.process.finished;
    expect([exitCode, err]).toEqual([
      0,
      [expect.stringMatching(/^Worker \d ended \(SIGKILL\); another takes its place\.$/)],
    ]);
  });

  it('gives every worker room for garbage, with which `npm start` starts the mock', async () => {
    const { scripts } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as {
      scripts: { start: string };
    };
    const room = scripts.start
      .split(' ')
      .filter((word) => /^--(max-semi|initial-old)-space-size=\d+$/.test(word));
    expect(room).toHaveLength(2);
    const mock = await start('--workers', '2');
    const lines = workersOf(mock).map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0'));
    expect(lines).toEqual([expect.arrayContaining(room), expect.arrayContaining(room)]);
    mock.process.child.kill('SIGTERM');
    expect((await mock.process.finished).exitCode).toBe(0);
  });

  it('ends at once at a second signal, workers included', async () => {
    const mock = await start('--workers', '2');
    const endless = visit(`${mock.url}/categories`, 'dk_test_c~never-answers').catch(() => undefined);
    const workers = workersOf(mock);
    mock.process.child.kill('SIGINT');
    mock.process.child.kill('SIGINT');
    mock.process.child.kill('SIGTERM');
    expect([0, 130]).toContain((await mock.process.finished).exitCode);
    await endless;
    for (const pid of workers) while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
  });

  it.each([
    [['--workers', '2'], 2, /^--workers needs --redis: several processes/],
    [
      ['--workers', '0', '--redis', 'redis://h'],
      2,
      /^--workers must be a whole number from 1 to 64, got "0"\.$/,
    ],
    [['--workers', '2', '--redis', 'http://:secret@h'], 2, /^--redis must be redis:\/\/HOST/],
  ])('%j is refused in one sentence', async (args, exitCode, line) => {
    const { err, out, ...ended } = await new CliProcess(['mock', '--port', '0', ...args]).finished;
    expect([ended.exitCode, out, err]).toEqual([exitCode, [], [expect.stringMatching(line)]]);
  });

  it('reports once that Redis is unavailable, or that the port is in use', async () => {
    const nowhere = `redis://:secret@127.0.0.1:${await freePort()}`;
    const lost = await new CliProcess(['mock', '--port', '0', '--workers', '2', '--redis', nowhere]).finished;
    expect(lost).toMatchObject({
      exitCode: 1,
      err: [
        expect.stringMatching(
          /^Failed to reach Redis at redis:\/\/127\S+: the connection is refused\. Start it/,
        ),
      ],
    });
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    const args = ['mock', '--port', String(port), '--workers', '2', '--redis', redis.patientUrl];
    expect(await new CliProcess(args).finished).toMatchObject({
      exitCode: 1,
      err: [expect.stringMatching(/^Failed to listen on 127\.0\.0\.1:\d+: the port is in use/)],
    });
    taken.close();
  });
});

/** Sends a request on a new connection, which any worker may accept. */
async function visit(url: string | URL, key: string): Promise<{ status: number | undefined; text: string }> {
  const asked = get(url, { agent: false, headers: { Authorization: `Bearer ${key}` } });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return { status: answer.statusCode, text: Buffer.concat(chunks).toString('utf8') };
}

/** The worker processes of a mock, from the process table of Linux. */
function workersOf({ process: { child } }: Mock): number[] {
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return numbers.map(Number).filter((pid) => parentOf(pid) === child.pid);
}

function parentOf(pid: number): number | undefined {
  try {
    const [, state, parent] = /\) (\S) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return state === 'Z' ? undefined : Number(parent);
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

const isAlive = (pid: number): boolean => parentOf(pid) !== undefined;
