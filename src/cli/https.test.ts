/** `--https` from outside: curl, Node, commands that attach, and Chromium, each as its user trusts the authority. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTarget } from '../proxy/testing/proxied.js';
import { launchBrowser, whyNoBrowser } from '../server/dashboard/testing/page-browser.js';
import { CliProcess } from '../testing/cli-process.js';
import { packageFile } from '../contract/package-root.js';
import { temporaryFolder } from '../testing/temporary-folder.js';
import { testCertificate, testCertificates } from '../testing/tls/test-certificates.js';
import { itUnless, whyMissing } from '../testing/unless.js';
import { runCli } from './testing/run-cli.js';

const run = promisify(execFile);
const folder = temporaryFolder();
const env = { XDG_DATA_HOME: folder, HOME: folder, APPDATA: folder, XDG_RUNTIME_DIR: temporaryFolder() };
const key = { Authorization: 'Bearer dk_test_https' };

/** The value of a line of the start. */
const shown = async (mock: CliProcess, name: string): Promise<string> =>
  (await mock.line(new RegExp(`^ *${name} `))).trim().slice(name.length).trim();

/** A response and how its connection ended, for a client that trusts one file. */
function get(url: string, ca: string, headers: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve) => {
    const options = { headers: { ...key, ...headers }, ca: readFileSync(ca), agent: false } as const;
    const sent = request(`${url}/categories`, options, (response) => {
      let length = 0;
      response.on('data', (chunk: Buffer) => (length += chunk.length));
      const { statusCode = 0, headers: fields } = response;
      const isWhole = () => String(length === Number(fields['content-length']));
      response.on('end', () => resolve(`${statusCode} whole: ${isWhole()}`));
      response.on('error', ({ code }: NodeJS.ErrnoException) => resolve(`${statusCode} ${code}`));
    });
    sent.on('error', ({ code = '' }: NodeJS.ErrnoException) => resolve(code));
    sent.end();
  });
}

describe('drydock mock --https', () => {
  let mock: CliProcess;
  let [url, authority, control] = ['', '', ''];

  beforeAll(async () => {
    mock = new CliProcess(['mock', '--https', '--port', '0'], env);
    url = await shown(mock, 'Drydock ready at');
    control = (await shown(mock, 'page')).replace(/#.*/, '');
    authority = (await shown(mock, 'trust')).replace(/ \(.*/, '');
  });

  it('serves https alone, at the address that it prints, and tells once of the authority that it made', () => {
    expect([url, control]).toEqual([
      expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+\/api\/v1\/developer$/),
      expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+\/__drydock\/$/),
    ]);
    expect(mock.err).toEqual([expect.stringContaining(`must trust ${authority}.`)]);
  });

  it('answers clients that trust the authority, by address and by name', async () => {
    expect(await get(url, authority)).toBe('200 whole: true');
    expect(await get(url.replace('127.0.0.1', 'localhost'), authority)).toBe('200 whole: true');
    const { authority: stranger } = await testCertificates();
    expect(await get(url, stranger.certFile)).toBe('SELF_SIGNED_CERT_IN_CHAIN');
  });

  it.each([
    ['connection-reset', 'ECONNRESET'],
    ['truncated', '200 ECONNRESET'],
    ['garbage', 'HPE_INVALID_CONSTANT'],
    ['server-error', '500 whole: true'],
  ])('sends the scenario %s as without TLS', async (scenario, outcome) => {
    expect(await get(url, authority, { 'X-Mock-Scenario': scenario })).toBe(outcome);
  });

  itUnless(whyMissing('curl'), 'is asked by curl with the line that the start prints', async () => {
    const line = await shown(mock, 'try');
    const { stdout } = await run('sh', ['-c', `${line} -s -w ' %{http_code}'`]);
    expect(stdout).toMatch(/"status":true.* 200$/s);
  });

  it('is driven by commands, which find it and need no file', async () => {
    const used = await runCli(['use', 'flaky', '--sandbox', 'driven'], { ...env, PATH: process.env.PATH });
    expect([used.exitCode, used.out]).toEqual([0, expect.stringContaining('flaky')]);
    const [listed, followed] = await Promise.all([
      runCli(['requests'], { ...env, PATH: process.env.PATH }),
      runCli(['coverage', '--sandbox', 'https'], { ...env, PATH: process.env.PATH }),
    ]);
    expect([listed.exitCode, listed.out]).toEqual([0, expect.stringContaining('/categories')]);
    expect(followed.exitCode).toBe(0);
  });

  it('is verified by drydock verify, which trusts the authority of this machine', async () => {
    const flags = ['--key', 'dk_test_v', '--only', 'listCategories', '--partial', '--min-judged', '0'];
    const { exitCode, out } = await runCli(['verify', url, ...flags], { ...env, PATH: process.env.PATH });
    expect([exitCode, out]).toEqual([0, expect.stringContaining('CONFORMS')]);
  });

  itUnless(whyNoBrowser, 'shows its page to Chromium, which follows the mock by its events', async () => {
    const browser = await launchBrowser();
    const page = await browser.newPage({ ignoreHTTPSErrors: true });
    await page.goto(await shown(mock, 'page').then((text) => text.replace(/ .*/, '')));
    await page.getByText('Live', { exact: true }).waitFor();
    expect(await page.evaluate('location.protocol + isSecureContext')).toBe('https:true');
    await browser.close();
  });

  it('ends in order', async () => {
    mock.child.kill('SIGTERM');
    expect((await mock.finished).exitCode).toBe(0);
  });
});

