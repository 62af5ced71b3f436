/** No report shows a secret of the run, whatever the target sends back. The reports are searched, by `SecretSearch`. */
import { describe, expect, it } from 'vitest';
import { documentContract } from '../conformance/testing/document-contract.js';
import type { Contract } from '../contract/contract.js';
import { loadRules } from '../conformance/rules/load-rules.js';
import { httpServer, rawServer, type SmallServer } from '../conformance/testing/small-server.js';
import { loadShippingContract, verify } from '../index.js';
import { SecretSearch } from '../../kill-matrix/secrets/secret-search.js';
import { spellings } from '../secrets/testing/spellings.js';
import { createReport, reportNames } from './registry.js';
import type { Report } from './report.js';
import { echoServer } from './testing/echo-server.js';

const [rules, shipping] = [await loadRules(), await loadShippingContract()];

const keys = {
  key: 'Zq4_Vld/Wx7+cnry~6Hd!0p',
  expiredKey: 'Yb8-Xprd=Kv3&cnry%Rt5',
  limitedKey: 'Gn2.Lmtd:Lf9;cnry,Sj1',
};
const password = 'Mk6-Pswd-of-prxy';
const headers = {
  'X-Tenant-Token': 'Vd5 tnt\'cnry"Pz4\\Ua',
  'X-Gateway': 'Bearer Cw3-Gtwy-canary-Ty9',
  'Proxy-Authorization': `Basic ${btoa(`robot:${password}`)}`,
  Cookie: 'session=Hx8-Ssn-canary-Ek2; theme=dark',
};
const auth = {
  basic: 'Rb1-robot-canary:Wd9 p4ss/canary+Zt',
  'in-query': 'Qk4-query-canary&Lm2',
  'in-cookie': 'Ck5-cookie-canary-Nv8',
  token: 'Tk6-token-canary-Xs3',
};
const search = new SecretSearch({
  ...keys,
  password,
  'the tenant’s token': headers['X-Tenant-Token'],
  'the gateway’s key': headers['X-Gateway'].slice('Bearer '.length),
  'the session': 'Hx8-Ssn-canary-Ek2',
  'the robot': 'Rb1-robot-canary',
  'the robot’s password': 'Wd9 p4ss/canary+Zt',
  'the key of the query': auth['in-query'],
  'the key of the cookie': auth['in-cookie'],
  'the token': auth.token,
});

/** Everything that a run against a server shows: all events, all reports, all lines of progress. */
async function outputsOf(
  server: SmallServer,
  more: {
    only?: string;
    contract?: Contract;
    auth?: Record<string, string>;
    headers?: Record<string, string>;
  } = {},
): Promise<Record<string, string>> {
  const reports: Record<string, Report> = {};
  for (const name of reportNames) reports[name] = await createReport(name, { color: true });
  const outputs: Record<string, string> = { events: '', progress: '' };
  const run = {
    url: server.url,
    ...keys,
    headers,
    rules,
    budget: 60,
    level: 'ASSUMED',
    contract: shipping,
    ...more,
  } as const;
  try {
    for await (const event of verify(run)) {
      outputs.events = `${outputs.events ?? ''}${JSON.stringify(event)}`;
      for (const [name, report] of Object.entries(reports)) {
        outputs[name] = `${outputs[name] ?? ''}${report.write(event)}`;
        outputs.progress = `${outputs.progress ?? ''}${report.progress?.(event) ?? ''}`;
      }
    }
  } finally {
    await server.close();
  }
  return outputs;
}

function leaks(outputs: Readonly<Record<string, string>>): string[] {
  return Object.entries(outputs).flatMap(([place, text]) => search.in(place, text));
}

const plain = (text: string): string => text;

describe('no report has a secret of a target that sends back what it gets', () => {
  it('in any spelling', async () => {
    const all = Object.values(spellings);
    const spell = (text: string, request: number) => all[request % all.length]?.(text) ?? '';
    // Failures with different statuses are reported one by one, so that each response is shown.
    const server = await echoServer(spell, (request) => 430 + (request % 150));
    const outputs = await outputsOf(server, { only: 'auth/*' });
    for (const format of reportNames)
      expect([format, outputs[format]]).toEqual([format, expect.stringMatching(/auth/)]);
    expect(leaks(outputs)).toEqual([]);
  });

  it('in any spelling, wherever the security schemes of another document put it', async () => {
    const all = Object.values(spellings);
    const server = await echoServer(
      (text, request) => all[request % all.length]?.(text) ?? '',
      (request) => 430 + (request % 150),
    );
    const outputs = await outputsOf(server, {
      contract: await documentContract('guarded'),
      auth,
      only: 'auth/*',
    });
    expect(outputs.text).toMatch(/auth\/missing-key/);
    expect(leaks(outputs)).toEqual([]);
  });

  it.each([
    ['in every kind of failure', 200],
    ['as a redirection', 302],
    ['as a refusal of the key', 401],
  ])('%s', async (_, status) => {
    expect(leaks(await outputsOf(await echoServer(plain, () => status)))).toEqual([]);
  });

  it('as something that is no HTTP', async () => {
    const texts = [...Object.values(keys), ...Object.values(headers)].join('\r\n');
    const outputs = await outputsOf(await rawServer((socket) => socket.end(`${texts}\r\n\r\n${texts}`)));
    expect(leaks(outputs)).toEqual([]);
  });
});

describe('what a target sets or issues', () => {
  const issued = 'Wq9-issd.by_th/trgt+77';
  const cookie = 'Sx4-ssn-of-trgt_31-Qp';

  it('is in no report, wherever the target repeats it', async () => {
    let count = 0;
    const server = await httpServer((request, response) => {
      request.resume();
      count += 1;
      const headers = { 'Content-Type': 'application/json', Location: `/a#access_token=${issued}` };
      response.writeHead(430 + (count % 150), { ...headers, 'Set-Cookie': `sid=${cookie}; Path=/` });
      response.end(
        JSON.stringify({ csrf: issued, note: `${issued} ${cookie}`, data: [btoa(issued), cookie] }),
      );
    });
    const outputs = await outputsOf(server, { only: 'auth/*' });
    expect(outputs.text).toContain('***');
    const set = new SecretSearch({ issued, cookie });
    expect(Object.entries(outputs).flatMap(([place, text]) => set.in(place, text))).toEqual([]);
  });
});

it('a header that says what a client wants masks nothing', async () => {
  const server = await echoServer(
    () => '',
    () => 200,
  );
  const outputs = await outputsOf(server, {
    headers: { 'X-Mock-Scenario': 'broken-session-cookie', 'X-Team': 'it-recovers' },
  });
  // A key that was never issued is one all the same.
  expect(outputs.text?.replaceAll("'Authorization: ***'", '')).not.toContain('***');
  expect(outputs.text).toMatch(/Not counted: auth\/session-cookie: .*limits\/recovers: /);
});

it('a run sends every secret that the reports are searched for', async () => {
  const received: string[] = [];
  const listener = () =>
    echoServer(
      (text) => (received.push(text), ''),
      () => 200,
    );
  await outputsOf(await listener(), { only: 'auth/*' });
  const other = { contract: await documentContract('guarded'), auth, only: 'requests/documented-examples' };
  await outputsOf(await listener(), other);
  const found = search.in('sent', received.join('\n')).join('\n');
  for (const name of [
    ...Object.keys(keys),
    'password',
    'the tenant',
    'the gateway',
    'the session',
    'the robot',
    'the key',
    'the token',
  ])
    expect(found).toContain(`sent shows ${name}`);
});
