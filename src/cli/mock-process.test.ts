/** `drydock mock` as a user runs it: a process, its lines, its signals and its exit codes. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { packageFile } from '../contract/package-root.js';
import { CliProcess } from '../testing/cli-process.js';
import { temporaryFile } from '../testing/temporary-folder.js';
import { describeUnless, hasProgram } from '../testing/unless.js';
import { explainFailure } from './explain-failure.js';
import { callCommand } from './testing/call-command.js';
import { runCli, type CliResult } from './testing/run-cli.js';

const start = (...args: string[]) => new CliProcess(['mock', '--port', '0', ...args]);

const hasCurl = hasProgram('curl');

/** Runs a pasted curl line, with curl or else with fetch. @returns the body */
async function paste(line: string): Promise<string> {
  if (hasCurl) return execFileSync('sh', ['-c', `${line} -sS`], { encoding: 'utf8' });
  const [, url = '', key = ''] = /curl (\S+) -H 'Authorization: ([^']+)'/.exec(line) ?? [];
  return (await fetch(url, { headers: { Authorization: key } })).text();
}

describe('drydock mock', () => {
  it('prints its address in one line, then what to do next; SIGTERM ends it with 0', async () => {
    const mock = start();
    await mock.line(/^ {2}try /);
    expect(mock.out[0]).toMatch(/^Drydock ready at http:\/\/127\.0\.0\.1:\d+\/api\/v1\/developer$/);
    expect(mock.out.filter((line) => line.includes('Drydock ready'))).toHaveLength(1);
    const curl = mock.out.find((line) => line.startsWith('  try '))?.replace(/^ {2}try +/, '') ?? '';
    expect(JSON.parse(await paste(curl))).toMatchObject({ status: true, response_code: '200' });
    const service = new URL(mock.out[0]?.replace('Drydock ready at ', '') ?? '');
    for (const name of ['page', 'reference']) {
      const address = new URL(/http\S+/.exec(await mock.line(new RegExp(`^  ${name}`)))?.[0] ?? '');
      expect([address.hostname, address.port]).not.toEqual([service.hostname, service.port]);
      expect((await fetch(address)).status).toBe(200);
      const led = await fetch(new URL(address.pathname, service), { redirect: 'manual' });
      // The token, which only the start tells, stands behind #.
      expect(led.headers.get('location')).toBe(address.href.replace(/#.*/, ''));
    }
    mock.child.kill('SIGTERM');
    expect(await mock.finished).toMatchObject({ exitCode: 0, signal: null, err: [] });
  });

  it('says that port 4011 is in use, and takes a free one for the page', async () => {
    // An address of loopback that nobody else uses: other mocks on this machine may have the usual ports of 127.0.0.1.
    const host = '127.40.11.1';
    const taken = createServer().listen(4011, host);
    await new Promise((resolve) => taken.once('listening', resolve));
    const mock = new CliProcess(['mock', '--host', host]);
    expect(await mock.line(/ready/)).toBe(`Drydock ready at http://${host}:4010/api/v1/developer`);
    const [, page = ''] =
      /^ {2}page {7}(\S+) \(port 4011 is in use; --control-port chooses one\)$/.exec(
        await mock.line(/^ {2}page/),
      ) ?? [];
    expect((await fetch(page)).status).toBe(200);
    mock.child.kill('SIGTERM');
    expect(await mock.finished).toMatchObject({ exitCode: 0, err: [] });
    taken.close();
  });

  it('serves the page at 4011 beside 4010, and redirects browsers to the address of --control-url', async () => {
    const host = '127.40.11.2';
    const mock = new CliProcess(['mock', '--host', host], {
      DRYDOCK_CONTROL_URL: 'https://page.example.com',
    });
    await mock.line(/^ {2}reference {2}https:\/\/page\.example\.com\/__drydock\/docs$/);
    expect((await fetch(`http://${host}:4011/__drydock/`)).status).toBe(200);
    const led = await fetch(`http://${host}:4010/__drydock/`, { redirect: 'manual' });
    expect(led.headers.get('location')).toBe('https://page.example.com/__drydock/');
    mock.child.kill('SIGTERM');
    expect((await mock.finished).exitCode).toBe(0);
  });

  it('ends with 0 at SIGINT', async () => {
    const mock = start();
    await mock.line(/ready/);
    mock.child.kill('SIGINT');
    expect((await mock.finished).exitCode).toBe(0);
  });

  it('ends at once at a second signal, whatever is under way', async () => {
    const mock = start();
    const url = (await mock.line(/ready/)).replace('Drydock ready at ', '');
    // A request whose body never comes keeps the drain busy.
    const { port } = new URL(url);
    const { connect } = await import('node:net');
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    const head = `POST /get-shipping-rates HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nAuthorization: Bearer dk_test_a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n`;
    socket.write(head);
    await new Promise((resolve) => socket.once('data', resolve));
    mock.child.kill('SIGTERM');
    // Only the closed port shows that the first signal arrived.
    while (
      await fetch(`http://127.0.0.1:${port}/__drydock/health`).then(
        () => true,
        () => false,
      )
    );
    mock.child.kill('SIGTERM');
    expect((await mock.finished).exitCode).toBe(130);
    socket.destroy();
  });

  it('takes flags from the environment; the command line wins', async () => {
    const env = {
      DRYDOCK_PORT: '0',
      DRYDOCK_QUOTA: '7/60s',
      DRYDOCK_KEY: 'one,two',
      DRYDOCK_CLOCK: '2026-01-01T00:00:00Z',
    };
    const mock = new CliProcess(['mock', '--quota', '9/60s'], env);
    const url = (await mock.line(/ready/)).replace('Drydock ready at ', '');
    const answer = await fetch(`${url}/categories`, { headers: { Authorization: 'Bearer two' } });
    expect([answer.status, answer.headers.get('ratelimit-policy')]).toEqual([200, '"default";q=9;w=60']);
    mock.child.kill('SIGTERM');
    await mock.finished;
  });

  it('lists what it remembers with --stateful', async () => {
    const spec = temporaryFile(
      'api.yaml',
      'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths:\n  /health: {get: {responses: {"204": {description: Good.}}}}\n  /things:\n    get: {responses: {"200": {description: Things., content: {application/json: {schema: {type: array, items: {type: object, properties: {id: {type: integer}}}}}}}}}\n    post: {responses: {"201": {description: Made.}}}\n',
    );
    const mock = start('--spec', spec, '--stateful');
    await mock.line(/answered from/);
    expect(mock.out.slice(-2)).toEqual([
      '  remembered: GET /things, POST /things',
      '  answered from the document alone: GET /health',
    ]);
  });

  it('lists the operations without a handler, and warns of oddities, for another document', async () => {
    const spec = temporaryFile(
      'api.yaml',
      'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths:\n  /things:\n    get: {responses: {"200": {description: Things., content: {application/json: {schema: {type: array, itemz: {}}}}}}}\n',
    );
    const mock = start('--spec', spec);
    await mock.line(/warning/);
    expect(mock.out.join('\n')).toContain('answered from the document alone: GET /things');
    expect(mock.out.find((line) => line.includes('warning'))).toContain(
      `${spec}:5: unknown schema keyword "itemz"`,
    );
    const curl = mock.out.find((line) => line.startsWith('  try '))?.replace(/^ {2}try +/, '') ?? '';
    expect(JSON.parse(await paste(curl.includes('-H') ? curl : `${curl} -H 'Authorization: x'`))).toEqual(
      expect.anything(),
    );
    mock.child.kill('SIGTERM');
    expect((await mock.finished).exitCode).toBe(0);
  });
});

type Run = (args: readonly string[], env: Record<string, string>) => Promise<CliResult>;

/** The output of a failed start: one line, no stack trace. */
async function failure(args: readonly string[], env: Record<string, string> = {}, run: Run = callCommand) {
  const { exitCode, out, err } = await run(args, env);
  expect([out, err.split('\n').length]).toEqual(['', 1]);
  expect(err).not.toMatch(/^\s+at |node:|\.js:\d/);
  return { exitCode, line: err };
}

describe('drydock mock ends with 1 and one line that says why', () => {
  it('when the port is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    expect(await failure(['mock', '--port', String(port)], {}, runCli)).toEqual({
      exitCode: 1,
      line: `Failed to listen on 127.0.0.1:${port}: the port is in use; choose another with --port, where 0 is any free one.`,
    });
    expect(await failure(['mock', '--port', '0'], { DRYDOCK_CONTROL_PORT: String(port) }, runCli)).toEqual({
      exitCode: 1,
      line: `Failed to listen on 127.0.0.1:${port}: the port is in use; choose another with DRYDOCK_CONTROL_PORT, where 0 is any free one.`,
    });
    taken.close();
  });

  it.each([[['--spec', tmpdir()], /^Failed to read the document .*: it is a folder\.$/]])(
    '%j',
    async (args, line) => {
      expect(await failure(['mock', '--port', '0', ...args])).toEqual({
        exitCode: 2,
        line: expect.stringMatching(line) as unknown,
      });
    },
  );

  it.each([
    ['203.0.113.1', /^Failed to listen on 203\.0\.113\.1: this machine has no such address/],
    ['no-such-host.invalid', /^Failed to listen.*choose another with --host\.$/],
  ])('--host %s', async (host, line) => {
    expect(await failure(['mock', '--port', '0', '--host', host], {}, runCli)).toEqual({
      exitCode: 1,
      line: expect.stringMatching(line) as unknown,
    });
  });
});

