import { beforeAll, describe, expect, it } from 'vitest';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { SHIPMENT } from '../../kill-matrix/variations/requests.js';
import type { Failure, SummaryEvent } from '../conformance/events.js';
import { loadRules } from '../conformance/rules/load-rules.js';
import type { LoadedRule } from '../conformance/rules/rule.js';
import type { Contract } from '../contract/contract.js';
import { loadContract } from '../contract/load-contract.js';
import { loadShippingContract } from '../shipping/shipping-service.js';
import { temporaryFolder } from '../testing/temporary-folder.js';
import { drift, type DriftOptions } from './drift.js';

let contract: Contract;
let rules: LoadedRule[];
const folder = temporaryFolder();

beforeAll(async () => {
  [contract, rules] = [await loadShippingContract(), await loadRules()];
});

const envelope = (status: number, changes: object = {}): string =>
  JSON.stringify({
    ...{ status: status < 400, message: 'About the key', data: [], errors: status < 400 ? [] : ['weight'] },
    ...{ response_code: String(status), ...changes },
  });

interface EntryFacts {
  readonly url?: string;
  readonly method?: string;
  readonly sent?: unknown;
  readonly status?: number;
  readonly content?: object;
  readonly headers?: object[];
  readonly more?: object;
}

/** An entry as Chrome exports it. */
function entry({
  url,
  method = 'GET',
  sent,
  status = 200,
  content,
  headers = [],
  more,
}: EntryFacts = {}): object {
  const text = envelope(status);
  return {
    startedDateTime: '2026-01-01T00:00:00.000Z',
    time: 12,
    request: {
      method,
      url: url ?? 'https://api.example/api/v1/developer/categories',
      headers: [
        { name: ':method', value: method },
        { name: 'Authorization', value: 'Bearer sk_live_1234567890' },
        ...(sent === undefined ? [] : [{ name: 'Content-Type', value: 'application/json' }]),
      ],
      ...(sent !== undefined && { postData: { mimeType: 'application/json', text: JSON.stringify(sent) } }),
    },
    response: {
      status,
      headers: [
        { name: 'Content-Type', value: 'application/json' },
        { name: 'Date', value: 'Thu, 01 Jan 2026 00:00:00 GMT' },
        ...headers,
      ],
      content: content ?? { size: text.length, mimeType: 'application/json', text },
    },
    ...more,
  };
}

