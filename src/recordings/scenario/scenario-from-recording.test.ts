import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request } from 'node:http';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as yaml from 'yaml';
import { startControlTester, type ControlTester } from '../../control/testing/control-tester.js';
import type { Contract } from '../../contract/contract.js';
import { loadScenarios } from '../../scenarios/files/load-scenarios.js';
import type { ScenarioFile } from '../../scenarios/schema/scenario-file.js';
import { loadShippingContract } from '../../shipping/shipping-service.js';
import { startMock } from '../../testing/mock-server.js';
import { temporaryFolder } from '../../testing/temporary-folder.js';
import type { RecordedExchange } from '../recorded-exchange.js';
import { scenarioFromRecording, scenarioYaml } from './scenario-from-recording.js';

let contract: Contract;
beforeAll(async () => {
  contract = await loadShippingContract();
});

/** A client's view: the bytes of the body as far as they came, and how the exchange ended. */
interface Seen {
  readonly status: number | undefined;
  readonly type: string | undefined;
  readonly retryAfter: string | undefined;
  readonly body: string;
  readonly end: string;
}

function visit(port: number, key: string, path = '/categories'): Promise<Seen> {
  return new Promise((resolve) => {
    const none = { status: undefined, type: undefined, retryAfter: undefined, body: '' };
    const headers = { Authorization: `Bearer ${key}` };
    const sent = request({
      host: '127.0.0.1',
      port,
      path: `/api/v1/developer${path}`,
      headers,
      agent: false,
    });
    sent.on('error', ({ message }) => resolve({ ...none, end: message }));
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      const done = (end: string): void =>
        resolve({
          status: response.statusCode,
          type: response.headers['content-type'],
          retryAfter: response.headers['retry-after'],
          body: Buffer.concat(chunks).toString('latin1'),
          end,
        });
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => done('end'));
      response.on('error', ({ message }) => done(message));
    });
    sent.end();
  });
}

/** A mock that serves a scenario to everyone. */
async function mockWith(definition: ScenarioFile) {
  const folder = join(temporaryFolder(), 'scenarios');
  mkdirSync(folder);
  writeFileSync(join(folder, 'incident.yaml'), scenarioYaml(definition));
  expect(loadScenarios(folder, contract).problems).toEqual([]);
  return startMock({ scenarios: folder, scenario: 'incident' });
}

describe('a scenario of the journal', () => {
  let tester: ControlTester;
  beforeAll(async () => {
    tester = await startControlTester();
  });
  afterAll(() => tester.server.close());

  it('gives a client the bytes, statuses, headers and broken connections that it met before', async () => {
    const scenarios = [
      '',
      '~rate-limited',
      '~truncated',
      '~connection-reset',
      '~malformed-json',
      '~wrong-length',
      '',
    ];
    const before: Seen[] = [];
    for (const scenario of scenarios) before.push(await visit(tester.server.port, `dk_test_a${scenario}`));
    before.push(await visit(tester.server.port, 'dk_test_a', '/orders/TRK1'));
    const { json } = await tester.ask('POST', '/sandboxes/a/scenario-from-requests', {
      requests: before.map((_, index) => index + 1),
    });
    expect(json).toMatchObject({ notes: [], masked: [] });
    expect(yaml.parse(json.yaml as string)).toEqual(json.definition);
    const mock = await mockWith(json.definition as ScenarioFile);
    const after: Seen[] = [];
    for (const _ of scenarios) after.push(await visit(mock.port, 'dk_test_b'));
    // By operation: another order, in another place of the sequence, meets the same.
    after.push(await visit(mock.port, 'dk_test_b', '/orders/TRK2'));
    await mock.close();
    expect(after).toEqual(before);
  });

  it('can be chosen by a key without changes', async () => {
    await tester.visit('dk_test_c~server-error', '/categories');
    const { json } = await tester.ask('POST', '/sandboxes/c/scenario-from-requests', {
      requests: [1],
      title: 'T',
    });
    const { definition } = json as { definition: ScenarioFile };
    expect(definition.title).toBe('T');
    await tester.ask('PUT', '/sandboxes/d/scenario', { name: 'again', definition });
    expect((await tester.visit('dk_test_d', '/categories')).status).toBe(500);
    const state = await tester.ask('GET', '/sandboxes/d/scenario');
    expect(state.json.calls).toEqual([
      { scenario: 'again', operation: 'listCategories', calls: 1, next: 'c/1 (step 1 of 1)' },
    ]);
  });

  it('is refused for requests that the journal does not have, or that called no operation', async () => {
    await tester.visit('dk_test_e', '/nothing');
    const ask = (requests: number[]) =>
      tester.ask('POST', '/sandboxes/e/scenario-from-requests', { requests });
    expect(await ask([9])).toMatchObject({ status: 404 });
    expect(await ask([1])).toMatchObject({
      status: 422,
      text: expect.stringContaining('No recorded exchange went to an operation'),
    });
  });
});