describe('--https with --until', () => {
  it('gives Node the authority, and its path in DRYDOCK_CA', async () => {
    const ask = `fetch(process.env.DRYDOCK_URL + '/categories', { headers: { Authorization: 'Bearer dk_test_a' } })
      .then(({ status }) => console.log(process.env.DRYDOCK_URL.slice(0, 8), status, process.env.DRYDOCK_CA))`;
    const command = ['mock', '--https', '--port', '0', '--until', process.execPath, '-e', ask];
    const { exitCode, out } = await runCli(command, { ...env, PATH: process.env.PATH });
    expect([exitCode, out]).toEqual([0, expect.stringMatching(/^https:\/\/ 200 .*ca\.pem$/)]);
  });
});

describe('drydock proxy --https', () => {
  it('keeps secure cookies, names itself in redirects, and passes the rest as it is', async () => {
    const target = await startTarget((asked, response) => {
      const Location = `http://${asked.headers.host}/next`;
      response.writeHead(302, { Location, 'Set-Cookie': 'a=b; Secure; Path=/' }).end('body');
    });
    const proxy = new CliProcess(['proxy', target.url, '--https', '--port', '0'], env);
    const url = await shown(proxy, 'Drydock ready at');
    const ca = readFileSync((await shown(proxy, 'trust')).replace(/ \(.*/, ''));
    const fields = await new Promise((resolve) => {
      request(`${url}/x`, { ca, agent: false }, ({ headers, statusCode }) => {
        resolve([statusCode, headers.location, headers['set-cookie']]);
      }).end();
    });
    expect(fields).toEqual([302, `${url}/next`, ['a=b; Secure; Path=/']]);
    proxy.child.kill('SIGINT');
    await proxy.finished;
  });
});

describe('--cert and --key-file', () => {
  it('serve a certificate of the user, with a warning where it has ended', async () => {
    const { authority, server } = await testCertificates();
    const own = new CliProcess(
      ['mock', '--port', '0', '--cert', server.certFile, '--key-file', server.keyFile],
      env,
    );
    const url = await shown(own, 'Drydock ready at');
    expect(await get(url, authority.certFile)).toBe('200 whole: true');
    expect(own.out.join('\n')).not.toContain('trust');
    const ended = await testCertificate({ name: 'ended', use: 'server', until: 1_000 });
    const old = new CliProcess(
      ['mock', '--port', '0', '--cert', ended.certFile, '--key-file', ended.keyFile],
      env,
    );
    await shown(old, 'Drydock ready at');
    expect(old.err[0]).toMatch(
      /^The certificate in .* ended at 1970-01-01T00:00:01\.000Z: clients will refuse it\.$/,
    );
    for (const { child } of [own, old]) child.kill('SIGTERM');
    await Promise.all([own.finished, old.finished]);
  });

  it.each([
    [
      ['--cert', '/none.pem', '--key-file', '/none.key'],
      /^The certificate can't be read from \/none\.pem: there is no such file\.$/,
    ],
    [['--cert', packageFile('package.json'), '--key-file', '/none.key'], /it holds no certificate in PEM/],
    [['--cert', '/none.pem'], /^A certificate and its key belong together: give --cert and --key-file\.$/],
  ])('%j is bad usage', async (flags, line) => {
    const { exitCode, err } = await runCli(['mock', '--port', '0', ...flags], {
      ...env,
      PATH: process.env.PATH,
    });
    expect([exitCode, err]).toEqual([2, expect.stringMatching(line)]);
  });
});
