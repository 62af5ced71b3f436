import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Coverage } from '../../client/index.js';
import type { DrydockServer } from '../../server/create-server.js';
import { CliProcess } from '../../testing/cli-process.js';
import type { Har } from '../../recordings/har/har.js';
import { packageFile } from '../../contract/package-root.js';
import { startMock } from '../../testing/mock-server.js';
import { temporaryFolder } from '../../testing/temporary-folder.js';
import { describeUnless, whyMissing } from '../../testing/unless.js';
import { callCommand } from '../testing/call-command.js';

const token = 'a-token-for-tests';
let target: DrydockServer;
beforeAll(async () => {
  target = await startMock();
});

/** A proxy as a process, and the address that stands for the target's. */
const startProxy = (...flags: string[]) => startProxyTo(target.url, ...flags);

async function startProxyTo(
  address: string,
  ...flags: string[]
): Promise<{ proxy: CliProcess; url: string }> {
  const args = ['proxy', address, '--port', '0', '--control-token', token, ...flags];
  const proxy = new CliProcess(args);
  const line = await proxy.line(/^Drydock ready at /);
  return { proxy, url: line.slice('Drydock ready at '.length) };
}

const ask = async (url: string, key: string): Promise<void> => {
  await (await fetch(`${url}/categories`, { headers: { Authorization: `Bearer ${key}` } })).text();
};

