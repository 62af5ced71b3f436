/** The GitHub Action's script, run as a runner would, against a mock that conforms and servers that do not. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { echoServer } from '../../reports/testing/echo-server.js';
import { SecretSearch } from '../../../kill-matrix/secrets/secret-search.js';
import { startMock } from '../mock-server.js';
import { temporaryFolder } from '../temporary-folder.js';
import { runAction, type RanAction } from './run-action.js';

/** A part of the cases is enough to keep and to break rules, and to send every key. */
const config = 'drydock.config.json';
const fewCases = { verify: { budget: 150, minJudged: 1 } };

function runVerify(inputs: Record<string, string>, configuration: object = fewCases): Promise<RanAction> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, config), JSON.stringify(configuration));
  return runAction('verify', inputs, folder);
}

const keys = { DRYDOCK_KEY: 'dk_test_action', DRYDOCK_EXPIRED_KEY: 'dk_expired_action' };

describe('the GitHub Action', () => {
  it('passes for a conforming server, and writes the requested reports', async () => {
    const { url } = await startMock();
    const reports = { INPUT_REPORT: 'r.json', INPUT_SARIF: 'r.sarif' };
    const ran = await runVerify({ ...keys, INPUT_URL: url, ...reports });
    expect([ran.exitCode, ran.commands]).toEqual([
      0,
      ['::add-mask::dk_test_action', '::add-mask::dk_expired_action'],
    ]);
    expect(ran.outputs).toBe('report=r.json\nsarif=r.sarif\nexit-code=0\n');
    expect(ran.summary).toContain('### Contract: conforms');
    expect(JSON.parse(readFileSync(join(ran.folder, 'r.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' });
  });

  it('trusts the configuration of the repository only where its input says so', async () => {
    const asking = { verify: { ...fewCases.verify, reports: ['html=../outside.html'] } };
    const inputs = { ...keys, INPUT_URL: 'http://127.0.0.1:1' };
    const refused = await runVerify(inputs, asking);
    expect([refused.exitCode, refused.lines.join('\n')]).toEqual([
      2,
      expect.stringContaining('--trust-config'),
    ]);
    expect((await runVerify({ ...inputs, INPUT_TRUST_CONFIG: 'true' }, asking)).exitCode).toBe(3);
  });

  it('annotates each broken rule', async () => {
    const { url } = await startMock();
    const ran = await runVerify({ ...keys, DRYDOCK_KEY: 'dk_test_a~broken-success-flag', INPUT_URL: url });
    expect(ran.exitCode).toBe(1);
    const errors = ran.commands.filter((line) => line.startsWith('::error '));
    expect(errors.join('\n')).toMatch(/^::error title=envelope\/status-flag%3A [^\n]*::.*%0Aactual: /m);
    expect(ran.summary).toMatch(/\| FAIL \| envelope&#47;status&#45;flag \|/);
    expect(ran.outputs).toContain('exit-code=1\n');
  });

  it('keeps text of a server from commanding the runner', async () => {
    const evil =
      '\n::set-output name=a::b\r\n::error::c %0A::d ##[error]e </td><script>x</script> | [y](http://z)';
    const server = createServer((request, response) => {
      request.resume();
      request.on('end', () => {
        const status = request.url?.includes('no-such') ? 404 : 200;
        response.writeHead(status, { 'Content-Type': 'application/json' });
        response.end(
          JSON.stringify({ status: evil, message: evil, data: [evil], errors: evil, response_code: evil }),
        );
      });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const ran = await runVerify({ ...keys, INPUT_URL: `http://127.0.0.1:${port}` });
    server.closeAllConnections();
    server.close();
    expect(ran.exitCode).toBe(1);
    expect(
      ran.commands.filter((line) => !/^::(add-mask|error title=[^:]*|warning title=[^:]*)::/.test(line)),
    ).toEqual([]);
    expect(ran.lines.join('\n')).toContain('set-output');
    expect(ran.lines.filter((line) => !/^(::|drydock: )/.test(line) || line.includes('##['))).toEqual([]);
    expect(ran.summary).not.toMatch(/<script|\]\(http|::/);
    expect(ran.outputs).toBe('report=drydock-report.json\nexit-code=1\n');
  });

  it('writes no key into log, summary, outputs or reports, whatever the server sends back', async () => {
    const secrets = {
      DRYDOCK_KEY: 'Zq4_Vld/Wx7+cnry~6Hd!0p',
      DRYDOCK_EXPIRED_KEY: 'Yb8-Xprd=Kv3&cnry%Rt5',
      DRYDOCK_LIMITED_KEY: 'Gn2.Lmtd:Lf9;cnry,Sj1',
    };
    const server = await echoServer(
      (text) => `${text} ${btoa(text)}`,
      () => 200,
    );
    const ran = await runVerify({ ...secrets, INPUT_URL: server.url });
    await server.close();
    const search = new SecretSearch(secrets);
    // The runner takes these lines for itself, and shows none.
    const log = ran.lines.filter((line) => !line.startsWith('::add-mask::'));
    expect([ran.exitCode, ran.lines.length - log.length]).toEqual([1, 3]);
    expect(search.in('the log', log.join('\n'))).toEqual([]);
    expect(search.in('summary and outputs', ran.summary + ran.outputs)).toEqual([]);
    for (const file of readdirSync(ran.folder))
      expect(search.in(file, readFileSync(join(ran.folder, file)))).toEqual([]);
    expect(readdirSync(ran.folder).toSorted()).toEqual([config, 'drydock-report.json'].toSorted());
  });

  it.each([
    [
      'nothing listens there',
      { INPUT_URL: 'http://127.0.0.1:1' },
      3,
      /^::error title=The server could not be judged::/,
    ],
    ['the URL is none', { INPUT_URL: '--list' }, 2, /^::error title=drydock verify::It left no report/],
    [
      'a file has two lines',
      { INPUT_URL: 'http://127.0.0.1:1', INPUT_REPORT: 'a\nb=c' },
      2,
      /must be the name of a file/,
    ],
  ])('says why when %s', async (_, inputs, exitCode, reason) => {
    const ran = await runVerify(inputs);
    expect([ran.exitCode, ran.outputs.includes('b=c')]).toEqual([exitCode, false]);
    expect(ran.commands.join('\n')).toMatch(reason);
  });
});