describe('a scenario of a foreign recording', () => {
  const recorded = (response: RecordedExchange['response'], durationMs = 0): RecordedExchange => ({
    ...{ id: 'entry 1', startedAt: 0, durationMs },
    request: {
      method: 'GET',
      target: 'https://api.example/api/v1/developer/categories',
      headers: [],
      body: { bytes: new Uint8Array(0) },
    },
    response,
  });
  const received = (body: string | Uint8Array, type: string, status = 200): RecordedExchange => {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    return recorded({ status, headers: [['Content-Type', type]], body: { bytes } });
  };
  const made = (...exchanges: RecordedExchange[]) =>
    scenarioFromRecording(exchanges, { contract, title: 'T' });

  it('has bodies byte for byte, whatever they are', async () => {
    const bodies: [string | Uint8Array, string, number?][] = [
      ['{ "status" : true,\n\t"n": 1.0 }\n', 'application/json'],
      ['{"é":"\u2028 \\u00e9","x":[]}', 'application/json; charset=utf-8'],
      ['', 'application/json'],
      ['<html>\r\n <b>502</b>  \n\n</html> ', 'text/html', 502],
      [Uint8Array.from({ length: 256 }, (_, index) => index), 'image/png'],
      ['plain', 'text/plain; charset="utf-8"'],
      ['\ufeff{"a":1}', 'application/json'],
    ];
    const { definition } = await made(...bodies.map(([body, type, status]) => received(body, type, status)));
    const mock = await mockWith(definition);
    for (const [body, type, status = 200] of bodies)
      expect(await visit(mock.port, 'dk_test_a')).toMatchObject({
        status,
        type,
        body: Buffer.from(body as string).toString('latin1'),
        end: 'end',
      });
    await mock.close();
  });

  it('has no secret, and lists where one was', async () => {
    const exchange = received('{"access_token":"abc-12345678","data":[]}', 'application/json');
    const headers = [
      ['Set-Cookie', 'sid=s-12345678'],
      ['Content-Type', 'application/json'],
    ] as const;
    const { definition, masked } = await made({
      ...exchange,
      response: { ...exchange.response, headers },
    });
    expect(JSON.stringify(definition)).not.toContain('12345678');
    expect(JSON.stringify(definition)).toContain('"access_token":"************"');
    expect(masked).toEqual([
      'listCategories, entry 1: response header: Set-Cookie',
      'listCategories, entry 1: response body: access_token',
    ]);
  });

  it('waits as long as the responses took, and puts those together that are alike', async () => {
    const late = recorded(
      { status: 429, headers: [['Retry-After', '2']], body: { notHeld: 'it is lost' } },
      1234.4,
    );
    const { definition, notes } = await made(late, late, received('{}', 'application/json'));
    expect(definition).toMatchObject({
      breaksContract: true,
      sequences: {
        listCategories: {
          atEnd: 'hold',
          steps: [
            { times: 2, delay: '1234ms', answer: { status: 429, headers: { 'Retry-After': '2' } } },
            { answer: { status: 200, body: {} } },
          ],
        },
      },
    });
    expect(notes[0]).toBe(
      'listCategories, entry 1: it is lost; the scenario has an example of the document instead.',
    );
  });

  it('has an empty body in place of one that is not known and whose status the document lacks, and says so', async () => {
    const moved = recorded({
      ...{ status: 301, headers: [['Location', '/elsewhere']], body: { notHeld: 'it is lost' } },
    });
    const { definition, notes } = await made(moved);
    expect(definition).toMatchObject({
      breaksContract: true,
      sequences: {
        listCategories: {
          steps: [{ answer: { status: 301, text: '', headers: { Location: '/elsewhere' } } }],
        },
      },
    });
    expect(notes).toEqual([
      'listCategories, entry 1: it is lost; the scenario has an empty body, for the document has no status 301.',
    ]);
  });

  it('closes the connection where the recording says only that no response came, and says so', async () => {
    const { definition, notes } = await made(recorded({ fault: undefined }));
    expect(definition.sequences).toEqual({
      listCategories: { steps: [{ label: 'entry 1', fault: 'close' }], atEnd: 'hold' },
    });
    expect(notes).toEqual([
      'listCategories, entry 1: no response was recorded; the scenario closes the connection.',
    ]);
  });

  const endedAs = (ending: 'cut' | 'left', headers: [string, string][]): RecordedExchange => ({
    ...recorded({ status: 200, headers, body: { bytes: Buffer.from('{"status":tr') } }),
    own: { delivery: { firstByteMs: 1, lastByteMs: 1, headBytes: 99, bodyBytes: 12, ending } },
  });

  it('cuts a response off where the service behind a proxy did', async () => {
    const headers: [string, string][] = [['Content-Type', 'application/json']];
    for (const length of [[], [['Content-Length', '5000']]] as [string, string][][]) {
      const { definition, notes } = await made(endedAs('cut', [...headers, ...length]));
      expect(notes).toEqual([]);
      const mock = await mockWith(definition);
      expect(await visit(mock.port, 'dk_test_a')).toMatchObject({ body: '{"status":tr', end: 'aborted' });
      await mock.close();
    }
  });

  it('has an example in place of a body that the client did not wait for', async () => {
    const { definition, notes } = await made(endedAs('left', [['Content-Type', 'application/json']]));
    expect(definition.sequences?.listCategories?.steps).toEqual([
      { label: 'entry 1', answer: { status: 200 } },
    ]);
    expect(notes).toEqual([
      'listCategories, entry 1: the client went away before the end of the response; the scenario has an example of the document instead.',
    ]);
  });

  it('is refused where an operation has more different responses than a scenario takes', async () => {
    const many = Array.from({ length: 101 }, (_, index) => received(`{"n":${index}}`, 'application/json'));
    await expect(made(...many)).rejects.toThrow(/101 different responses of listCategories .* takes 100/);
  });
});