async function report(url: string, body?: object): Promise<unknown> {
  const response = await fetch(`${url}/__drydock/report`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return response.json();
}

/** A file that another process writes; undefined until it is whole. */
function wholeJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Tells whether the report of a window has this exit code. */
const hasWindow = (folder: string, exitCode: number): boolean =>
  readdirSync(folder)
    .filter((name) => /^r-\d{4}-.*Z\.json$/.test(name))
    .some(
      (name) => (wholeJson(`${folder}/${name}`) as JsonReport | undefined)?.summary.exitCode === exitCode,
    );

interface JsonReport {
  readonly summary: { readonly exitCode: number };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await wait(20);
}

describeUnless(whyMissing('openssl'), 'a target with a certificate of its own', () => {
  it('is reached where NODE_EXTRA_CA_CERTS names it, and told as not trusted elsewhere', async () => {
    const folder = temporaryFolder();
    const [key, cert] = [`${folder}/key.pem`, `${folder}/cert.pem`];
    const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    spawnSync('openssl', ['req', ...kind, '-keyout', key, '-out', cert, '-days', '2', ...subject]);
    const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) =>
      response.end('from the target'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const answers = [{ NODE_EXTRA_CA_CERTS: cert }, {}].map(async (env) => {
      const proxy = new CliProcess(['proxy', `https://127.0.0.1:${port}`, '--port', '0'], env);
      const line = await proxy.line(/^Drydock ready at /);
      const response = await fetch(`${line.slice('Drydock ready at '.length)}/categories`);
      const answer = [response.status, await response.text()];
      proxy.child.kill('SIGINT');
      await proxy.finished;
      return answer;
    });
    expect(await Promise.all(answers)).toEqual([
      [200, 'from the target'],
      [502, expect.stringContaining('self-signed certificate')],
    ]);
    server.close();
  });
});

describe('drydock proxy', () => {
  it('exits with 0 at SIGINT when the traffic keeps the contract, and writes the report and the HAR', async () => {
    const folder = temporaryFolder();
    const { proxy, url } = await startProxy('--report', `junit=${folder}/r.xml`, '--har', `${folder}/t.har`);
    await ask(url, 'dk_test_fine');
    proxy.child.kill('SIGINT');
    const { exitCode, err } = await proxy.finished;
    expect([exitCode, err.at(-1)]).toEqual([0, expect.stringMatching(/^CONFORMS: no failure/)]);
    expect(readFileSync(`${folder}/r.xml`, 'utf8')).toContain('<testsuites');
    const har = JSON.parse(readFileSync(`${folder}/t.har`, 'utf8')) as { log: { entries: unknown[] } };
    expect(har.log.entries).toHaveLength(1);
  });

  it('lets the mock answer what its flags name, and fails for a recommendation with --fail-on should', async () => {
    const folder = temporaryFolder();
    const server = createHttpServer((request, response) => {
      response.sendDate = false;
      const isKnown = request.url === '/categories';
      response.writeHead(isKnown ? 200 : 404, { 'Content-Type': 'application/json' });
      response.end('{"status":true,"message":"","data":[],"errors":[],"response_code":"200"}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const flags = ['--mock', 'createOrder', '--mock-on', '404,unreachable', '--fail-on', 'should'];
    const address = `http://127.0.0.1:${port}`;
    const { proxy, url } = await startProxyTo(address, ...flags, '--har', `${folder}/t.har`);
    const answeredBy = async (method: string, path: string): Promise<string | null> => {
      const response = await fetch(url + path, { method, headers: { Authorization: 'Bearer sk_real' } });
      await response.text();
      return response.headers.get('x-mock-answer');
    };
    expect(await answeredBy('POST', '/create-order')).toBe('mock; operation');
    expect(await answeredBy('GET', '/orders/TRK1')).toBe('mock; status=404');
    expect(await answeredBy('GET', '/categories')).toBeNull();
    server.closeAllConnections();
    server.close();
    expect(await answeredBy('GET', '/categories')).toBe('mock; unreachable');
    proxy.child.kill('SIGINT');
    expect((await proxy.finished).exitCode).toBe(1);
    const har = JSON.parse(readFileSync(`${folder}/t.har`, 'utf8')) as Har;
    const findings = har.log.entries.flatMap(({ _drydock }) => _drydock.findings ?? []);
    expect(findings).toEqual([
      expect.objectContaining({ rule: 'http/date', level: 'SHOULD', verdict: 'FAIL' }),
    ]);
  });

  it('serves the verdict over the control API, can go on after it, and exits with 1 when a rule is broken', async () => {
    const { proxy, url } = await startProxy();
    await ask(url, 'dk_test_wrong~broken-null-list');
    const verdict = { exitCode: 1, verdict: 'does not conform', exchanges: 1, notJudged: 0 };
    expect(await report(url, { stop: false })).toMatchObject({
      ...verdict,
      operations: [{ operation: 'listCategories', statuses: [200] }],
      findings: [{ rule: 'envelope/data', level: 'MUST', verdict: 'FAIL', pointer: '/data', exchanges: 1 }],
      thresholds: [],
    });
    expect(await report(url)).toMatchObject(verdict);
    expect((await proxy.finished).exitCode).toBe(1);
  });

  it('is found here by use, requests and coverage', async () => {
    const env = { XDG_RUNTIME_DIR: temporaryFolder() };
    const proxy = new CliProcess(['proxy', target.url, '--port', '0'], env);
    const url = (await proxy.line(/^Drydock ready at /)).slice('Drydock ready at '.length);
    await proxy.line(/token/);
    await callCommand(['use', 'rate-limited', '--everyone'], env);
    await ask(url, 'dk_test_found');
    expect((await callCommand(['requests'], env)).out).toMatch(/^429 {2}GET .* public {2}rate-limited/);
    const { operations } = JSON.parse((await callCommand(['coverage', '--json'], env)).out) as Coverage;
    // The target has not answered.
    expect(operations.find(({ id }) => id === 'listCategories')?.statuses['429']).toBe(false);
    proxy.child.kill('SIGINT');
    await proxy.finished;
    expect((await callCommand(['requests'], env)).err).toMatch(/^No mock of yours runs here/);
  });

  it('ends after its time, with 3 where too little was met', async () => {
    const { proxy } = await startProxy('--for', '10ms', '--min-operations', '50');
    const { exitCode, out } = await proxy.finished;
    expect([exitCode, out.at(-1)]).toEqual([3, expect.stringMatching(/^COULD NOT JUDGE/)]);
  });

  it('opens the HAR anew at SIGHUP, and writes a report for each window', async () => {
    const folder = temporaryFolder();
    const [har, json] = [`${folder}/t.har`, `${folder}/r.json`];
    const { proxy, url } = await startProxy('--har', har, '--every', '250ms', '--report', `json=${json}`);
    await ask(url, 'dk_test_fine~broken-null-list');
    await until(() => hasWindow(folder, 1) && (wholeJson(har) as Har | undefined)?.log.entries.length === 1);
    renameSync(har, `${har}.1`);
    proxy.child.kill('SIGHUP');
    await until(() => existsSync(har));
    await ask(url, 'dk_test_fine');
    await until(() => hasWindow(folder, 0));
    proxy.child.kill('SIGINT');
    const { exitCode, err } = await proxy.finished;
    expect([exitCode, err.at(-1)]).toEqual([1, expect.stringMatching(/^DOES NOT CONFORM: 1 failure/)]);
    const line = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (DOES NOT CONFORM|CONFORMS|COULD NOT JUDGE)/;
    expect(err.slice(0, -1).filter((one) => !line.test(one))).toEqual([]);
    const entries = [har, `${har}.1`].map(
      (file) => (JSON.parse(readFileSync(file, 'utf8')) as Har).log.entries,
    );
    expect(entries.map(({ length }) => length)).toEqual([1, 1]);
  });

  it('judges several services, in reports for each and for all', async () => {
    const folder = temporaryFolder();
    const document = packageFile('openapi.yaml');
    const routes = ['rates', 'orders'].flatMap((name) => [
      ...['--route', `/${name}=${target.url}`, '--spec', `/${name}=${document}`],
    ]);
    const args = ['proxy', ...routes, '--port', '0', '--report', `json=${folder}/r.json`];
    const proxy = new CliProcess(args);
    const url = (await proxy.line(/^Drydock ready at /)).slice('Drydock ready at '.length);
    await proxy.line(/^ {2}token/);
    expect(proxy.out).toContain(`  route      /rates to ${target.url}`);
    await ask(`${url}/rates`, 'dk_test_fine');
    await ask(`${url}/orders`, 'dk_test_wrong~broken-null-list');
    proxy.child.kill('SIGINT');
    const { exitCode, err } = await proxy.finished;
    expect([exitCode, err.slice(-3)]).toEqual([
      1,
      [
        expect.stringMatching(/^\/orders DOES NOT CONFORM/),
        expect.stringMatching(/^\/rates CONFORMS/),
        expect.stringMatching(/^DOES NOT CONFORM/),
      ],
    ]);
    const read = (name: string) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as JsonReport;
    expect(['r.json', 'r-orders.json', 'r-rates.json'].map((name) => read(name).summary.exitCode)).toEqual([
      1, 1, 0,
    ]);
  });

  it.each([
    [[], 'Say which server to stand in front of: drydock proxy https://staging.example.com.'],
    [
      ['ftp://host'],
      'The target must be an http or https address such as https://staging.example.com/api, got "ftp://host".',
    ],
    [
      ['http://user:pw@host'],
      'The target must have no user and password in its address: clients send their own.',
    ],
    [
      ['http://host', '--mock-on', 'never'],
      '--mock-on must be statuses and unreachable between commas such as 404,501,unreachable, got "never".',
    ],
    [
      ['--route', 'rates=http://host'],
      '--route must be the beginning of a path, = and the address of its service such as /rates=http://127.0.0.1:4011, got "rates=http://host".',
    ],
    [
      ['--route', '/rates=http://host'],
      'No route leads to /categories of the document: name the document of each route with its prefix, such as --spec /rates=rates.yaml.',
    ],
    [
      ['http://host', '--har', 't.har', '--har-rotate', '100MB'],
      '--har-rotate must be a size, a time or both, then how many files are kept, such as 100MB,10 or 1h,24 or 100MB,1h,10, got "100MB".',
    ],
    [
      ['http://host', '--har', 't.har', '--sample', '1%'],
      '--sample must be 1/ and a whole number such as 1/100, got "1%".',
    ],
    [
      ['http://host', '--sample', '1/100'],
      '--sample is about the HAR: say where to write it with --har FILE.',
    ],
    [['http://host', '--for', 'ever'], '--for must be a time such as 90s, 10m or 2h, got "ever".'],
    [
      ['http://host', '--har', '/nowhere/t.har'],
      "--har can't be written to /nowhere/t.har: there is no such file or folder.",
    ],
  ])('refuses %j', async (args, sentence) => {
    const { exitCode, err } = await callCommand(['proxy', ...args, '--port', '0']);
    expect([exitCode, err]).toEqual([2, sentence]);
  });
});

it('a proxy that can not listen has no verdict: exit 3', async () => {
  const { port } = new URL(target.origin);
  const { exitCode, err } = await callCommand(['proxy', target.origin, '--port', port]);
  expect([exitCode, err]).toEqual([
    3,
    `Failed to listen on 127.0.0.1:${port}: the port is in use; choose another with --port, where 0 is any free one.`,
  ]);
});

it('a mock has no report', async () => {
  const response = await fetch(`${target.origin}/__drydock/report`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${target.controlToken}` },
  });
  expect(response.status).toBe(404);
  expect(await response.json()).toHaveProperty(
    'detail',
    'Only a proxy has a report; this is a mock. Start drydock proxy URL.',
  );
});