it('a port below 1024 without permission is explained', () => {
  const error = Object.assign(new Error('listen EACCES'), {
    ...{ code: 'EACCES', syscall: 'listen', address: '127.0.0.1', port: 80 },
  });
  expect(explainFailure(error)).toEqual({
    exitCode: 1,
    line: 'Failed to listen on 127.0.0.1:80: there is no permission; ports below 1024 belong to the administrator.',
  });
});

const whyNoFullDisk = existsSync('/dev/full') ? undefined : 'this machine lacks /dev/full';
describeUnless(whyNoFullDisk, 'on a full disk', () => {
  it('drydock verify --output fails with one sentence', async () => {
    const args = [
      'verify',
      'http://127.0.0.1:9',
      '--key',
      'k',
      '--only',
      'limits/recovers',
      '--output',
      '/dev/full',
    ];
    const { exitCode, err } = await new CliProcess(args).finished;
    expect([exitCode, err.at(-1)]).toEqual([2, "--output can't be written to /dev/full: the disk is full."]);
  });

  it('a command fails when standard output can not be written', () => {
    const program = packageFile('dist', 'src', 'cli', 'main.js');
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', `"${process.execPath}" "${program}" --help > /dev/full`],
      {
        encoding: 'utf8',
      },
    );
    expect([status, stderr]).toEqual([2, "Standard output can't be written: the disk is full.\n"]);
  });
});