function fileOf(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const harBy =
  (name: string) =>
  (...entries: object[]): string =>
    fileOf('traffic.har', JSON.stringify({ log: { version: '1.2', creator: { name }, entries } }));
const harOf = harBy('x');
const ownHar = harBy('Drydock');

async function judged(file: string, options: Partial<DriftOptions> = {}) {
  const failures: Failure[] = [];
  let summary: SummaryEvent | undefined;
  for await (const event of drift({ file, contract, rules, ...options })) {
    if (event.type === 'failure') failures.push(event.failure);
    if (event.type === 'summary') summary = event;
  }
  if (!summary) throw new Error('There was no summary.');
  return { failures, summary, broken: failures.map(({ rule, verdict }) => `${rule.id} ${verdict}`) };
}

describe('drift', () => {
  it('finds nothing in traffic that keeps the contract, and says what was met', async () => {
    const { summary, broken } = await judged(harOf(entry(), entry({ method: 'HEAD' })));
    expect(broken).toEqual([]);
    expect(summary).toMatchObject({ exitCode: 0, verdict: 'conforms', exchanges: 2, requests: 0 });
    expect(summary.notices.join()).toContain(`Met 1 of ${contract.operations.length} operations, 1 of `);
  });

  it('finds where responses break the contract', async () => {
    const text = envelope(200, { data: null });
    const { failures, summary } = await judged(
      harOf(entry(), entry({ content: { size: text.length, text } })),
    );
    expect(failures).toMatchObject([
      { rule: { id: 'envelope/data' }, title: 'GET /categories, entry 2', operation: 'listCategories' },
    ]);
    expect(summary.exitCode).toBe(1);
  });

  it('leaves out other hosts, preflights and entries without a response, and counts them', async () => {
    const { summary } = await judged(
      harOf(
        entry(),
        entry({ url: 'https://fonts.example/a.woff' }),
        entry({ url: 'https://api.example/index.html' }),
        entry({ url: 'wss://api.example/live' }),
        entry({ url: 'data:text/plain,x' }),
      ),
    );
    expect(summary.exchanges).toBe(1);
    expect(summary.notices).toEqual(
      expect.arrayContaining([
        'Left out: 2 entries to other addresses than https://api.example/api/v1/developer (--base).',
        'Left out: 2 entries that are no exchange with a server.',
      ]),
    );
  });

  it('takes the address that it is given, and can not judge where the traffic meets no operation', async () => {
    const file = harOf(entry({ url: 'https://api.example/v9/categories' }));
    const { summary: nothing } = await judged(file);
    expect(nothing).toMatchObject({ exitCode: 3, exchanges: 0 });
    expect(nothing.notices).toContainEqual(
      expect.stringMatching(
        /^The only exchange in .*traffic\.har does not go to an operation of .*openapi\.yaml; say where the service is with --base URL\.$/,
      ),
    );
    const { summary } = await judged(file, { base: { origin: 'https://api.example', path: '/v9' } });
    expect(summary).toMatchObject({ exitCode: 0, exchanges: 1 });
  });

  it.each<[string, object]>([
    ['that is missing', { size: 900, mimeType: 'application/json' }],
    ['that is cut short', { size: 900, text: '{"status":true' }],
    ['whose base64 is none', { size: 9, text: '%%%', encoding: 'base64' }],
  ])('judges no body %s', async (_what, content) => {
    const { broken, summary } = await judged(harOf(entry({ content })));
    expect(broken).toEqual([]);
    expect(summary.notices.join()).toContain('Not judged in full: 1 exchange, because');
  });

  it.each<[string, object, [name: string, value: string][]]>([
    ['as Insomnia does', { bodySize: -1 }, []],
    ['as a tool does that leaves its size out', {}, []],
    ['as Chrome does for a stream', { bodySize: 0 }, [['content-length', '520']]],
    ['as mitmproxy does for a stream', { bodySize: 0, postData: { text: '' } }, [['content-length', '520']]],
    ['with an unknown length', { bodySize: 0 }, [['transfer-encoding', 'chunked']]],
  ])('takes no body for sent where the recording left it out, %s', async (_how, request, headers) => {
    const url = 'https://api.example/api/v1/developer/get-shipping-rates';
    const sent = [['content-type', 'application/json'], ...headers].map(([name, value]) => ({ name, value }));
    const key = { name: 'Authorization', value: 'Bearer sk_live_1234567890' };
    const rates = entry({ more: { request: { method: 'POST', url, headers: [key, ...sent], ...request } } });
    const { broken, summary } = await judged(harOf(rates));
    expect(broken).toEqual([]);
    expect(summary.notices).toContain('Not judged in full: 1 exchange, because the body was not recorded.');
  });

  it('takes a request without a body for one where the recording says so', async () => {
    const url = 'https://api.example/api/v1/developer/get-shipping-rates';
    const headers = [
      { name: 'Authorization', value: 'Bearer sk_live_1234567890' },
      { name: 'Content-Type', value: 'application/json' },
    ];
    const request = { method: 'POST', url, headers, bodySize: 0 };
    const { broken } = await judged(harOf(entry({ more: { request } })));
    expect(broken).toEqual(['requests/not-json FAIL']);
  });

  it('reads a request as Drydock writes one whose body was too large to keep', async () => {
    const url = 'https://api.example/api/v1/developer/get-shipping-rates';
    const headers = [{ name: 'Authorization', value: 'Bearer sk_live_1234567890' }];
    const request = { method: 'POST', url, headers, bodySize: -1 };
    const { broken } = await judged(ownHar(entry({ more: { request } })));
    expect(broken).toEqual([]);
  });

  it('judges no empty body of a response whose headers name a length', async () => {
    const headers = [{ name: 'Content-Length', value: '500' }];
    const { broken, summary } = await judged(
      harOf(entry({ headers, content: { size: 0, mimeType: 'application/json', text: '' } })),
    );
    expect(broken).toEqual([]);
    expect(summary.notices).toContain('Not judged in full: 1 exchange, because the body was not recorded.');
  });

  it('reads a body as mitmproxy writes one that compression made larger', async () => {
    const text = envelope(200, { data: null });
    const content = { size: text.length + 12, compression: -12, mimeType: 'application/json', text };
    const { broken } = await judged(
      harOf(entry({ content, headers: [{ name: 'Content-Encoding', value: 'gzip' }] })),
    );
    expect(broken).toEqual(['envelope/data FAIL']);
  });

  it('reads a HAR as Charles writes it', async () => {
    const text = envelope(200, { data: null });
    const content = { mimeType: 'application/json', text: Buffer.from(text).toString('base64') };
    const charles = entry({ content: { ...content, encoding: 'base64', size: text.length, compression: 0 } });
    const creator = { name: 'Charles Proxy', version: '4.6.4' };
    const more = { comment: '', serverIPAddress: '203.0.113.9', _charlesStatus: 'COMPLETE' };
    const log = { version: '1.2', creator, entries: [{ ...charles, ...more }] };
    const { broken } = await judged(fileOf('charles.har', `\ufeff${JSON.stringify({ log })}`));
    expect(broken).toEqual(['envelope/data FAIL']);
  });

  it('reads bodies in base64, decoded or still compressed', async () => {
    const wrong = envelope(200, { data: null });
    const gzip = { name: 'Content-Encoding', value: 'gzip' };
    const base64 = (bytes: Buffer): object => ({
      size: 1,
      encoding: 'base64',
      text: bytes.toString('base64'),
    });
    const { failures } = await judged(
      harOf(
        entry({ content: base64(Buffer.from(wrong)), headers: [gzip] }),
        entry({ content: base64(gzipSync(wrong)), headers: [gzip] }),
      ),
    );
    expect(failures).toMatchObject([{ rule: { id: 'envelope/data' }, seen: { cases: 2 } }]);
  });

  it('does not fail for a missing response, nor for a key that the export left out', async () => {
    const failed = entry({ status: 0, content: { size: 0 } });
    const bare = JSON.parse(JSON.stringify([entry(), failed])) as { request: { headers: object[] } }[];
    for (const { request } of bare) request.headers = [];
    expect((await judged(harOf(...bare))).broken).toEqual([]);
    expect((await judged(harOf(entry(), bare[0] ?? {}))).broken).toEqual(['auth/missing-key FAIL']);
  });

  it('leaves responses out that a scenario of Drydock made', async () => {
    const text = envelope(200, { data: null });
    const more = {
      _drydock: { scenario: { names: ['broken-null-list'], channel: 'header', step: '', fault: null } },
    };
    const forced = entry({ content: { text, size: 1 }, more });
    expect((await judged(ownHar(entry(), forced))).broken).toEqual([]);
    expect((await judged(harOf(entry(), forced))).broken).toEqual(['envelope/data FAIL']);
  });

  it.each([
    ['X-Mock-Scenario', 'server-error', 'a scenario of Drydock made the response'],
    ['x-mock-answer', 'proxy; ECONNREFUSED', 'Drydock answered instead of the service'],
  ])('leaves responses out that %s marks in a recording of a client', async (name, value, reason) => {
    const marked = entry({ status: 502, headers: [{ name, value }] });
    const alone = await judged(harOf(marked));
    expect(alone.broken).toEqual([]);
    expect(alone.summary).toMatchObject({
      exitCode: 3,
      couldNotJudge: `No response to listCategories was judged whole: ${reason}.`,
    });
    expect((await judged(harOf(marked, entry()))).summary).toMatchObject({ exitCode: 0 });
  });

  const claim = {
    about: 'response',
    title: 't',
    level: 'MUST',
    verdict: 'FAIL',
    actual: 'claimed',
    pointer: null,
  };
  const claiming = (rule?: string): object => ({
    more: { _drydock: { findings: rule === undefined ? [] : [{ ...claim, rule }] } },
  });
  const withoutBody = { content: { size: 500, mimeType: 'application/json' } };

  it.each([
    ['another tool', harOf, 'http/complete-message', []],
    ['Drydock, of a body that stands there', ownHar, 'envelope/data', []],
    ['Drydock, of the end of a message', ownHar, 'http/complete-message', ['http/complete-message FAIL']],
  ])('judges findings in a HAR of %s by what it shows', async (_, har, rule, broken) => {
    expect((await judged(har(entry(claiming(rule))))).broken).toEqual(broken);
  });

  it('finds what a HAR shows, also where it claims that a proxy found nothing', async () => {
    const text = envelope(200, { data: null });
    const wrong = { content: { text, size: text.length }, ...claiming() };
    for (const har of [harOf, ownHar])
      expect((await judged(har(entry(wrong)))).broken).toEqual(['envelope/data FAIL']);
  });

  it('takes a claim about a body that the recording lacks only from a HAR of Drydock, and says so', async () => {
    const lacking = entry({ ...withoutBody, ...claiming() });
    expect((await judged(harOf(lacking))).summary).toMatchObject({ exitCode: 3 });
    const { summary } = await judged(ownHar(lacking));
    expect(summary.exitCode).toBe(0);
    expect(summary.notices).toContain(
      'Taken from the recording: 1 entry lacks a part that its proxy says it has judged.',
    );
    const found = await judged(ownHar(entry({ ...withoutBody, ...claiming('envelope/data') })));
    expect(found.broken).toEqual(['envelope/data FAIL']);
  });

  it.each([
    ['left', 'the client went away before the end of the response'],
    ['shutdown', 'the connection was closed before the end of the response'],
    [null, 'the response was under way when it was recorded'],
  ])('does not take a part of a body for what the service has sent (%s)', async (ending, reason) => {
    const text = envelope(200).slice(0, 30);
    const delivery = { firstByteMs: 1, lastByteMs: 1, headBytes: 99, bodyBytes: 30, ending };
    const part = { content: { text, size: 30 }, more: { _drydock: { delivery, answeredBy: 'target' } } };
    const { broken, summary } = await judged(ownHar(entry(part), entry()));
    expect(broken).toEqual([]);
    expect(summary.notices).toContain(`Not judged in full: 1 exchange, because ${reason}.`);
  });

  it('reads nothing from fields of Drydock that are not as Drydock writes them', async () => {
    const odd = [
      { delivery: { ending: 'left' } },
      { delivery: { headBytes: 1, bodyBytes: 1, ending: 'gone' } },
      { scenario: 5, broken: 'x' },
      { scenario: { names: 'a' } },
      { broken: { end: 'closed' } },
      'x',
    ];
    const { summary } = await judged(ownHar(...odd.map((_drydock) => entry({ more: { _drydock } }))));
    expect(summary).toMatchObject({ exitCode: 0, exchanges: odd.length });
    expect(summary.notices.join()).not.toContain('Not judged in full');
  });

  it('fails for a broken SHOULD rule with failOn SHOULD, and exits with 3 below a threshold', async () => {
    const dateless = JSON.parse(JSON.stringify(entry())) as { response: { headers: object[] } };
    dateless.response.headers = dateless.response.headers.slice(0, 1);
    const file = harOf(dateless);
    expect((await judged(file)).broken).toEqual(['http/date WARN']);
    expect((await judged(file, { failOn: 'SHOULD' })).summary.exitCode).toBe(1);
    expect((await judged(file, { thresholds: { minOperations: 90 } })).summary).toMatchObject({
      exitCode: 3,
      couldNotJudge: expect.stringMatching(
        `^Only \\d+(\\.\\d)?% of the operations were met \\(1 of ${contract.operations.length}\\); at least 90% is asked for\\.$`,
      ),
    });
  });

  it('judges lines of an access log, flat or as the journal has them', async () => {
    const { weight: _, ...wrong } = SHIPMENT;
    const lines = [
      { method: 'GET', path: '/categories', status: 200, responseBody: JSON.parse(envelope(200)) as object },
      {
        method: 'POST',
        url: 'http://localhost/get-shipping-rates',
        requestHeaders: { 'content-type': 'application/json' },
        requestBody: JSON.stringify(wrong),
        status: 200,
        responseHeaders: { 'content-type': 'application/json', date: 'Thu, 01 Jan 2026 00:00:00 GMT' },
        responseBody: envelope(200),
      },
      {
        request: { method: 'GET', path: '/categories', headers: {}, body: { size: 0, truncated: false } },
        response: { status: 500, headers: {}, body: { size: 2, truncated: false, json: {} } },
      },
    ];
    const { broken, summary } = await judged(
      fileOf('access.ndjson', lines.map((line) => JSON.stringify(line)).join('\n')),
    );
    expect(summary.exchanges).toBe(3);
    expect(broken).toContain('requests/missing-field FAIL');
    expect(broken).toContain('responses/no-server-error FAIL');
    expect(summary.notices).toContain(
      'Not judged in full: 1 exchange, because the headers were not recorded.',
    );
  });

  it('reads the traffic of other documents by their own rules', async () => {
    const library = fileOf(
      'library.yaml',
      `openapi: 3.1.0
info: {title: Library, version: '1'}
servers: [{url: 'https://api.example/v1'}]
paths:
  /books:
    get:
      operationId: listBooks
      parameters: [{name: page, in: query, required: true, schema: {type: integer}}]
      responses: {'200': {description: OK, content: {application/json: {schema: {type: array}}}}, '400': {description: No}}
`,
    );
    const other = await loadContract(library);
    const books = (query: string, text: string): object =>
      entry({ url: `https://api.example/v1/books${query}`, content: { size: text.length, text } });
    const { broken } = await judged(harOf(books('?page=1', '[]'), books('', '[]'), books('?page=2', '{}')), {
      contract: other,
    });
    expect(broken).toEqual(expect.arrayContaining(['parameters/missing FAIL', 'responses/schema FAIL']));
    expect(broken).toHaveLength(2);
  });

  it.each([
    ['an empty file', 'a.har', '', /a\.har is empty; it must be a HAR, or NDJSON/],
    [
      'another file',
      'b.txt',
      '<html>',
      /b\.txt is neither a HAR, which begins with \{"log": …\}, nor NDJSON/,
    ],
    ['a HAR without entries', 'c.har', '{"log":{}}', /c\.har is no HAR: it has no log\.entries\.$/],
    [
      'a HAR that is cut short',
      'd.har',
      '{"log":{"entries":[{"a":1},{"b":',
      /d\.har was cut short: it ends in the middle of entry 2/,
    ],
    ['an entry that is no JSON', 'e.har', '{"log":{"entries":[{"a":}]}}', /e\.har: entry 1 is not JSON: /],
    ['a line that is no JSON', 'f.ndjson', '{"method":"GET"}\n{', /f\.ndjson: line 2 is not JSON: /],
  ])('refuses %s in one sentence', async (_what, name, text, sentence) => {
    await expect(judged(fileOf(name, text))).rejects.toThrow(sentence);
  });

  it('refuses a file that is not there', async () => {
    await expect(judged(join(folder, 'none.har'))).rejects.toThrow(
      /none\.har can't be read: there is no such file\.$/,
    );
  });

  it('reads a file of any size an entry at a time, wherever its pieces end', async () => {
    const padded = entry({ more: { comment: `"]}{[\\" ${'x'.repeat(700_000)}` } });
    const { summary } = await judged(harOf(padded, padded, padded, padded));
    expect(summary).toMatchObject({ exitCode: 0, exchanges: 4 });
  });
});