describe('drydock ends with 2 at bad usage', () => {
  it.each([
    [['mok'], 'Unknown command "mok". Did you mean mock?'],
    [['mock', '--prot', '1'], 'Unknown flag --prot. Did you mean --port?'],
    [
      ['mock', '--clock', 'soon'],
      '--clock must be an ISO 8601 time with zone such as 2026-01-01T00:00:00Z, got "soon".',
    ],
    [
      ['mock', '--port', '4019', '--control-port', '4019'],
      'The control port must be another than the port of the service, got 4019.',
    ],
    [
      ['mock', '--control-url', 'page.example.com'],
      '--control-url must be an http or https address without query and fragment, such as https://control.mock.example.com, got "page.example.com".',
    ],
    [
      ['mock', '--scenario', 'flakyy'],
      'The scenario can\'t be used: there is no scenario "flakyy", asked for by the server\'s default; did you mean flaky?',
    ],
    [
      ['verify', 'http://there', '--level', 'musst'],
      '--level must be one of must, should, assumed, got "musst"; did you mean must?',
    ],
  ])('%j', async (args, line) => {
    expect(await failure(args)).toEqual({ exitCode: 2, line });
  });

  it('in the environment as well', async () => {
    expect((await failure(['mock'], { DRYDOCK_SEED: 'x' }, runCli)).exitCode).toBe(2);
  });
});

describe('help and version', () => {
  it('list every flag with its default, and end with 0', async () => {
    const { exitCode, out, err } = await callCommand(['mock', '--help']);
    expect([exitCode, err]).toEqual([0, '']);
    for (const flag of [
      '--port N',
      '--host H',
      '--spec FILE',
      '--seed N',
      '--clock T',
      '--quota Q',
      '--key KEY',
      '--watch',
      '--public-url U',
      '--validate-responses',
    ])
      expect(out).toContain(flag);
    expect(out).toContain('(4010)');
  });

  it.each([['--help'], ['help'], ['-h']])('%s lists the commands', async (word) => {
    const { exitCode, out } = await callCommand([word]);
    expect([exitCode, out]).toEqual([0, expect.stringContaining('drydock mock')]);
  });

  it.each([['--version'], ['-v']])('%s is the package’s', async (word) => {
    expect(await callCommand([word])).toMatchObject({
      exitCode: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
  });

  it('survive a reader that closes the pipe', async () => {
    const mock = new CliProcess(['mock', '--help']);
    mock.child.stdout?.destroy();
    const { exitCode, err } = await mock.finished;
    expect([exitCode, err]).toEqual([0, []]);
  });
});
